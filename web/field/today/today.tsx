/** Today: may we start? What is stale comes first, then each document in force with who still has to sign, then permits. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { isDayOver } from '../../../shared/base/day.ts';
import { dueDay } from '../../../shared/resources/document/conditions.ts';
import { clockAheadMs, useServerTime } from '../base/clock.ts';
import type { Member } from '../base/crew.ts';
import { replica } from '../base/device.ts';
import { useSessions } from '../base/session.ts';
import { useLive, useNow, useSignal } from '../base/signal.ts';
import { clock, day } from '../base/times.ts';
import { useWords } from '../base/words.ts';
import { postponed } from '../document/postponed.ts';
import { Frame } from '../frame/frame.tsx';
import { AboutApp } from '../frame/about-app.tsx';
import { later } from '../frame/later.tsx';
import { Row } from '../frame/row.tsx';
import { PermitRow } from '../permits/permit-row.tsx';
import { byUrgency } from '../permits/time/urgency.ts';
import { Unfinished } from '../report/unfinished.tsx';
import { Roster, VersionPlate, Wait } from '../frame/said.tsx';
import { useDate, useSync } from './after-list.ts';
import { AskedAgain, Dues, Silence, Stale } from './warnings.tsx';
import { oldOnes, useWork, type Work } from './work.ts';

const Changed = later(async () => (await import('../document/changed.tsx')).Changed);
const Newer = later(
  async () => (await import('./newer.tsx')).Newer,
  () => null,
);
const FirstFetch = later(
  async () => (await import('../frame/first-fetch.tsx')).FirstFetch,
  () => null,
);

/** After the work there is a fire watch, checks, and the handing back. */
const goesOn = ['authorised', 'open', 'suspended', 'expired', 'work_complete'];

export function Today({ site }: { readonly site: Shown<'site'> }) {
  const words = useWords();
  const now = useNow();
  const serverNow = now - clockAheadMs();
  const work = useWork(site);
  const permits = useLive(`permits ${site.id}`, () => replica().permits.watch({ site_id: site.id }));
  const status = useLive('status', () => replica().status$) ?? replica().status;
  const running = byUrgency(permits?.filter(({ state }) => goesOn.includes(state)) ?? [], serverNow);
  const documents = work?.filter(({ version }) => version.document_type !== 'powra') ?? [];
  const checks = work?.filter(({ version }) => version.document_type === 'powra') ?? [];
  const minor = documents.filter((each) => each.version.change_significance === 'minor' && oldOnes(each) === 0);
  const fresh = useFresh(documents);
  const date = useDate(serverNow, work !== undefined);
  useSync(work !== undefined);
  if (fresh !== undefined) return <Changed document={fresh} isNew />;
  return (
    <Frame below={date} room="today" title={site.name}>
      {status.verifiedAt === null && status.phase === 'pulling' && <FirstFetch />}
      <Silence now={now} status={status} />
      <AboutApp />
      <Unfinished />
      {work && <Stale work={documents} />}
      {work && <AskedAgain work={documents} />}
      {minor.length > 0 && <Newer work={minor} />}
      <Dues />
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

/**
 * Id of a document whose new version has to be briefed again, and nobody has decided about that here. A minor version upon a material one
 * that this tablet missed is no less new to who signed the one before: their signatures say so, the version in force does not.
 */
function useFresh(work: readonly Work[]): string | undefined {
  const decided = useSignal(postponed);
  const sessions = useSessions();
  return work.find(
    (each) =>
      oldOnes(each) > 0 &&
      decided[each.version.document_id] !== each.version.version &&
      sessions[each.version.document_id]?.version !== each.version.version,
  )?.version.document_id;
}

/** The first day that is over for the organisation, or else that there is something to meet. */
function ToBeMet({ unmet }: Pick<Work, 'unmet'>) {
  const words = useWords();
  const now = new Date(useServerTime()).toISOString();
  const [first] = unmet.flatMap((each) => dueDay(each) ?? []).toSorted((a, b) => (a < b ? -1 : 1));
  if (unmet.length === 0) return null;
  if (first === undefined || !isDayOver(first, now, replica().timezone))
    return <b class="tone-care">{words.onConditions}</b>;
  return <b class="tone-stop">{words.conditionWasDue(day(`${first}T00:00`))}</b>;
}

const mostNames = 4;

function DocumentCard({ version, title, crew, lead, unmet }: Work) {
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
      <ToBeMet unmet={unmet} />
      <h2 class="two-lines">{title}</h2>
      {lead && <p class="second">{lead}</p>}
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
