/**
 * One person signs: own name, the statement in their own language, the line. What is shown as saved is on the disk; the ink is gone from
 * the screen before the tablet is handed on.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { statementIn } from '../../../client-sdk/write/statement.ts';
import { languageOf } from '../../../shared/model/language.ts';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { crewOf, type Member } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { documentLanguage } from '../base/document-language.ts';
import { go } from '../base/place.ts';
import { useSession, useTalkEnd } from '../base/session.ts';
import { useLive, useNow } from '../base/signal.ts';
import { isTooSilent, tooSilent } from '../base/status.ts';
import { moment } from '../base/times.ts';
import { isTranslated } from '../frame/language-name.ts';
import { directionOf, useWords, wordsIn } from '../base/words.ts';
import { Changed } from '../document/changed.tsx';
import { useProgress } from '../check/progress.ts';
import { Understanding } from '../check/understanding.tsx';
import { Gone } from '../document/gone.tsx';
import { useInForce } from '../document/in-force.ts';
import { Pictures } from '../document/pictures.tsx';
import { ReadAloud } from '../document/read-aloud.tsx';
import { readingPath } from '../document/reading/paths.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame, SendingChip } from '../frame/frame.tsx';
import { useOneTap } from '../frame/one-tap.ts';
import { signWords } from '../words/en-sign.ts';
import { Again, namesakesOf } from './again.tsx';
import type { Way } from './evidence.ts';
import { useSigner, type Signer } from './signer.ts';
import { VersionPlate } from '../frame/said.tsx';
import { useReadsChoice } from './reads-choice.tsx';
import { answerFrom, WhatSigned } from './what-signed.tsx';
import { parts, WayToSign, type Seen, type SignWords, type WaysProps } from './way-to-sign.tsx';

export function Sign({ document, person }: { readonly document: string; readonly person: string }) {
  const shown = useInForce(document);
  const session = useSession(document, shown);
  const now = useNow();
  // What a person began to sign stays, also if a new version arrives meanwhile.
  const seen = useRef<Seen | null>(null);
  if (shown && session?.version === shown.version) seen.current ??= { version: shown, session };
  useTalkEnd(session, shown);
  if (seen.current && session?.id === seen.current.session.id) seen.current = { ...seen.current, session };
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const crew = seen.current && signoffs && records && crewOf(seen.current.version, signoffs, records).members;
  const member = useSigner(document, person, crew ?? undefined);
  if (!signoffs || !records || !session) return <Gone isLoading={shown !== null} />;
  if (!seen.current) return <Changed document={document} told={session.version} />;
  if (isTooSilent(replica().status, now, replica().settings)) return <Silent document={document} now={now} />;
  if (!crew || !member) return <Gone isLoading={member === null} />;
  const answer = answerFrom(member, signoffs);
  return <SignScreen answer={answer} member={member} namesakes={namesakesOf(member, crew)} seen={seen.current} />;
}

function Silent({ document, now }: { readonly document: string; readonly now: number }) {
  const words = useWords(signWords);
  return (
    <Frame back={`/d/${document}/brief`} room="today" title={words.sign}>
      <Banner tone="stop">{tooSilent(replica().status, now, words)}</Banner>
    </Frame>
  );
}

function SignScreen({
  member,
  answer,
  namesakes,
  seen,
}: {
  readonly member: Signer;
  /** The one that counts for them. */
  readonly answer: Shown<'signoff'> | undefined;
  readonly namesakes: readonly Member[];
  readonly seen: Seen;
}) {
  const { version } = seen;
  const tabletWords = useWords(parts);
  const [words, setWords] = useState<SignWords>(tabletWords);
  const onTap = useOneTap();
  const [way, setWay] = useState<Way>('ink');
  const [isAgain, setAgain] = useState(false);
  /** What is drawn or written is lost with this screen. */
  const [isBegun, setBegun] = useState(false);
  const { name, label, trade, language } = member;
  const reads = useReadsChoice({ language, words: tabletWords, choose: member.choose });
  const shown = language ?? 'en';
  const statement = statementIn(shown);
  const roster = `/d/${version.document_id}/brief`;
  useEffect(() => {
    window.document.title = `${name} · Sitefile`;
    if (language === null) return undefined;
    let isLeft = false;
    void wordsIn(language, parts).then((found) => !isLeft && setWords(found));
    return () => {
      isLeft = true;
    };
  }, [language, name]);
  const answered =
    member.briefed === 'current'
      ? tabletWords.signedAlready
      : member.briefed === 'declined'
        ? tabletWords.declinedAlready
        : null;
  const isOpen = answered === null || isAgain;
  return (
    <div class="sign" {...(words !== tabletWords && { dir: directionOf(shown), lang: shown })}>
      <header class="line">
        <a class="button" href={`/field${roster}`}>
          <Icon name="arrow-left" size={26} /> <span>{tabletWords.crew}</span>
        </a>
        <SendingChip />
        <a class="button stop" href="/field/stop">
          <Icon name="octagon-x" size={26} /> <span>{tabletWords.stop}</span>
        </a>
      </header>
      <main onClickCapture={onTap}>
        <Title>{label}</Title>
        <div class="line second">
          <VersionPlate version={version} />
          {reads.button}
          {trade}
          <ReadAloud parts={[{ text: statement.text, lang: statement.language }]} words={words} />
        </div>
        {(isOpen || language !== null) && reads.choices}
        <p class="statement" lang={statement.language}>
          {statement.text}
        </p>
        {languageOf(shown) !== 'en' && (
          <Banner tone="care">{isTranslated(shown) ? tabletWords.unchecked : tabletWords.untranslated}</Banner>
        )}
        {!isOpen ? (
          <>
            <Banner tone={member.briefed === 'current' ? 'safe' : 'care'}>
              {answered?.(
                answer ? withEmployer(answer.worker) : label,
                member.signed_version ?? version.version,
                moment(member.signedAt ?? ''),
              )}
            </Banner>
            {answer && <Answer answer={answer} />}
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
            // What was drawn under the statement in one language does not sign it in another.
            key={way === 'declined' ? way : `${way} ${statement.language}`}
            member={member}
            onBegun={setBegun}
            onDone={() => go(roster, true)}
            onWay={setWay}
            seen={seen}
            way={way}
            words={words}
          />
        )}
        {!isBegun && (
          <div class="buttons">
            {isOpen && <ButtonLink href={`/field${roster}/own-phone/${member.address}`}>{words.ownPhone}</ButtonLink>}
            <ButtonLink
              href={`/field${readingPath({ document: version.document_id, person: member.address }, 'card')}`}
              icon="file-text"
            >
              {words.readDocument}
            </ButtonLink>
          </div>
        )}
      </main>
    </div>
  );
}

