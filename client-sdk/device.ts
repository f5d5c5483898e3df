/** Puts a device together from its parts: storage at the bottom, rules and outbox above it, the exchange beside them. */
import { distinctUntilChanged, map, skip } from 'rxjs';
import { Author, type Tools } from './author.ts';
import { startAutoSync, type AutoSync } from './auto-sync.ts';
import { brief } from './brief.ts';
import { startClock } from './clock.ts';
import { checkCompliance } from './compliance.ts';
import { openDatabase } from './database.ts';
import type { Device } from './device-type.ts';
import { Engine } from './engine.ts';
import { Exchange } from './exchange.ts';
import { Journal } from './journal.ts';
import type { DeviceOptions } from './options.ts';
import { Outbox } from './outbox.ts';
import { isUnsettled } from './outbox-command.ts';
import { permitView } from './permits.ts';
import { uuidFrom } from './random-id.ts';
import { Records } from './records.ts';
import { reorder } from './reorder.ts';
import { reportIncident } from './report.ts';
import { Replica } from './replica.ts';
import { settle } from './settle.ts';
import { sign, type Tablet } from './sign.ts';
import { statusOf, watchStatus } from './status.ts';
import { followStream } from './stream.ts';
import { editView, entryView, readView } from './views.ts';
import { Wire } from './wire.ts';

/** Opens the replica in `storage`, making it on the first day. Needs no network. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { now = Date.now, random = (bytes) => crypto.getRandomValues(bytes), autoSync = true } = options;
  const server = options.server.replace(/\/+$/, '');
  const newId = (): string => uuidFrom(random);
  const fraction = (): number => (random(new Uint8Array(1))[0] ?? 0) / 256;

  const database = await openDatabase(options.storage, options.name ?? 'sitefile');
  const journal = await Journal.open(database, newId);
  const records = new Records(database);
  const replica = new Replica(records, journal);
  const clock = startClock(now, journal.state.clock_offset_ms);
  const tools: Tools = { replica, journal, clock, newId };
  const author = new Author(tools);
  const outbox = new Outbox(tools, records, author);

  const wire = new Wire({
    server,
    token: options.token,
    clock,
    fetch: options.fetch ?? fetch,
    timeoutMs: options.timeoutMs ?? 30_000,
  });
  const engine = new Engine(new Exchange({ journal, records, wire, clock, newId }), wire);
  const tablet: Tablet = {
    id: options.deviceId ?? journal.state.device_id,
    label: options.deviceLabel ?? null,
    appVersion: options.appVersion ?? null,
    isOnline: () => engine.line$.value.online,
  };
  const status$ = watchStatus(journal, engine.line$);
  const versions = readView('version', replica);

  let auto: AutoSync | undefined;
  const waiting$ = journal.view$.pipe(
    map(({ commands }) => Math.max(0, ...commands.filter(isUnsettled).map(({ id }) => id)) || undefined),
    distinctUntilChanged(),
    skip(1),
  );

  function start(): void {
    if (auto) return;
    const stream = {
      server,
      WebSocket: options.WebSocket ?? WebSocket,
      greeting: () => ({ token: wire.token, client_id: journal.state.client_id, cursor: journal.state.cursor }),
      random: fraction,
    };
    auto = startAutoSync({
      sync: () => engine.sync(),
      follow: (onPoke) => {
        const unfollow = followStream({ ...stream, onPoke });
        const watching = waiting$.subscribe((id) => id !== undefined && onPoke());
        return () => (unfollow(), watching.unsubscribe());
      },
      random: fraction,
    });
  }

  function stop(): void {
    auto?.stop();
    auto = undefined;
    engine.rest();
  }

  let closing: Promise<void> | undefined;
  async function shut(): Promise<void> {
    auto?.stop();
    await engine.close();
    await author.alone(() => journal.flush());
    journal.view$.complete();
    await database.close();
  }

  if (autoSync) start();
  const close = (): Promise<void> => (closing ??= shut());
  return {
    projects: editView('project', replica, author),
    sites: editView('site', replica, author),
    documents: editView('document', replica, author),
    sections: entryView('section', replica, author),
    hazards: entryView('hazard', replica, author),
    coshh: entryView('coshh', replica, author),
    personnel: entryView('personnel', replica, author),
    versions,
    signoffs: readView('signoff', replica),
    conflicts: readView('conflict', replica),
    permits: permitView(replica, author, clock),
    workers: readView('worker', replica),
    incidents: readView('incident', replica),
    outbox,
    status$,
    get status() {
      return statusOf(journal.view$.value, engine.line$.value);
    },
    get clientId() {
      return journal.state.client_id;
    },
    sign: (request) => sign(request, tools, author, tablet),
    reportIncident: (request) => reportIncident(request, tools, author),
    submitForReview: (id, { reviewer_id: reviewerId, notes } = {}) =>
      author.act('document', id, 'submit_review', { reviewer_id: reviewerId ?? null, notes: notes ?? null }),
    settle: (id, resolution, value) => settle(replica, author, id, resolution, value),
    act: (kind, id, action, args = {}) => author.act(kind, id, action, args),
    reorder: (documentId, kind, ids) => reorder(documentId, kind, ids, replica, author),
    checkCompliance: (documentId) => checkCompliance(tools, documentId),
    brief: (documentId, language) => brief(replica, documentId, language),
    approvedVersion: async (documentId) => (await versions.find({ document_id: documentId, state: 'current' })).at(-1),
    sync: () => engine.sync(),
    start,
    stop,
    useToken: (token) => {
      engine.useToken(token);
      auto?.resume();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
