/** Puts a device together from its parts: storage at the bottom, rules and outbox above it, the exchange beside them. */
import { distinctUntilChanged, map, skip } from 'rxjs';
import { releasedSteps } from '../shared/upgrade/steps.ts';
import { currentSchema } from '../shared/upgrade/upgrade.ts';
import { Mutator, type MutatorContext } from './write/mutator.ts';
import { startAutoSync, type AutoSync, type Poke } from './sync/auto-sync.ts';
import { brief } from './write/brief.ts';
import { startClock } from './base/clock.ts';
import { checkCompliance } from './write/compliance.ts';
import type { ReplicaDatabase } from './disk/database.ts';
import type { Device } from './device-type.ts';
import { SyncLoop } from './sync/sync-loop.ts';
import { SyncCycle, type SyncSummary } from './sync/sync-cycle.ts';
import { Journal } from './disk/journal.ts';
import type { DeviceOptions } from './base/options.ts';
import { finishLogOut, logOut, UnsentWorkError } from './log-out.ts';
import { Outbox } from './outbox.ts';
import { verifyReplica } from './sync/checksum.ts';
import { isUnanswered } from './disk/outbox-command.ts';
import { permitView } from './permits.ts';
import { Photos, type WaitingPhoto } from './sync/photos.ts';
import { uuidFrom } from './base/random-id.ts';
import { Records } from './disk/records.ts';
import { reorder } from './write/reorder.ts';
import { reportIncident } from './write/report.ts';
import { Replica } from './view/replica.ts';
import { resolveConflict } from './write/resolve-conflict.ts';
import { sign, type SigningDevice } from './write/sign.ts';
import { statusOf, watchStatus, type Status } from './sync/status.ts';
import { watchStorage } from './storage-quota.ts';
import { followStream, type LiveStream } from './sync/stream.ts';
import type { Tabs } from './sync/tabs.ts';
import { openEviction } from './sync/eviction.ts';
import { upgradeReplica } from './disk/upgrade-replica.ts';
import { editView, entryView, readView } from './views.ts';
import { SyncTransport } from './sync/sync-transport.ts';