function Answer({ answer }: { readonly answer: Shown<'signoff'> }) {
  const words = useWords(signWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button expanded={isOpen} icon="eye" onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hide : words.show}
      </Button>
      {isOpen && <WhatSigned signoff={answer} />}
    </>
  );
}

/** Where questions are due, they come first. */
function Ways(props: WaysProps) {
  const { member, way, onWay } = props;
  const { version } = props.seen;
  const [isBegun, setBegun] = useState(false);
  const check = useProgress(version, member.key, isBegun);
  if (!check) return null;
  if (check.isDue && way !== 'declined')
    return (
      <Understanding
        lang={documentLanguage()}
        onDecline={() => onWay('declined')}
        Photos={Pictures}
        progress={check}
        version={version}
        words={props.words}
      />
    );
  return (
    <>
      {!check.isDue && <Tries tries={check.tries} words={props.words} />}
      <WayToSign
        {...props}
        check={check}
        onBegun={(is) => {
          setBegun(is);
          props.onBegun(is);
        }}
      />
    </>
  );
}

/** For who briefs: at which questions it took more than one. */
function Tries({ tries, words }: { readonly tries: readonly number[]; readonly words: SignWords }) {
  if (!tries.some((count) => count > 1)) return null;
  return (
    <Banner tone="safe">
      {words.allRight}
      {tries.map(
        (count, i) =>
          count > 1 && (
            <b class="lines" key={i}>
              {words.triesAt(count, i + 1)}
            </b>
          ),
      )}
    </Banner>
  );
}
