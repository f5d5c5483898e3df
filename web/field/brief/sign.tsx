/**
 * One person signs: own name, the statement in their own language, the line. What is shown as saved is on the disk; the ink is gone from
 * the screen before the tablet is handed on.
 */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { statementIn } from '../../../client-sdk/write/statement.ts';
import { languageOf } from '../../../shared/model/language.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Title } from '../../ui/title.tsx';
import { crewOf } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { documentLanguage } from '../base/document-language.ts';
import { go } from '../base/place.ts';
import { useSession, useTalkEnd } from '../base/session.ts';
import { useLive } from '../base/signal.ts';
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
import { Again, hasAnswered, namesakesOf, saidAnswer, type AtLine } from './again.tsx';
import type { Way } from './evidence.ts';
import { useSigner } from './signer.ts';
import { useTooSilent } from './silence.ts';
import { VersionPlate } from '../frame/said.tsx';
import { useReadsChoice } from './reads-choice.tsx';
import { answerFrom, WhatSigned } from './what-signed.tsx';
import { parts, WayToSign, type Seen, type SignWords, type WaysProps } from './way-to-sign.tsx';

export function Sign({ document, person }: { readonly document: string; readonly person: string }) {
  /** Something is drawn or written: it stays on the screen, as it was begun, whatever arrives. */
  const [isBegun, setBegun] = useState(false);
  const { who, seen, instead } = useAtLine(document, person, isBegun);
  const begun = useRef<(AtLine & { readonly seen: Seen }) | null>(null);
  if (!isBegun) begun.current = who && seen && !instead ? { ...who, seen } : null;
  if (!begun.current) return instead ?? null;
  const { member, ...rest } = begun.current;
  const isAnswered = isBegun && who !== null && who.member.signedAt !== member.signedAt;
  return (
    <SignScreen
      {...rest}
      isBegun={isBegun}
      meanwhile={isAnswered && hasAnswered(who.member) ? who : null}
      // Another language is chosen on purpose, and takes the line with it.
      member={{ ...member, language: who?.member.chosen ?? member.language }}
      onBegun={setBegun}
    />
  );
}

/** As it is now. `instead` = what is shown where nobody can begin to sign. */
function useAtLine(
  document: string,
  person: string,
  isBegun: boolean,
): { readonly who: AtLine | null; readonly seen: Seen | null; readonly instead: JSX.Element | null } {
  const words = useWords(signWords);
  const shown = useInForce(document);
  // No talk begins, or ends, while somebody is at the line of another.
  const session = useSession(document, isBegun ? null : shown);
  const silent = useTooSilent(words);
  // What a person began to sign stays, also if a new version arrives meanwhile.
  const seen = useRef<Seen | null>(null);
  if (shown && session?.version === shown.version) seen.current ??= { version: shown, session };
  useTalkEnd(isBegun ? undefined : session, shown);
  if (seen.current && session?.id === seen.current.session.id) seen.current = { ...seen.current, session };
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const crew = seen.current && signoffs && records && crewOf(seen.current.version, signoffs, records).members;
  const member = useSigner(document, person, crew ?? undefined);
  const instead =
    !signoffs || !records || !session ? (
      <Gone isLoading={shown !== null} />
    ) : !seen.current ? (
      <Changed document={document} told={session.version} />
    ) : silent !== null ? (
      <Silent document={document} silent={silent} />
    ) : !crew || !member ? (
      <Gone isLoading={member === null} />
    ) : null;
  const who =
    crew && signoffs && member
      ? { member, answer: answerFrom(member, signoffs), namesakes: namesakesOf(member, crew) }
      : null;
  return { who, seen: seen.current, instead };
}

function Silent({ document, silent }: { readonly document: string; readonly silent: string }) {
  const words = useWords(signWords);
  return (
    <Frame back={`/d/${document}/brief`} room="today" title={words.sign}>
      <Banner tone="stop">{silent}</Banner>
    </Frame>
  );
}

function SignScreen({
  member,
  answer,
  namesakes,
  seen,
  meanwhile,
  isBegun,
  onBegun,
}: AtLine & Pick<WaysProps, 'seen' | 'meanwhile' | 'onBegun'> & { readonly isBegun: boolean }) {
  const { version } = seen;
  const tabletWords = useWords(parts);
  const [words, setWords] = useState<SignWords>(tabletWords);
  const onTap = useOneTap();
  const [way, setWay] = useState<Way>('ink');
  const [isAgain, setAgain] = useState(false);
  const { name, label, trade, language, briefed } = member;
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
  const answered = saidAnswer({ member, answer, namesakes }, version.version, tabletWords);
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
            <Banner tone={briefed === 'current' ? 'safe' : 'care'}>{answered}</Banner>
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
            answer={answer}
            isBegun={isBegun}
            meanwhile={meanwhile}
            member={member}
            onBegun={onBegun}
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
function Ways({ answer, isBegun, ...props }: WaysProps & Pick<AtLine, 'answer'> & { readonly isBegun: boolean }) {
  const { member, way, onWay } = props;
  const { version } = props.seen;
  const check = useProgress(
    version,
    member.key,
    isBegun,
    answer?.document_version === version.version ? answer.id : '',
  );
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
      <WayToSign {...props} check={check} />
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
