/**
 * One person signs: own name, the statement in their own language, the line. What is shown as saved is on the disk; the ink is gone from
 * the screen before the tablet is handed on.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { statementIn } from '../../../client-sdk/write/statement.ts';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { foldedName } from '../../../shared/model/person-name.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { serverTime } from '../base/clock.ts';
import { crewOf, type Member } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { go } from '../base/place.ts';
import { changeSession, useSession } from '../base/session.ts';
import { useLive, useNow } from '../base/signal.ts';
import { silentDays } from '../base/status.ts';
import { celebrate } from '../base/feedback.ts';
import type { Session } from '../base/talk.ts';
import { moment } from '../base/times.ts';
import { directionOf, isTranslated, languages, useWords, wordsIn } from '../base/words.ts';
import { Changed } from '../document/changed.tsx';
import { useProgress, type Progress } from '../check/progress.ts';
import { Understanding } from '../check/understanding.tsx';
import { Gone } from '../document/gone.tsx';
import { useInForce } from '../document/in-force.ts';
import { ReadAloud } from '../document/read-aloud.tsx';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import type { Words } from '../words/en.ts';
import { phoneWords } from '../words/en-phone.ts';
import { signWords } from '../words/en-sign.ts';
import { checkWords } from '../words/en-check.ts';
import { documentWords } from '../words/en-document.ts';
import { Again, namesakesOf } from './again.tsx';
import { briefingOf, evidenceOf, workerOf, type Way } from './evidence.ts';
import { useHeldMember } from './held-member.ts';
import { fewestPoints, Pad, pointsIn, type Strokes } from './pad.tsx';
import { VersionPlate } from '../frame/said.tsx';

const parts = {
  ...signWords,
  ...checkWords,
  ...phoneWords,
  readAloud: documentWords.readAloud,
  quiet: documentWords.quiet,
};
type SignWords = Words & typeof parts;

export function Sign({ document, person }: { readonly document: string; readonly person: string }) {
  const shown = useInForce(document);
  const session = useSession(document, shown);
  const now = useNow();
  // What a person began to sign stays, also if a new version arrives meanwhile.
  const seen = useRef<Seen | null>(null);
  if (shown && session?.version === shown.version) seen.current ??= { version: shown, session };
  const isTold = session !== undefined && session.endedAt === undefined && shown?.version === session.version;
  useEffect(() => {
    if (isTold) void changeSession(session, { endedAt: new Date(serverTime()).toISOString() });
  }, [isTold]);
  if (seen.current && session?.id === seen.current.session.id) seen.current = { ...seen.current, session };
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const crew = seen.current && signoffs && records && crewOf(seen.current.version, signoffs, records).members;
  const member = useHeldMember(person, crew ?? undefined);
  if (!signoffs || !records || !session) return <Gone isLoading={shown !== null} />;
  if (!seen.current) return <Changed document={document} told={session.version} />;
  if (silentDays(replica().status, now) >= 7) return <Silent document={document} />;
  if (!crew || !member) return <Gone isLoading={false} />;
  return <SignScreen member={member} namesakes={namesakesOf(member, crew)} seen={seen.current} />;
}

function Silent({ document }: { readonly document: string }) {
  const words = useWords(signWords);
  return (
    <Frame back={`/d/${document}/brief`} room="today" title={words.sign}>
      <Banner tone="stop">{words.silentWeek}</Banner>
    </Frame>
  );
}

/** The version that was on the screen when the tablet was handed over, and the talk in which it was told. */
interface Seen {
  readonly version: Shown<'version'>;
  readonly session: Session;
}

