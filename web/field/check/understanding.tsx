/** The understanding check: one question a screen; a wrong answer shows the part of the document that has it, then asks again. */
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button } from '../../ui/button.tsx';
import { GhsSign } from '../../ui/ghs-sign.tsx';
import { contentOf, type Picture } from '../base/content.ts';
import { useOnce } from '../base/once.ts';
import { Banner } from '../frame/banner.tsx';
import type { checkWords } from '../words/en-check.ts';
import type { signWords } from '../words/en-sign.ts';
import type { Words } from '../words/en.ts';
import type { Progress } from './progress.ts';
import type { CardWords } from '../document/facts/key-points.ts';
import { passageFor, picturesFor } from './passages.ts';

export function Understanding({
  version,
  progress,
  onDecline,
  lang,
  words,
  Photos,
}: {
  readonly version: Pick<Shown<'version'>, 'content'>;
  readonly progress: Progress;
  readonly onDecline: () => void;
  /** Of the document. */
  readonly lang: string;
  /** What shows those of the document; a phone has none of them. */
  readonly Photos?: ComponentType<{ readonly of: string; readonly photos: readonly Picture[] }>;
  /** In the language of who signs. */
  readonly words: Words & typeof signWords & typeof checkWords & CardWords;
}) {
  const [isWrong, setWrong] = useState(false);
  const [failure, setFailure] = useState(false);
  const { once } = useOnce();
  const { questions, at, answer } = progress;
  const question = questions[at];
  if (!question) return null;
  const give = (option: number): Promise<void> =>
    once(async () => {
      setWrong(!(await answer(option)));
      setFailure(false);
    }).catch(() => setFailure(true));
  const shows = isWrong ? null : picturesFor(question, contentOf(version));
  const passage = isWrong ? passageFor(question, contentOf(version), words) : null;
  return (
    <section class="card pad stack quiz">
      <p class="second">{words.count(at + 1, questions.length)}</p>
      {failure && <Banner tone="stop">{words.fault}</Banner>}
      {isWrong ? (
        <>
          <Banner tone="care">{words.notRight}</Banner>
          {passage ? (
            <>
              <h2 lang={lang}>{passage.title}</h2>
              {passage.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </>
          ) : (
            <p>{words.askBriefer}</p>
          )}
          <Button icon="rotate-ccw" look="act" onClick={() => setWrong(false)} wide>
            {words.tryAgain}
          </Button>
        </>
      ) : (
        <>
          <h2 class="large" lang={lang}>
            {question.question}
          </h2>
          {shows && Photos && <Photos of={shows.of} photos={shows.photos} />}
          {shows && shows.signs.length > 0 && (
            <figure class="signs">
              <figcaption lang={lang}>{shows.of}</figcaption>
              {shows.signs.map((code) => (
                <span class="sign-word" key={code}>
                  <GhsSign code={code} size={72} />
                  {words.signs[code] ?? code}
                </span>
              ))}
            </figure>
          )}
          <div class="stack large-ones" lang={lang} role="group" aria-label={question.question}>
            {question.options.map((option, i) => (
              <Button key={option} onClick={() => give(i)} wide>
                {option}
              </Button>
            ))}
          </div>
        </>
      )}
      <Button onClick={onDecline} wide>
        {words.notWilling}
      </Button>
    </section>
  );
}
