/** The field app as a whole: the screen that the address names, once the tablet is enrolled. */
import { beginSync, begun, replica, tablet } from './base/device.ts';
import { during, later } from './frame/later.tsx';
import { UnlessArchived } from './brief/unless-archived.tsx';
import { beginsWork, useUnderWay } from './archived/under-way.ts';
import { useStopped } from './base/stop.ts';
import { usePlace } from './base/place.ts';
import { useLive, useSignal } from './base/signal.ts';
import { useSite } from './base/site.ts';
import { keysKept } from './base/kept.ts';
import { decidedPrefix } from './powra/begun.ts';
import { drafts } from './report/kept-drafts.ts';
import { Today } from './today/today.tsx';
import { useEffect } from 'preact/hooks';
import { Wait } from './frame/said.tsx';

const Enrol = later(async () => (await import('./enrol/enrol.tsx')).Enrol);
const ChooseSite = later(async () => (await import('./enrol/choose-site.tsx')).ChooseSite);
const Archived = later(async () => (await import('./archived/archived.tsx')).Archived);
const Broken = later(async () => (await import('./broken/broken.tsx')).Broken);
const Edit = later(async () => (await import('./document/edit/edit.tsx')).Edit);
const Changed = later(async () => (await import('./document/changed.tsx')).Changed);
const Briefing = later(async () => (await import('./brief/briefing.tsx')).Briefing);
const ChooseWork = later(async () => (await import('./brief/choose-work.tsx')).ChooseWork);
const Sign = later(async () => (await import('./brief/sign.tsx')).Sign);
const Reading = later(async () => (await import('./brief/reading.tsx')).Reading);
const OwnPhone = later(async () => (await import('./brief/own-phone.tsx')).OwnPhone);
const Sending = later(async () => (await import('./sending/sending.tsx')).Sending);
const Report = later(async () => (await import('./report/report.tsx')).Report);
const Stop = later(async () => (await import('./report/stop.tsx')).Stop);
const Permits = later(async () => (await import('./permits/permits.tsx')).Permits);
const Permit = later(async () => (await import('./permits/permit.tsx')).Permit);
const Powra = later(async () => (await import('./powra/powra.tsx')).Powra);
const More = later(async () => (await import('./more/more.tsx')).More);

const keepPictures = async () => (await import('./document/keep-pictures.ts')).keepPictures;
const noteFirstVersions = async () => (await import('./document/shown-versions.ts')).noteFirstVersions;
const watchDues = async () => (await import('./permits/time/alarm.ts')).watchDues;

/** Before there is a replica. */
const unknown = { subscribe: () => ({ unsubscribe: () => undefined }) };

export function Field() {
  const state = useSignal(tablet);
  // Every screen is drawn again, so each may read settings and language from the replica as it is drawn.
  useLive(state.is === 'open' ? state.device.deviceId : '', () =>
    state.is === 'open' ? state.device.organisation$ : unknown,
  );
  const [room] = usePlace();
  const isEnrolling = state.is === 'open' && room === 'enrol';
  useEffect(() => {
    if (isEnrolling) beginSync();
  }, [isEnrolling]);
  if (state.is === 'broken') return <Broken enrolment={state.enrolment} error={state.error} />;
  if (state.is === 'opening') return <Wait />;
  return state.is === 'new' || room === 'enrol' ? <Enrol /> : <Screen />;
}

/** A stop holds up neither a report, nor a look at what was sent. */
const duringStop = new Set(['report', 'sending']);

/** Those that were decided when the tablet was killed, or was elsewhere. */
async function finishChecks(): Promise<void> {
  if ((await keysKept(decidedPrefix)).length > 0) await (await import('./powra/record-check.ts')).finishChecks();
}

function Screen() {
  const syncing = useSignal(begun);
  const { site, sites } = useSite();
  const siteId = site?.id;
  const isSyncing = syncing === replica();
  useEffect(() => (isSyncing ? during(keepPictures) : undefined), [syncing]);
  useEffect(() => (isSyncing ? during(noteFirstVersions) : undefined), [syncing]);
  useEffect(() => (isSyncing && siteId !== undefined ? during(watchDues, siteId) : undefined), [syncing, siteId]);
  const place = usePlace();
  const [room = '', id = '', part = '', entry = '', person = ''] = place;
  const underWay = useUnderWay(site);
  const isStopped = useStopped() !== null;
  const isBegun = Object.keys(useSignal(drafts)).length > 0;
  const isOther = room !== '' || isStopped || Boolean(underWay) || (sites !== undefined && !site);
  useEffect(() => {
    if (isOther) beginSync(); // today's list begins it once it is shown
  }, [isOther]);
  const here = sites?.map((each) => each.id).join();
  useEffect(() => {
    if (here !== undefined) void finishChecks().catch(() => undefined); // Sending leads to what could not be recorded
  }, [here]);
  if (!sites) return <Wait />;
  if (isStopped && !duringStop.has(room)) return <Stop site={site} />;
  if (room === 'sending') return <Sending />;
  if (room === 'more') return <More part={id} />;
  if (room === 'stop') return <Stop site={site} />;
  // Reports and checks that were begun go on, though the tablet was moved to where it has no site.
  if (room === 'report' && (site || id || isBegun)) return <Report id={part} key={part} site={site} step={id} />;
  if (room === 'powra' && (!site || part)) return <Powra document={id} incident={part} site={site} />;
  if (!site) return <ChooseSite sites={sites} />;
  if (underWay === undefined) return <Wait />;
  if (underWay && beginsWork(place, underWay))
    return (
      <ChooseSite sites={sites}>
        <Archived of={underWay} />
      </ChooseSite>
    );
  if (room === 'd' && part === 'brief')
    return (
      <UnlessArchived document={id}>
        {entry === 'own-phone' ? (
          <OwnPhone document={id} key={person} person={person} />
        ) : entry === 'sign' ? (
          <Sign document={id} key={person} person={person} />
        ) : (
          <Briefing document={id} />
        )}
      </UnlessArchived>
    );
  if (room === 'd' && part === 'edit') return <Edit document={id} entry={entry} kind={person} />;
  if (room === 'd') return <Reading document={id} entry={entry} part={part} person={person} />;
  if (room === 'changed') return <Changed document={id} />;
  if (room === 'brief') return <ChooseWork site={site} />;
  if (room === 'powra') return <Powra document={id} incident={part} site={site} />;
  if (room === 'permits') return id ? <Permit id={id} /> : <Permits site={site} />;
  return <Today site={site} />;
}
