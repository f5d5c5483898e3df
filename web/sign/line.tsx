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
  const { name } = read.worker;
  const language = read.worker.language ?? 'en';
  const [isTyped, setTyped] = useState(false);
  const [turn, setTurn] = useState(0);
  const [signature, setSignature] = useState<Signature | null>(null);
  const [isEarly, setEarly] = useState(false);
  const isSending = useRef(false);
  useEffect(() => () => onBegun(false), []);
  /** At once: a code may be opened before the next rendering. */
  const change: Change = (next, isBegun) => {
    onBegun(isBegun);
    setSignature(next);
  };
  const beginAnew = (as: boolean): void => {
    change(null, false);
    setTyped(as);
    setTurn(turn + 1);
    setEarly(false);
  };
  const statement = statementIn(language);
  const send = async (): Promise<void> => {
    setEarly(signature === null);
    if (!signature || isSending.current) return;
    isSending.current = true;
    const at = new Date().toISOString();
    await onSend({
      code,
      version: read.document.version,
      content_hash: read.document.content_hash,
      language: statement.language,
      text_hash: statement.text_hash,
      signature,
      wrong_answers: wrongAnswers,
      signed_at: at,
      sent_at: at,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }).finally(() => (isSending.current = false));
  };
  return (
    <>
      <p class="statement" lang={statement.language}>
        {statement.text}
      </p>
      {languageOf(language) !== 'en' && (
        <Banner tone="care">{isTranslated(language) ? words.unchecked : words.untranslated}</Banner>
      )}
      {isTyped ? (
        <Typed isEarly={isEarly} key={turn} name={name} onChange={change} onEnter={() => over || void send()} />
      ) : (
        <Drawn key={turn} name={name} onChange={change} />
      )}
      {isEarly && !signature && <Banner tone="stop">{isTyped ? words.typeOwnName(name) : words.emptyInk}</Banner>}
      {over}
      <div class="buttons large-ones">
        {!isTyped && (
          <Button icon="eraser" onClick={() => beginAnew(false)}>
            {words.clear}
          </Button>
        )}
        {!over && (
          <Button icon="check" look="act" onClick={send}>
            {words.signAndSend}
          </Button>
        )}
      </div>
      <div class="buttons">
        <Button onClick={() => beginAnew(!isTyped)}>{isTyped ? words.draw : words.cannotDraw}</Button>
      </div>
      <p class="second">{words.tellBriefer}</p>
    </>
  );
}

type Signature = Signed['signature'];
/** Null = nothing that signs yet. */
type Change = (signature: Signature | null, isBegun: boolean) => void;

function Drawn({ name, onChange }: { readonly name: string; readonly onChange: Change }) {
  const words = useWords(parts);
  const [strokes, setStrokes] = useState<Strokes>([]);
  const draw = (next: Strokes, size: { readonly width: number; readonly height: number }): void => {
    setStrokes(next);
    const points = next.map((stroke) => stroke.map((point) => [...point]));
    onChange(pointsIn(next) < fewestPoints ? null : { ...size, strokes: points }, next.length > 0);
  };
  return <Pad below={name} ghost={words.signHere} label={words.signHere} onChange={draw} strokes={strokes} />;
}

function Typed({
  name,
  isEarly,
  onChange,
  onEnter,
}: {
  readonly name: string;
  readonly isEarly: boolean;
  readonly onChange: Change;
  readonly onEnter: () => void;
}) {
  const words = useWords(parts);
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const type = (next: string): void => {
    setText(next);
    const typed = withoutMarks(next).trim();
    onChange(isNameOf(typed, name) ? { text: typed } : null, next !== '');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
      ref={form}
    >
      <Entry
        isWrong={isEarly && !isNameOf(withoutMarks(text), name)}
        label={words.typedName}
        most={mostTyped}
        onInput={type}
        value={text}
      />
    </form>
  );
}
