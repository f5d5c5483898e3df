/** The card of the version, then the statement, the questions where some are due, and the line. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { statementIn } from '../../client-sdk/write/statement.ts';
import { languageOf } from '../../shared/model/language.ts';
import { Button } from '../ui/button.tsx';
import { fewestPoints, Pad, pointsIn, type Strokes } from '../field/brief/pad.tsx';
import { Understanding } from '../field/check/understanding.tsx';
import type { Progress } from '../field/check/progress.ts';
import { isTranslated } from '../field/frame/language-name.ts';
import { useServerTime } from '../field/base/clock.ts';
import { useWords } from '../field/base/words.ts';
import { Banner } from '../field/frame/banner.tsx';
import { VersionPlate } from '../field/frame/said.tsx';
import { checkWords } from '../field/words/en-check.ts';
import { phoneWords } from '../field/words/en-phone.ts';
import { rowWords } from '../field/words/en-rows.ts';
import { signWords } from '../field/words/en-sign.ts';
import { substanceWords } from '../field/words/en-substance.ts';
import { Card } from './card.tsx';
import type { Read, Signed } from './kept.ts';

const parts = { ...signWords, ...checkWords, ...phoneWords, ...rowWords, ...substanceWords };

interface Props {
  readonly code: string;
  readonly read: Read;
  readonly onSend: (signed: Signed) => Promise<void>;
  /** Told whether there is ink on the line. */
  readonly onInk: (hasInk: boolean) => void;
}

const secondMs = 1000;

export function SignForm({ code, read, onSend, onInk }: Props) {
  const words = useWords(parts);
  const [hasRead, setRead] = useState(false);
  const [isUnwilling, setUnwilling] = useState(false);
  const check = useAnswers(read.questions);
  const { worker, document } = read;
  const isOver = useServerTime(secondMs) >= Date.parse(read.expires_at);
  /** In place of what goes on with the code. */
  const over = isOver && <Banner tone="stop">{words.timeOver}</Banner>;
  return (
    <>
      <h1>{worker.name}</h1>
      <div class="line">
        <VersionPlate version={document} />
      </div>
      <p class="large" lang={document.language}>
        {document.title}
      </p>
      {!hasRead ? (
        <>
          <Card of={document} timezone={read.timezone} />
          {over || (
            <Button look="act" onClick={() => setRead(true)} wide>
              {words.haveRead}
            </Button>
          )}
        </>
      ) : isUnwilling ? (
        <Banner tone="care">{words.tellBriefer}</Banner>
      ) : check.isDue ? (
        <>
          {over}
          <Understanding
            lang={document.language}
            onDecline={() => setUnwilling(true)}
            progress={check}
            version={document}
            words={words}
          />
        </>
      ) : (
        <Line
          code={code}
          onInk={onInk}
          onSend={onSend}
          over={over}
          read={read}
          wrongAnswers={read.questions.length > 0 ? check.wrong : null}
        />
      )}
    </>
  );
}

function Line({
  code,
  read,
  onSend,
  onInk,
  over,
  wrongAnswers,
}: Props & { readonly over: ComponentChildren; readonly wrongAnswers: number | null }) {
  const words = useWords(parts);
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hint, setHint] = useState(false);
  /** At once: a code may be opened before the next rendering. */
  const draw = (next: Strokes): void => {
    onInk(next.length > 0);
    setStrokes(next);
  };
  useEffect(() => () => onInk(false), []);
  const language = read.worker.language ?? 'en';
  const statement = statementIn(language);
  const send = async (): Promise<void> => {
    setHint(pointsIn(strokes) < fewestPoints);
    if (pointsIn(strokes) < fewestPoints) return;
    const at = new Date().toISOString();
    await onSend({
      code,
      version: read.document.version,
      content_hash: read.document.content_hash,
      language: statement.language,
      text_hash: statement.text_hash,
      signature: { ...size, strokes: strokes.map((stroke) => stroke.map((point) => [...point])) },
      wrong_answers: wrongAnswers,
      signed_at: at,
      sent_at: at,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  };
  return (
    <>
      <p class="statement" lang={statement.language}>
        {statement.text}
      </p>
      {languageOf(language) !== 'en' && (
        <Banner tone="care">{isTranslated(language) ? words.unchecked : words.untranslated}</Banner>
      )}
      <Pad
        below={read.worker.name}
        ghost={words.signHere}
        label={words.signHere}
        onChange={(next, fresh) => {
          draw(next);
          setSize(fresh);
        }}
        strokes={strokes}
      />
      {hint && <Banner tone="stop">{words.emptyInk}</Banner>}
      {over}
      <div class="buttons large-ones">
        <Button icon="eraser" onClick={() => draw([])}>
          {words.clear}
        </Button>
        {!over && (
          <Button icon="check" look="act" onClick={send}>
            {words.signAndSend}
          </Button>
        )}
      </div>
      <p class="second">{words.tellBriefer}</p>
    </>
  );
}

/** How far the questions are; a page that is loaded again begins them again. */
function useAnswers(questions: Read['questions']): Progress & { readonly wrong: number } {
  const [at, setAt] = useState(0);
  const [wrong, setWrong] = useState(0);
  return {
    questions,
    at,
    wrong,
    isDue: at < questions.length,
    answer: (option) => {
      const isRight = questions[at]?.answer_index === option;
      if (isRight) setAt(at + 1);
      else setWrong(wrong + 1);
      return Promise.resolve(isRight);
    },
    tries: [],
    evidence: undefined,
    forget: () => Promise.resolve(),
  };
}
