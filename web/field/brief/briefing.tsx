/** The crew briefing, one tablet handed round: who is left, and who is next. */
import { useState } from 'preact/hooks';
import { languageOf } from '../../../shared/model/language.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { crewOf, type Member } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { useSession } from '../base/session.ts';
import { useLive } from '../base/signal.ts';
import { moment } from '../base/times.ts';
import { languageName } from '../frame/language-name.ts';
import { useWords } from '../base/words.ts';
import { Changed } from '../document/changed.tsx';
import { Gone } from '../document/gone.tsx';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Frame } from '../frame/frame.tsx';
import { AddPerson } from './add-person.tsx';
import { Leaving, NotHereList } from './not-here.tsx';
import { ScanCard } from './scan-card.tsx';
import { averageMs, shortTime } from './signing-pace.ts';
import { useTooSilent } from './silence.ts';
import { TalkFacts } from './talk-facts.tsx';
import { answerFrom } from './what-signed.tsx';
import { briefWords } from '../words/en-brief.ts';
import { checkWords } from '../words/en-check.ts';
import { leadWords } from '../words/en-lead.ts';
import { phoneWords } from '../words/en-phone.ts';
import { Roster } from '../frame/said.tsx';

const parts = {
  ...briefWords,
  ...checkWords,
  ownPhone: phoneWords.ownPhone,
  averageEach: leadWords.averageEach,
};

export function Briefing({ document }: { readonly document: string }) {
  const words = useWords(briefWords);
  const silent = useTooSilent(words);
  const isSilent = silent !== null;
  const version = useInForce(document);
  const session = useSession(document, version);
  const records = useCrewRecords(document);
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const [changes, setChanges] = useState<'adds' | 'leaves' | 'scans' | null>(null);
  if (!version || !signoffs || !records || !session) return <Gone isLoading={version !== null} />;
  if (session.version !== version.version) return <Changed document={document} told={session.version} />;
  const known = { ...crewOf(version, signoffs, records), records };
  const { members: crew, notHere } = known;
  const next = crew.find((member) => !isAsked(member));
  const done = crew.filter(({ briefed }) => briefed === 'current').length;
  return (
    <Frame
      back={`/d/${document}`}
      below={`${version.title} · ${words.version(version.version)}`}
      room="brief"
      title={words.crewBriefing}
    >
      {isSilent && <Banner tone="stop">{silent}</Banner>}
      <div class="briefing">
        <div class="stack">
          <TalkFacts crew={crew} session={session} />
          {changes === null && !isSilent && (
            <Button icon="qr-code" onClick={() => setChanges('scans')}>
              {words.scanCard}
            </Button>
          )}
          {changes === 'scans' && (
            <ScanCard
              known={known}
              onAdd={() => setChanges('adds')}
              onDone={() => setChanges(null)}
              version={version}
            />
          )}
          {changes === 'leaves' ? (
            <Leaving document={document} members={crew} onDone={() => setChanges(null)} />
          ) : (
            <ul class="card list">
              {crew.map((member) => (
                <MemberRow
                  document={document}
                  isNext={member === next}
                  key={member.key}
                  member={member}
                  tries={answerFrom(member, signoffs)?.understanding_check?.attempts ?? 0}
                />
              ))}
              {crew.length === 0 && <li class="none">{words.nobodyNamed}</li>}
            </ul>
          )}
          {changes === 'adds' && <AddPerson document={document} known={known} onDone={() => setChanges(null)} />}
          {changes === null && (
            <div class="buttons">
              <Button icon="plus" onClick={() => setChanges('adds')}>
                {words.addPerson}
              </Button>
              {done < crew.length && <Button onClick={() => setChanges('leaves')}>{words.whoLeft}</Button>}
            </div>
          )}
          {notHere.length > 0 && <NotHereList notHere={notHere} />}
        </div>
        <Hand crew={crew} document={document} endedAt={session.endedAt} next={isSilent ? undefined : next} />
      </div>
    </Frame>
  );
}

/** How many have signed, and whom the tablet is handed to. */
function Hand({
  crew,
  next,
  document,
  endedAt,
}: {
  readonly crew: readonly Member[];
  /** Who may sign now. */
  readonly next: Member | undefined;
  readonly document: string;
  /** When the talk was over. */
  readonly endedAt: string | undefined;
}) {
  const words = useWords(parts);
  const average = endedAt
    ? averageMs(
        endedAt,
        crew.flatMap(({ signedAt }) => signedAt ?? []),
      )
    : null;
  const done = crew.filter(({ briefed }) => briefed === 'current').length;
  const isDone = crew.length > 0 && crew.every(isAsked);
  return (
    <aside class="card pad hand">
      <p class="count">
        <span class="number huge">{done}</span> <span class="number">{words.ofAll(crew.length)}</span>
      </p>
      <p>{words.signed}</p>
      <Roster crew={crew} />
      {average !== null && <p class="second">{words.averageEach(shortTime(average))}</p>}
      <div class="push">
        {next && (
          <>
            <p class="second">{words.handTo}</p>
            <p class="large">{next.label}</p>
            <ButtonLink href={`/field/d/${document}/brief/sign/${next.key}`} icon="pen-line" look="act" wide>
              {words.sign}
            </ButtonLink>
            <ButtonLink href={`/field/d/${document}/brief/own-phone/${next.key}`} wide>
              {words.ownPhone}
            </ButtonLink>
          </>
        )}
        {isDone && (
          <p class="line tone-safe">
            <Icon name="circle-check" size={28} /> <b>{done === crew.length ? words.allSigned : words.allAsked}</b>
          </p>
        )}
        <ButtonLink href="/field" wide>
          {words.finish}
        </ButtonLink>
      </div>
    </aside>
  );
}

function isAsked({ briefed }: Member): boolean {
  return briefed === 'current' || briefed === 'declined';
}

function MemberRow({
  member,
  document,
  isNext,
  tries,
}: {
  readonly member: Member;
  readonly document: string;
  readonly isNext: boolean;
  /** The most that one question of the check took. */
  readonly tries: number;
}) {
  const words = useWords(parts);
  const { label, trade, language, briefed, signedAt, key } = member;
  const at = signedAt === null ? '' : moment(signedAt);
  const icons = { current: 'circle-check', declined: 'circle-x', old: 'triangle-alert', missing: 'circle' } as const;
  const state = { current: words.signedAt(at), declined: words.declined, old: words.oldVersion, missing: words.toSign };
  const tones = { current: 'safe', declined: 'stop', old: 'care', missing: 'plain' } as const;
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <a class="row" href={`/field/d/${document}/brief/sign/${key}`}>
        <Icon name={isNext ? 'arrow-right' : icons[briefed]} size={30} tone={isNext ? 'act' : tones[briefed]} />
        <span class="main">
          <b>{label}</b>
          <span class="second">{[trade, tries > 1 && words.mostTries(tries)].filter(Boolean).join(' · ')}</span>
        </span>
        {language !== null && languageOf(language) !== 'en' && (
          <span class="tag soft-plain">
            <Icon name="languages" size={18} /> {languageName(language)}
          </span>
        )}
        <b class={`end tone-${isNext ? 'act' : tones[briefed]}`}>
          {isNext && briefed === 'missing' ? words.next : state[briefed]}
        </b>
      </a>
    </li>
  );
}
