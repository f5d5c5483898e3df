/** The parts of a device, each opened on top of the one before: storage, rules and outbox, then sync. */
import { once } from '../shared/base/once.ts';
import { releasedSteps } from '../shared/upgrade/steps.ts';
import { currentSchema } from '../shared/upgrade/upgrade.ts';
import { startClock } from './base/clock.ts';
import type { DeviceOptions } from './base/options.ts';
import { uuidFrom } from './base/random-id.ts';
import { TokenSessions } from './base/token-session.ts';
import { Copies } from './disk/copies.ts';
import type { ReplicaDatabase } from './disk/database.ts';
import { Journal } from './disk/journal.ts';
import { Records } from './disk/records.ts';
import { doubted, rememberedTime } from './disk/remembered-time.ts';
import { SettledCommands } from './disk/settled-commands.ts';
import { upgradeReplica } from './disk/upgrade-replica.ts';
import { dropConfirmed, finishLogOut } from './disk/finish-log-out.ts';
import { Outbox } from './outbox.ts';
import { StorageQuota } from './storage-quota.ts';
import { Eviction } from './sync/eviction.ts';
import { limitsOf } from './sync/eviction-plan.ts';
import { followTabs } from './sync/follow-tabs.ts';
import { FullSync } from './sync/full-sync.ts';
import { LiveSync } from './sync/live-sync.ts';
import { Photos } from './sync/photos.ts';
import { Pictures } from './sync/pictures.ts';
import { SyncCycle } from './sync/sync-cycle.ts';
import { SyncLoop } from './sync/sync-loop.ts';
import { SyncTransport } from './sync/sync-transport.ts';
import { Sending, type Tabs } from './sync/tabs.ts';
import { Replica } from './view/replica.ts';
import { Mutator } from './write/mutator.ts';
import { ActRefresher } from './write/refresh-acts.ts';

export type DeviceParts = Awaited<ReturnType<typeof openParts>>;

/** Both are open; `close` closes them, and where this throws, the caller does. */
export async function openParts(options: DeviceOptions, database: ReplicaDatabase, tabs: Tabs) {
  const { server, now = Date.now, random = fillRandomly, steps = releasedSteps, timeoutMs = 30_000 } = options;
  const newId = (): string => uuidFrom(random);

  const journal = await Journal.open(database, newId);
  const records = new Records(database);
  const settled = new SettledCommands(database);
  if (journal.state.logged_out) await finishLogOut(database, journal, newId);
  journal.bind();
  const copies = new Copies(database, journal);
  if (journal.state.drops_records) await dropConfirmed(journal, records, settled, copies);
  await upgradeReplica(journal, records, steps);
  // Without a clock of its own, a caller's time is taken as even.
  const elapsed = options.elapsed ?? (options.now ? now : () => performance.now());
  const clock = startClock(now, rememberedTime(journal), elapsed);
  const doubt = doubted(clock, journal.state);
  if ('clock_offset_ms' in doubt) await journal.change(() => ({ state: doubt }));
  const sessions = new TokenSessions(options.token);
  const context = { replica: new Replica(records, journal, steps), journal, clock, sessions, newId, steps, random };
  const mutator = new Mutator(context);
  const photos = await Photos.open(database, context, mutator, options.withheldPhotos);
  const sending = new Sending();
  const outbox = new Outbox({ context, records, settled, sending, mutator, photos, random });
  const eviction = new Eviction(options.keep, context, records, mutator);
  await eviction.refetchIfWider();

  // The browser's own `fetch` throws unless it is called on the window.
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const transport = new SyncTransport({ server, sessions, clock, fetch: send, timeoutMs });
  const pictures = new Pictures({ copies, photos, server, sessions, fetch: send, timeoutMs });
  const uploadPhotos = (): AsyncGenerator<void> => photos.upload(transport);
  const hasFile = (id: string): boolean => photos.hasFile(id);
  const want = options.keep?.projects && { projects: [...options.keep.projects] };
  const limits = options.keep ? limitsOf(options.keep) : null;
  const cycle = new SyncCycle({
    journal,
    records,
    settled,
    transport,
    clock,
    steps,
    want,
    limits,
    uploadPhotos,
    hasFile,
    showSending: (ids) => sending.show(ids, tabs),
  });
  const loop = new SyncLoop(cycle, transport, tabs);
  const storage = new StorageQuota(database, records, options.persist);
  const acts = new ActRefresher(context, mutator);
  const fullSync = new FullSync(loop, eviction, acts, () => storage.measure());
  const stream = {
    server,
    WebSocket: options.WebSocket ?? WebSocket,
    greeting: () => {
      const { cursor, answered } = journal.state;
      return { token: sessions.current.token, cursor, answered, want };
    },
    // Then HTTP takes over, which has as long again and more.
    patienceMs: timeoutMs / 3,
    random: () => (random(new Uint8Array(1))[0] ?? 0) / 256,
  };
  const live = new LiveSync({ tabs, loop, fullSync, transport, journal, photos$: photos.list$, stream });
  const unfollow = followTabs({ database, tabs, journal, records, loop, live, sending });
  const signingDevice = {
    id: options.deviceId ?? journal.state.device_id,
    label: options.deviceLabel ?? null,
    appVersion: options.appVersion ?? null,
    isOnline: () => loop.state$.value.online,
  };
  const own = { records, settled, copies, photos, pictures, outbox };
  const parts = { ...own, database, tabs, context, mutator, storage, loop, fullSync, live };
  // Work is here that nobody can make again.
  if (journal.commands.waiting + photos.list().length > 0) storage.persist();
  const close = once(async () => {
    unfollow();
    await closeParts(parts);
  });
  return { ...parts, signingDevice, schema: currentSchema(steps), close };
}

/** Everything that was changed before is stored afterwards. */
async function closeParts(parts: Omit<DeviceParts, 'signingDevice' | 'schema' | 'close'>): Promise<void> {
  const { live, tabs, loop, mutator, context, storage, database } = parts;
  live.pause();
  tabs.close();
  await loop.close();
  await mutator.idle();
  await context.journal.flush();
  context.journal.view$.complete();
  storage.close();
  await database.close();
}

function fillRandomly(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return crypto.getRandomValues(bytes);
}