/** `database` and `tabs` are open, and are closed with the device; where this throws, by the caller. `server` is an address without a slash at its end. */
export async function assembleDevice(options: DeviceOptions, database: ReplicaDatabase, tabs: Tabs): Promise<Device> {
  const {
    server,
    now = Date.now,
    random = (bytes) => crypto.getRandomValues(bytes),
    autoSync = true,
    steps = releasedSteps,
  } = options;
  const newId = (): string => uuidFrom(random);
  const fraction = (): number => (random(new Uint8Array(1))[0] ?? 0) / 256;

  const journal = await Journal.open(database, newId);
  const records = new Records(database);
  if (journal.state.logged_out) await finishLogOut(database, journal, records, newId);
  await upgradeReplica(journal, records, steps);
  const replica = new Replica(records, journal, steps);
  const clock = startClock(now, journal.state.clock_offset_ms);
  const context: MutatorContext = { replica, journal, clock, newId, steps };
  const mutator = new Mutator(context);
  const photos = await Photos.open(database, context, mutator);
  const outbox = new Outbox(context, records, mutator, photos, random);
  const tidier = openEviction(options.keep, context, records, mutator);
  await tidier.refetchIfWider();

  const transport = new SyncTransport({
    server,
    token: options.token,
    clock,
    // A browser's own is only to be called on the window.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
  });
  const loop = new SyncLoop(
    new SyncCycle({ journal, records, transport, clock, newId, steps, uploadPhotos: () => photos.upload(transport) }),
    transport,
    tabs,
  );
  const tablet: SigningDevice = {
    id: options.deviceId ?? journal.state.device_id,
    label: options.deviceLabel ?? null,
    appVersion: options.appVersion ?? null,
    isOnline: () => loop.state$.value.online,
  };
  const space = watchStorage(database, records, options.persist);
  const status$ = watchStatus(journal, loop.state$, space.space$, currentSchema(steps), photos.list$);
  const statusNow = (): Status =>
    statusOf(journal.view$.value, loop.state$.value, space.space$.value, currentSchema(steps), photos.list());
  const versions = readView('version', replica);

  let auto: AutoSync | undefined;
  let endLead: (() => void) | undefined;
  const waiting$ = journal.view$.pipe(
    map(({ commands }) => Math.max(0, ...commands.filter(isUnanswered).map(({ id }) => id)) || undefined),
    distinctUntilChanged(),
    skip(1),
  );

  let isTidy = false;
  /** Everything up, everything down, and then the replica within its limits. */
  async function exchange(): Promise<SyncSummary> {
    const summary = await loop.sync();
    if (summary.pulled === 0 && isTidy) return summary;
    isTidy = true;
    // Twice where what was left out is wanted again. What cannot be tidied now is tidied after the next exchange.
    for (let round = 0; round < 2; round++) {
      const dropped = await tidier.run().catch(() => 0);
      if (dropped !== null) break;
      await loop.sync();
    }
    await space.measure();
    return summary;
  }

  function start(): void {
    if (endLead) return;
    loop.markStarted();
    const stream = {
      server,
      WebSocket: options.WebSocket ?? WebSocket,
      greeting: () => ({ token: transport.token, client_id: journal.state.client_id, cursor: journal.state.cursor }),
      random: fraction,
    };
    endLead = tabs.lead(() => {
      let live: LiveStream | undefined;
      let poke: (what: Poke) => void = () => undefined;
      const isLiveAt = (cursor: string | null): boolean => live?.isLiveAt(cursor) ?? false;
      const begun = startAutoSync({
        sync: (what) => (what === 'own' ? loop.push(isLiveAt, () => poke('any')) : exchange()),
        follow: (onPoke) => {
          poke = onPoke;
          const followed = followStream({
            ...stream,
            onPoke: () => onPoke('any'),
            onChange: (frame) => loop.applyLive(frame),
            poll: (ended) => loop.poll(ended),
          });
          live = followed;
          const standing = loop.state$.subscribe(
            ({ phase }) => phase === 'idle' && followed.setCursor(journal.state.cursor),
          );
          const watching = waiting$.subscribe((id) => id !== undefined && onPoke('own'));
          watching.add(photos.list$.pipe(skip(1)).subscribe((list) => list.some(isWaiting) && onPoke('any')));
          return () => (followed.end(), standing.unsubscribe(), watching.unsubscribe());
        },
        random: fraction,
      });
      auto = begun;
      return () => {
        begun.stop();
        if (auto === begun) auto = undefined;
      };
    });
  }

  function halt(): void {
    endLead?.();
    endLead = undefined;
    auto?.stop();
    auto = undefined;
  }

  function stop(): void {
    halt();
    loop.markStopped();
  }

  /** How the tab that exchanges fares is how this one fares; where it has logged out, so has this one. */
  const hearing = tabs.messages$.subscribe((news) => {
    if (news.type === 'line') {
      if (!auto) loop.mirror(news);
    } else {
      transport.token = '';
      stop();
    }
  });

  /** Whoever was frozen may have missed what the other tabs wrote. */
  const catchUp = (): void => {
    records.bypassCache();
    void journal.refresh().catch(() => undefined);
  };
  if (database.multiInstance) {
    hearing.add(loop.state$.subscribe(({ problem }) => problem?.fault === 'taken_over' && catchUp()));
    document.addEventListener('resume', catchUp);
    hearing.add(() => document.removeEventListener('resume', catchUp));
  }

  let closing: Promise<void> | undefined;
  async function shut(): Promise<void> {
    halt();
    hearing.unsubscribe();
    tabs.close();
    await loop.close();
    await mutator.idle();
    await journal.flush();
    journal.view$.complete();
    space.end();
    await database.close();
  }

  if (autoSync) start();
  const close = (): Promise<void> => (closing ??= shut());
  return {
    projects: editView('project', replica, mutator),
    sites: editView('site', replica, mutator),
    documents: editView('document', replica, mutator),
    sections: entryView('section', replica, mutator),
    hazards: entryView('hazard', replica, mutator),
    coshh: entryView('coshh', replica, mutator),
    personnel: entryView('personnel', replica, mutator),
    versions,
    signoffs: readView('signoff', replica),
    conflicts: readView('conflict', replica),
    permits: permitView(replica, mutator, clock),
    workers: readView('worker', replica),
    incidents: readView('incident', replica),
    photos,
    outbox,
    status$,
    get status() {
      return statusNow();
    },
    get clientId() {
      return journal.state.client_id;
    },
    sign: async (request) => {
      const id = await sign(request, context, mutator, tablet);
      space.persist();
      return id;
    },
    reportIncident: (request) => reportIncident(request, context, mutator),
    addPhoto: async (request) => {
      const id = await photos.add(request);
      space.persist();
      return id;
    },
    submitForReview: (id, { reviewer_id: reviewerId, notes } = {}) =>
      mutator.act('document', id, 'submit_review', { reviewer_id: reviewerId ?? null, notes: notes ?? null }),
    resolveConflict: (id, resolution, value) => resolveConflict(replica, mutator, id, resolution, value),
    act: (kind, id, action, args = {}) => mutator.act(kind, id, action, args),
    reorder: (documentId, kind, ids) => reorder(documentId, kind, ids, replica, mutator),
    checkCompliance: (documentId) => checkCompliance(context, documentId),
    brief: (documentId, language) => brief(replica, documentId, language),
    approvedVersion: async (documentId) => (await versions.find({ document_id: documentId, state: 'current' })).at(-1),
    sync: exchange,
    verify: () => verifyReplica(loop, journal),
    evict: async () => {
      const dropped = await tidier.run();
      await space.measure();
      return dropped ?? 0;
    },
    logOut: async (how = {}) => {
      const isGuarded = how.export === undefined && how.keep !== true && how.force !== true;
      const { waiting, refused } = statusNow();
      if (isGuarded && photos.list().length > 0) throw new UnsentWorkError(waiting, refused);
      const quieten = async (): Promise<void> => {
        halt();
        await loop.idle();
        // Of what was delivered, nothing waits in the outbox's space for the next opening.
        if (how.export === undefined && how.keep === true) await database.journal.storageInstance.cleanup(0);
      };
      const isStarted = endLead !== undefined;
      const announce = (): void => tabs.broadcast({ type: 'logged_out' });
      try {
        await logOut(how, { database, records, context, mutator, outbox, photos, pauseSync: quieten, announce, shut });
        closing = Promise.resolve();
      } catch (error) {
        if (isStarted && !closing) start();
        throw error;
      }
    },
    start,
    stop,
    useToken: (token) => {
      loop.useToken(token);
      auto?.resume();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isWaiting({ refused }: WaitingPhoto): boolean {
  return refused === null;
}
