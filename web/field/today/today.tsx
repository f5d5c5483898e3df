/** Today: may we start? What is stale comes first, then each document in force with who still has to sign, then permits. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { clockAheadMs, serverTime } from '../base/clock.ts';
import { crewOf, isSignedSince, type Member } from '../base/crew.ts';
import { useCrewRecords } from '../base/crew-records.ts';
import { replica } from '../base/device.ts';
import { useSessions } from '../base/session.ts';
import { useLive, useNow, useSignal } from '../base/signal.ts';
import { silentDays } from '../base/status.ts';
import { clock } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { useWorkAt } from '../document/in-force.ts';
import { postponed } from '../document/postponed.ts';
import { Frame } from '../frame/frame.tsx';
import { AboutApp } from '../frame/about-app.tsx';
import { Banner } from '../frame/banner.tsx';
import { later } from '../frame/later.tsx';
import { Row } from '../frame/row.tsx';
import { PermitRow } from '../permits/permit-row.tsx';
import { Unfinished } from '../report/unfinished.tsx';
import { Roster, VersionPlate, Wait } from '../frame/said.tsx';
import { useDate, useSync } from './after-list.ts';

const Changed = later(async () => (await import('../document/changed.tsx')).Changed);

interface Work {
  readonly version: Shown<'version'>;
  readonly title: string;
  readonly crew: readonly Member[];
  /** Of the last point of work check of today. */
  readonly checkedAt: string | null;
  /** By the office, for the version in force; null = it did not ask. */
  readonly asked: NonNullable<Shown<'document'>['briefing_asked']> | null;
  /** Nobody has signed since. */
  readonly isAskedAgain: boolean;
}

/** After the work there is a fire watch, checks, and the handing back. */
const goesOn = ['authorised', 'open', 'suspended', 'expired', 'work_complete'];

