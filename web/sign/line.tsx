/** The statement, and below it the line, or the name of who cannot draw; what is sent is whichever is shown. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { statementIn } from '../../client-sdk/write/statement.ts';
import { withoutMarks } from '../../shared/base/visible-text.ts';
import { languageOf } from '../../shared/model/language.ts';
import { isNameOf, mostTyped } from '../../shared/model/person-name.ts';
import { Button } from '../ui/button.tsx';
import { fewestPoints, Pad, pointsIn, type Strokes } from '../field/brief/pad.tsx';
import { isTranslated } from '../field/frame/language-name.ts';
import { useWords } from '../field/base/words.ts';
import { Banner } from '../field/frame/banner.tsx';
import { Entry } from '../field/frame/entry.tsx';
import { phoneWords } from '../field/words/en-phone.ts';
import { signWords } from '../field/words/en-sign.ts';
import type { Read, Signed } from './kept.ts';

const parts = { ...signWords, ...phoneWords };

export interface LineProps {
  readonly code: string;
  readonly read: Read;
  readonly onSend: (signed: Signed) => Promise<void>;
  /** Told whether something is drawn or typed. */
  readonly onBegun: (isBegun: boolean) => void;
}

export function Line({
  code,
  read,
  onSend,
  onBegun,
  over,
  wrongAnswers,
}: LineProps & {
  /** In place of what sends. */
  readonly over: ComponentChildren;
  readonly wrongAnswers: number | null;
}) {
  const words = useWords(parts);
  const [isEarly, setEarly] = useState(false);
  const mark = useMark(read.worker.name, onBegun, words);
  const language = read.worker.language ?? 'en';
  const statement = statementIn(language);
  const send = async (): Promise<void> => {
    setEarly(true);
    if (!mark.signature) return;
    const at = new Date().toISOString();
    await onSend({
      code,
      version: read.document.version,
      content_hash: read.document.content_hash,
      language: statement.language,
      text_hash: statement.text_hash,
      signature: mark.signature,
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
      {mark.field}
      {isEarly && !mark.signature && <Banner tone="stop">{mark.missing}</Banner>}
      {over}
      <div class="buttons large-ones">
        {mark.clear}
        {!over && (
          <Button icon="check" look="act" onClick={send}>
            {words.signAndSend}
          </Button>
        )}
      </div>
      <div class="buttons">
        <Button
          onClick={() => {
            setEarly(false);
            mark.change();
          }}
        >
          {mark.other}
        </Button>
      </div>
      <p class="second">{words.tellBriefer}</p>
    </>
  );
}

interface Mark {
  readonly field: ComponentChildren;
  readonly clear: ComponentChildren;
  /** Null = nothing that signs. */
  readonly signature: Signed['signature'] | null;
  /** What to do first, in words. */
  readonly missing: string;
  /** To the other way of signing, which begins anew. */
  readonly change: () => void;
  /** What that is, in words. */
  readonly other: string;
}

function useMark(name: string, onBegun: LineProps['onBegun'], words: typeof parts): Mark {
  const [isTyped, setTyped] = useState(false);
  const [text, setText] = useState('');
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), [isTyped]);
  useEffect(() => () => onBegun(false), []);
  /** At once: a code may be opened before the next rendering. */
  const draw = (next: Strokes): void => {
    onBegun(next.length > 0);
    setStrokes(next);
  };
  const type = (next: string): void => {
    onBegun(next !== '');
    setText(next);
  };
  const change = (): void => {
    draw([]);
    type('');
    setTyped(!isTyped);
  };
  if (isTyped) {
    const typed = withoutMarks(text).trim();
    const field = (
      <div ref={box}>
        <Entry label={words.typedName} most={mostTyped} onInput={type} value={text} />
      </div>
    );
    const signature = isNameOf(typed, name) ? { text: typed } : null;
    return { field, clear: null, signature, missing: words.typeOwnName(name), change, other: words.draw };
  }
  const field = (
    <Pad
      below={name}
      ghost={words.signHere}
      label={words.signHere}
      onChange={(next, fresh) => {
        draw(next);
        setSize(fresh);
      }}
      strokes={strokes}
    />
  );
  const clear = (
    <Button icon="eraser" onClick={() => draw([])}>
      {words.clear}
    </Button>
  );
  const points = (): number[][][] => strokes.map((stroke) => stroke.map((point) => [...point]));
  const signature = pointsIn(strokes) < fewestPoints ? null : { ...size, strokes: points() };
  return { field, clear, signature, missing: words.emptyInk, change, other: words.cannotDraw };
}
