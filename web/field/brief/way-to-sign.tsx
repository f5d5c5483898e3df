/** The line, a typed name before a witness, or a refusal; and the saving of it. */
import { useEffect, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { foldedName } from '../../../shared/model/person-name.ts';
import { Button } from '../../ui/button.tsx';
import { useServerTime } from '../base/clock.ts';
import { replica } from '../base/device.ts';
import { celebrate } from '../base/feedback.ts';
import type { Session } from '../base/talk.ts';
import { clock } from '../base/times.ts';
import type { Progress } from '../check/progress.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { checkWords } from '../words/en-check.ts';
import { briefWords } from '../words/en-brief.ts';
import { documentWords } from '../words/en-document.ts';
import { phoneWords } from '../words/en-phone.ts';
import { signWords } from '../words/en-sign.ts';
import { rowWords } from '../words/en-rows.ts';
import { substanceWords } from '../words/en-substance.ts';
import type { Words } from '../words/en.ts';
import { Again, saidAnswer, type AtLine } from './again.tsx';
import { briefingOf, evidenceOf, workerOf, type Way } from './evidence.ts';
import { fewestPoints, Pad, pointsIn, type Strokes } from './pad.tsx';
import type { Signer } from './signer.ts';

export const parts = {
  ...signWords,
  ...checkWords,
  ...phoneWords,
  ...rowWords,
  ...substanceWords,
  readAloud: documentWords.readAloud,
  quiet: documentWords.quiet,
  languageOf: briefWords.languageOf,
};
export type SignWords = Words & typeof parts;

/** The version that was on the screen when the tablet was handed over, and the talk in which it was told. */
export interface Seen {
  readonly version: Shown<'version'>;
  readonly session: Session;
}

export interface WaysProps {
  readonly way: Way;
  readonly words: SignWords;
  readonly member: Signer;
  readonly seen: Seen;
  /** Where an answer has arrived since they began. */
  readonly meanwhile: AtLine | null;
  readonly onWay: (way: Way) => void;
  /** Whether something was drawn or written. */
  readonly onBegun: (isBegun: boolean) => void;
  readonly onDone: () => void;
}

export function WayToSign({
  way,
  words,
  member,
  seen: { version, session },
  meanwhile,
  check,
  onWay,
  onBegun,
  onDone,
}: WaysProps & { readonly check: Progress }) {
  const [isDrawing, setDrawing] = useState(false);
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [text, setText] = useState('');
  const [witness, setWitness] = useState('');
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open');
  const [hint, setHint] = useState<string | null>(null);
  const now = useServerTime();
  const isBegun = isDrawing || strokes.length > 0 || text !== '' || witness !== '';
  useEffect(() => onBegun(isBegun), [isBegun]);
  useEffect(() => () => onBegun(false), []);
  const missing = missingFor(way, { points: pointsIn(strokes), text, witness }, member.name, words);
  const save = async (): Promise<void> => {
    if (missing) return setHint(missing);
    setHint(null);
    setState('saving');
    try {
      await replica().sign({
        document_id: version.document_id,
        version: version.version,
        worker: workerOf(member),
        briefing: briefingOf(session),
        understanding_check: check.evidence,
        ...evidenceOf(way, { strokes, size, text: text.trim(), witness: witness.trim() }),
      });
      await check.forget().catch(() => undefined);
      celebrate();
      onDone();
    } catch {
      setState('failed');
    }
  };
  // What is being saved is an answer, too.
  const asks = state === 'saving' ? null : meanwhile;
  return (
    <>
      {way === 'ink' && (
        <Pad
          below={`${member.name} · ${clock(now)}`}
          ghost={words.signHere}
          label={words.signHere}
          onBegin={() => setDrawing(true)}
          onChange={(next, fresh) => {
            setDrawing(false);
            setStrokes(next);
            setSize(fresh);
          }}
          strokes={strokes}
        />
      )}
      {way === 'typed' && (
        <div class="stack">
          <Entry label={words.typedName} onInput={setText} value={text} />
          <Entry label={words.witness} onInput={setWitness} value={witness} />
        </div>
      )}
      {way === 'declined' && <Entry label={words.whyNot} long onInput={setText} value={text} />}
      {hint !== null && <Banner tone="stop">{hint}</Banner>}
      {state === 'failed' && <Banner tone="stop">{words.notSaved}</Banner>}
      <div class="ended large-ones">
        {way === 'ink' ? (
          <Button icon="eraser" onClick={() => setStrokes([])}>
            {words.clear}
          </Button>
        ) : (
          <Button icon="pen-line" onClick={() => onWay('ink')}>
            {words.draw}
          </Button>
        )}
        {/* It says what is missing where it is pressed too early. */}
        {!asks && (
          <Button busy={state === 'saving'} icon="check" look={missing ? 'line' : 'act'} onClick={save}>
            {state === 'saving' ? words.saving : way === 'declined' ? words.recordRefusal : words.done}
          </Button>
        )}
      </div>
      {asks && (
        <>
          <Banner tone="care">{saidAnswer(asks, version.version, words)}</Banner>
          <Again
            isBegun
            member={asks.member}
            namesakes={asks.namesakes}
            onAgain={save}
            roster={`/d/${version.document_id}/brief`}
            words={words}
          />
        </>
      )}
      {way === 'ink' && (
        <div class="buttons">
          <Button onClick={() => onWay('typed')}>{words.cannotDraw}</Button>
          <Button onClick={() => onWay('declined')}>{words.notWilling}</Button>
        </div>
      )}
    </>
  );
}

/** What to do first, in words; false = nothing. */
function missingFor(
  way: Way,
  { points, text, witness }: { readonly points: number; readonly text: string; readonly witness: string },
  signer: string,
  words: SignWords,
): string | false {
  if (way === 'ink') return points < fewestPoints && words.emptyInk;
  if (way === 'declined') return text.trim() === '' && words.whyNotNeeded;
  const isWitnessed = witness.trim() !== '' && foldedName(witness) !== foldedName(signer);
  return (text.trim() === '' || !isWitnessed) && words.witnessNeeded;
}