export function Today({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords();
  const now = useNow();
  const serverNow = now - clockAheadMs();
  const work = useWork(site);
  const permits = useLive(`permits ${site.id}`, () => replica().permits.watch({ site_id: site.id }));
  const status = useLive('status', () => replica().status$) ?? replica().status;
  const running = permits?.filter(({ state }) => goesOn.includes(state)) ?? [];
  const documents = work?.filter(({ version }) => version.document_type !== 'powra') ?? [];
  const checks = work?.filter(({ version }) => version.document_type === 'powra') ?? [];
  const fresh = useFresh(documents);
  const date = useDate(serverNow, work !== undefined);
  useSync(work !== undefined);
  if (fresh !== undefined) return <Changed document={fresh} isNew />;
  return (
    <Frame below={date} room="today" title={site.name}>
      {silentDays(status, now) >= 7 && <Banner tone="stop">{words.silentWeek}</Banner>}
      <AboutApp />
      <Unfinished />
      {work && <Stale work={documents} />}
      {work && <AskedAgain work={documents} />}
      {running.map((permit) => (
        <Ending key={permit.id} now={serverNow} permit={permit} />
      ))}
      <div class="two">
        <div class="stack">
          {!work && <Wait />}
          {work && documents.length === 0 && <p class="none">{words.nothingToday}</p>}
          {documents.map((each) => (
            <DocumentCard key={each.version.id} {...each} />
          ))}
        </div>
        <div class="stack">
          {running.length > 0 && (
            <section aria-label={words.permits} class="card list">
              <h2>{words.permits}</h2>
              <ul>
                {running.map((permit) => (
                  <PermitRow key={permit.id} now={serverNow} permit={permit} />
                ))}
              </ul>
            </section>
          )}
          {documents.length > 0 && (
            <section aria-label={words.beforeStart} class="card list">
              <h2>{words.beforeStart}</h2>
              <ul>
                {documents.map(({ version, title, checkedAt }) => (
                  <Row
                    below={title}
                    end={
                      checkedAt === null ? (
                        <b class="tone-act">{words.startCheck}</b>
                      ) : (
                        <b class="tone-safe">{words.checkDone(clock(checkedAt))}</b>
                      )
                    }
                    href={`/powra/${version.document_id}`}
                    icon="wind"
                    key={version.id}
                    title={words.powra}
                  />
                ))}
                {checks.map(({ version }) => (
                  <Row href={`/d/${version.document_id}`} icon="file-text" key={version.id} title={version.title} />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </Frame>
  );
}

/** Id of a document whose new version has to be briefed again, and nobody has decided about that here. */
function useFresh(work: readonly Work[]): string | undefined {
  const decided = useSignal(postponed);
  const sessions = useSessions();
  return work.find(
    (each) =>
      each.version.rebrief_required &&
      oldOnes(each) > 0 &&
      decided[each.version.document_id] !== each.version.version &&
      sessions[each.version.document_id]?.version !== each.version.version,
  )?.version.document_id;
}

/** In force on this site, those with people left to sign first. */
function useWork(site: Shown<'site'>): readonly Work[] | undefined {
  const records = useCrewRecords();
  const work = useWorkAt(site.id);
  const signoffs = useLive('signoffs', () => replica().signoffs.watch());
  if (!work || !signoffs || !records) return undefined;
  const { documents } = work;
  return work.versions
    .map((version) => {
      const document = documents.find(({ id }) => id === version.document_id);
      const asked = document?.briefing_asked?.version === version.version ? document.briefing_asked : null;
      const crew = crewOf(version, signoffs, records).members;
      return {
        version,
        title: document?.short_title || version.title,
        crew,
        checkedAt: documents.findLast((each) => isCheckOf(version.document_id, each))?.created_at ?? null,
        asked,
        isAskedAgain: asked !== null && !isSignedSince(crew, asked.at),
      };
    })
    .toSorted((a, b) => oldOnes(b) - oldOnes(a) || byTitle(a, b));
}

/** By letters and digits, without the accents of Latin ones: the rules of a language take a slow tablet 50 ms when they are first asked for. */
function byTitle(a: Work, b: Work): number {
  const [first, second] = [a, b].map(({ version: { title } }) => lettersOf(title)) as [string, string];
  return Number(first > second) - Number(first < second);
}

function lettersOf(title: string): string {
  return title
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function isCheckOf(document: string, { powra, created_at: at }: Shown<'document'>): boolean {
  return (
    powra?.parent_document_id === document && new Date(at).toDateString() === new Date(serverTime()).toDateString()
  );
}

function oldOnes({ crew }: Work): number {
  return crew.filter(({ briefed }) => briefed === 'old').length;
}

function Stale({ work }: { readonly work: readonly Work[] }) {
  const words = useWords();
  return work
    .filter((each) => oldOnes(each) > 0 && each.version.rebrief_required)
    .map(({ version, crew }) => {
      const names = crew.filter(({ briefed }) => briefed === 'old').map(({ name }) => name);
      return (
        <Banner href={`/changed/${version.document_id}`} key={version.id} tone="stop">
          <b>{names.length === 1 ? words.stale(names[0] ?? '') : words.staleMany(names.length)}</b> {words.briefAgain}
        </Banner>
      );
    });
}

/** The office asked to brief the version in force again, and nobody has signed since. */
function AskedAgain({ work }: { readonly work: readonly Work[] }) {
  const words = useWords();
  return work
    .filter(({ isAskedAgain }) => isAskedAgain)
    .map(({ version, title, asked }) => (
      <Banner href={`/d/${version.document_id}/brief`} key={version.id} tone="care">
        <b>{words.askedAgain(asked?.by.name ?? '', title)}</b> {asked?.reason}
      </Banner>
    ));
}

const alarmMs = 30 * 60_000;

/** A permit that ends within half an hour, or has ended. */
function Ending({ permit, now }: { readonly permit: Shown<'permit'>; readonly now: number }) {
  const words = useWords();
  const { state, valid_to: end, permit_type: type } = permit;
  const ms = end ? Date.parse(end) - now : Infinity;
  if (!end || ms > alarmMs || state === 'authorised' || state === 'work_complete') return null;
  const name = words.permitTypes[type] ?? type;
  return (
    <Banner href={`/permits/${permit.id}`} tone={ms > 0 ? 'care' : 'stop'}>
      {ms > 0 ? words.permitEnds(name, clock(end)) : words.permitEnded(name, clock(end))}
    </Banner>
  );
}

const mostNames = 4;

function DocumentCard({ version, title, crew }: Work) {
  const words = useWords();
  const done = crew.filter(({ briefed }) => briefed === 'current').length;
  const namesOf = (...states: readonly Member['briefed'][]): string[] =>
    crew.filter(({ briefed }) => states.includes(briefed)).map(({ name }) => name);
  const left = namesOf('missing', 'old');
  const unwilling = namesOf('declined');
  const more = left.length > mostNames ? ` ${words.andMore(left.length - mostNames)}` : '';
  const path = `/field/d/${version.document_id}`;
  return (
    <section aria-label={title} class="card work">
      <VersionPlate version={version} />
      <h2 class="two-lines">{title}</h2>
      {crew.length > 0 && (
        <p class="count">
          <span class="number">{words.count(done, crew.length)}</span> {words.briefedOn(version.version)}
        </p>
      )}
      {crew.length > 0 && <Roster crew={crew} />}
      <p class="second">
        {crew.length === 0
          ? words.nobodyNamed
          : left.length > 0
            ? words.stillToSign(left.slice(0, mostNames).join(', ') + more)
            : unwilling.length === 0 && words.everybody}{' '}
        {unwilling.length > 0 && words.unwilling(unwilling.join(', '))}
      </p>
      <div class="buttons">
        <ButtonLink href={path} icon="file-text">
          {words.read}
        </ButtonLink>
        <ButtonLink href={`${path}/brief`} icon="users" look={left.length > 0 || crew.length === 0 ? 'act' : 'line'}>
          {words.brief}
        </ButtonLink>
      </div>
    </section>
  );
}
