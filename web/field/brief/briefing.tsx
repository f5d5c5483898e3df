/** The crew briefing, one tablet handed round: who is left, and who is next. */
import { useState } from 'preact/hooks';
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { addedPeople, addToCrew } from '../base/added.ts';
import { crewOf, type Member } from '../base/crew.ts';
import { replica } from '../base/device.ts';
import { useOnce } from '../base/once.ts';
import { useSession } from '../base/session.ts';
import { useLive, useNow, useSignal } from '../base/signal.ts';
import { silentDays } from '../base/status.ts';
import { moment } from '../base/times.ts';
import { languages, useWords } from '../base/words.ts';
import { Changed } from '../document/changed.tsx';
import { Gone } from '../document/gone.tsx';
import { useInForce } from '../document/in-force.ts';
import { Banner } from '../frame/banner.tsx';
import { Entry } from '../frame/entry.tsx';
import { Frame } from '../frame/frame.tsx';
import { TalkFacts } from './talk-facts.tsx';
import { briefWords } from '../words/en-brief.ts';
import { Roster } from '../frame/said.tsx';

export function Briefing({ document }: { readonly document: string }) {
  const words = useWords(briefWords);
  const now = useNow();
  const version = useInForce(document);
  const session = useSession(document, version);
  const added = useSignal(addedPeople)[document];
  const signoffs = useLive(`signoffs of ${document}`, () => replica().signoffs.watch({ document_id: document }));
  const [isAdding, setAdding] = useState(false);
  if (!version || !signoffs || !session) return <Gone isLoading={version !== null} />;
  if (session.version !== version.version) return <Changed document={document} told={session.version} />;
  const crew = crewOf(version, signoffs, added);
  const next = crew.find(({ briefed }) => briefed === 'missing' || briefed === 'old');
  const done = crew.filter(({ briefed }) => briefed === 'current').length;
  const isSilent = silentDays(replica().status, now) >= 7;
  return (
    <Frame
      back={`/d/${document}`}
      below={`${version.title} · ${words.version(version.version)}`}
      room="brief"
      title={words.crewBriefing}
    >
      {isSilent && <Banner tone="stop">{words.silentWeek}</Banner>}
      <div class="briefing">
        <div class="stack">
          <TalkFacts crew={crew} session={session} />
          <ul class="card list">
            {crew.map((member) => (
              <MemberRow document={document} isNext={member === next} key={member.key} member={member} />
            ))}
            {crew.length === 0 && <li class="none">{words.nobodyNamed}</li>}
          </ul>
          {isAdding ? (
            <AddPerson onDone={() => setAdding(false)} version={version} />
          ) : (
            <Button icon="plus" onClick={() => setAdding(true)}>
              {words.addPerson}
            </Button>
          )}
        </div>
        <aside class="card pad hand">
          <p class="count">
            <span class="number huge">{done}</span> <span class="number">{words.ofAll(crew.length)}</span>
          </p>
          <p>{words.signed}</p>
          <Roster crew={crew} />
          <div class="push">
            {next && !isSilent && (
              <>
                <p class="second">{words.handTo}</p>
                <p class="large">{next.name}</p>
                <ButtonLink href={`/field/d/${document}/brief/sign/${next.key}`} icon="pen-line" look="act" wide>
                  {words.sign}
                </ButtonLink>
              </>
            )}
            {!next && crew.length > 0 && (
              <p class="line tone-safe">
                <Icon name="circle-check" size={28} /> <b>{done === crew.length ? words.allSigned : words.allAsked}</b>
              </p>
            )}
            <ButtonLink href="/field" wide>
              {words.finish}
            </ButtonLink>
          </div>
        </aside>
      </div>
    </Frame>
  );
}

function MemberRow({
  member,
  document,
  isNext,
}: {
  readonly member: Member;
  readonly document: string;
  readonly isNext: boolean;
}) {
  const words = useWords(briefWords);
  const { name, trade, language, briefed, signedAt, key } = member;
  const at = signedAt === null ? '' : moment(signedAt);
  const icons = { current: 'circle-check', declined: 'circle-x', old: 'triangle-alert', missing: 'circle' } as const;
  const state = { current: words.signedAt(at), declined: words.declined, old: words.oldVersion, missing: words.toSign };
  const tones = { current: 'safe', declined: 'stop', old: 'care', missing: 'plain' } as const;
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      <a class="row" href={`/field/d/${document}/brief/sign/${key}`}>
        <Icon name={isNext ? 'arrow-right' : icons[briefed]} size={30} tone={isNext ? 'act' : tones[briefed]} />
        <span class="main">
          <b>{name}</b>
          <span class="second">{trade}</span>
        </span>
        {language !== 'en' && (
          <span class="tag soft-plain">
            <Icon name="languages" size={18} /> {languages[language]?.name ?? language}
          </span>
        )}
        <b class={`end tone-${isNext ? 'act' : tones[briefed]}`}>
          {isNext && briefed === 'missing' ? words.next : state[briefed]}
        </b>
      </a>
    </li>
  );
}

function AddPerson({ version, onDone }: { readonly version: Shown<'version'>; readonly onDone: () => void }) {
  const words = useWords(briefWords);
  const [name, setName] = useState('');
  const [employer, setEmployer] = useState('');
  const [language, setLanguage] = useState('en');
  const [isWrong, setWrong] = useState(false);
  const { once } = useOnce();
  const add = async (): Promise<void> => {
    if (name.trim() === '') return setWrong(true);
    await addToCrew(version.document_id, {
      id: null,
      name: name.trim(),
      employer: employer.trim() || null,
      trade: null,
      language,
      version: version.version,
    });
    onDone();
  };
  return (
    <form
      class="card pad stack"
      onSubmit={(event) => {
        event.preventDefault();
        void once(add);
      }}
    >
      <Entry label={words.name} onInput={setName} value={name} />
      {isWrong && <Banner tone="stop">{words.nameNeeded}</Banner>}
      <Entry help={words.optional} label={words.employer} onInput={setEmployer} value={employer} />
      <fieldset>
        <legend>{words.languageOf}</legend>
        <div class="choices">
          {Object.entries(languages).map(([code, { name: own }]) => (
            <button
              aria-pressed={code === language}
              class="button"
              key={code}
              lang={code}
              onClick={() => setLanguage(code)}
              type="button"
            >
              {own}
            </button>
          ))}
        </div>
      </fieldset>
      <Button look="act" type="submit" wide>
        {words.add}
      </Button>
    </form>
  );
}