function SignScreen({
  member,
  namesakes,
  seen,
}: {
  readonly member: Member;
  readonly namesakes: readonly Member[];
  readonly seen: Seen;
}) {
  const { version } = seen;
  const tabletWords = useWords(parts);
  const [words, setWords] = useState<SignWords>(tabletWords);
  const [way, setWay] = useState<Way>('ink');
  const [isAgain, setAgain] = useState(false);
  const { name, label, trade, language } = member;
  const statement = statementIn(language);
  const roster = `/d/${version.document_id}/brief`;
  useEffect(() => {
    window.document.title = `${name} · Sitefile`;
    void wordsIn(language, parts).then(setWords);
  }, [language, name]);
  const answered =
    member.briefed === 'current'
      ? tabletWords.signedAlready
      : member.briefed === 'declined'
        ? tabletWords.declinedAlready
        : null;
  return (
    <div class="sign" {...(words !== tabletWords && { dir: directionOf(language), lang: language })}>
      <header class="line">
        <a class="button" href={`/field${roster}`}>
          <Icon name="arrow-left" size={26} /> <span>{tabletWords.crew}</span>
        </a>
        <VersionPlate version={version} />
        <a class="button stop" href="/field/stop">
          <Icon name="octagon-x" size={26} /> <span>{tabletWords.stop}</span>
        </a>
      </header>
      <main>
        <Title>{label}</Title>
        <div class="line second">
          <span class="tag soft-plain">
            <Icon name="languages" size={18} /> {languages[language]?.name ?? language}
          </span>
          {trade}
          <ReadAloud parts={[{ text: statement.text, lang: statement.language }]} words={words} />
        </div>
        <p class="statement" lang={statement.language}>
          {statement.text}
        </p>
        {language !== 'en' && (
          <Banner tone="care">{isTranslated(language) ? tabletWords.unchecked : tabletWords.untranslated}</Banner>
        )}
        {answered && !isAgain ? (
          <>
            <Banner tone={member.briefed === 'current' ? 'safe' : 'care'}>
              {answered(label, member.signed_version ?? version.version, moment(member.signedAt ?? ''))}
            </Banner>
            <Again
              member={member}
              namesakes={namesakes}
              onAgain={() => setAgain(true)}
              roster={roster}
              words={tabletWords}
            />
          </>
        ) : (
          <Ways
            key={way}
            member={member}
            onDone={() => go(roster, true)}
            onWay={setWay}
            seen={seen}
            way={way}
            words={words}
          />
        )}
      </main>
    </div>
  );
}

interface WaysProps {
  readonly way: Way;
  readonly words: SignWords;
  readonly member: Member;
  readonly seen: Seen;
  readonly onWay: (way: Way) => void;
  readonly onDone: () => void;
}

/** Where questions are due, they come first. */
function Ways(props: WaysProps) {
  const { member, way, onWay } = props;
  const { version } = props.seen;
  const check = useProgress(version, member.key);
  if (!check) return null;
  if (check.isDue && way !== 'declined')
    return <Understanding onDecline={() => onWay('declined')} progress={check} version={version} words={props.words} />;
  const { attempts } = check.evidence ?? {};
  return (
    <>
      {typeof attempts === 'number' && attempts > 1 && <Banner tone="safe">{props.words.tries(attempts)}</Banner>}
      <WayToSign {...props} check={check} />
    </>
  );
}

function WayToSign({
  way,
  words,
  member,
  seen: { version, session },
  check,
  onWay,
  onDone,
}: WaysProps & { readonly check: Progress }) {
  const [strokes, setStrokes] = useState<Strokes>([]);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [text, setText] = useState('');
  const [witness, setWitness] = useState('');
  const [state, setState] = useState<'open' | 'saving' | 'failed'>('open');
  const [hint, setHint] = useState<string | null>(null);
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
  return (
    <>
      {way === 'ink' && (
        <Pad
          ghost={words.signHere}
          label={words.signHere}
          onChange={(next, fresh) => {
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
      <div class="buttons large-ones">
        {way === 'ink' ? (
          <>
            <Button icon="eraser" onClick={() => setStrokes([])}>
              {words.clear}
            </Button>
            <Button onClick={() => onWay('typed')}>{words.cannotDraw}</Button>
            <Button onClick={() => onWay('declined')}>{words.notWilling}</Button>
            <ButtonLink href={`/field/d/${version.document_id}/brief/own-phone/${member.key}`}>
              {words.ownPhone}
            </ButtonLink>
          </>
        ) : (
          <Button icon="pen-line" onClick={() => onWay('ink')}>
            {words.draw}
          </Button>
        )}
        <Button busy={state === 'saving'} icon="check" look="act" onClick={save}>
          {state === 'saving' ? words.saving : way === 'declined' ? words.recordRefusal : words.done}
        </Button>
      </div>
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
