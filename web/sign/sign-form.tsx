/** The card of the version, then the questions where some are due, then the statement and the line. */
import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { Understanding } from '../field/check/understanding.tsx';
import type { Progress } from '../field/check/progress.ts';
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
import type { Read } from './kept.ts';
import { Line, type LineProps } from './line.tsx';

const parts = { ...signWords, ...checkWords, ...phoneWords, ...rowWords, ...substanceWords };

const secondMs = 1000;

export function SignForm({ code, read, onSend, onBegun }: LineProps) {
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
          onBegun={onBegun}
          onSend={onSend}
          over={over}
          read={read}
          wrongAnswers={read.questions.length > 0 ? check.wrong : null}
        />
      )}
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
