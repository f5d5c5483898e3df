/**
 * One turn at a mirror, under its lease: writes what changed in the feed, batch by batch, and then looks at what others changed in the
 * mirror. Each batch ends with a checkpoint in the mirror, so a turn that is cut off at any place goes on there.
 */
import type { Agent } from 'node:https';
import { mirrorKept, mirrorOverruled } from '../../../shared/resources/notices/mirror.ts';
import { insertNotifications } from '../../store/queues/notifications.ts';
import { mirroredKinds, noteMirror, type MirrorProgress } from '../../store/queues/mirror-leases.ts';
import { changesAfter } from '../../store/records/changes.ts';
import { readFeed } from '../../store/records/feed.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import type { MirrorContext } from './context.ts';
import { checkpointId, openCheckpoint, type Checkpoint, type Place } from './checkpoint.ts';
import { designs } from './designs.ts';
import { backOffMs, type MirrorError, mirrorErrorOf, wordsOf } from './failure.ts';
import { correctChanges } from './overrule.ts';
import { openMirrorAgent, openTarget, type Target } from './target.ts';
import { limitsOf, wantedFor } from './wanted.ts';
import { writeDocuments, type Files } from './write.ts';

/** How often others' changes are looked for. */
const checkEveryMs = 15_000;
const batchRows = 200;
const batchBytes = 2 * 1024 * 1024;
/** Of others' changes, in a turn; then it waits like after all of them: a database whose changes never end takes no more time than others. */
const mostPages = 10;

/** Of the versions and sign-offs that only the mirror has. */
const mostNamed = 500;

const recovered = { failures: 0, failure: null, failed_at: null } as const;

/** Somebody changed what was set up, or another process has taken over: this turn is void. */
class LeaseLost extends Error {}

let agent: Agent | undefined;
const targets = new Map<string, { readonly revision: number; readonly target: Target }>();

/** Resolves to the number of documents written; never throws for what the other side does. */
export async function workOnMirror(
  context: MirrorContext,
  mirror: MirrorTable,
  isClosed: () => boolean,
): Promise<number> {
  const turn = new Turn(context, mirror, isClosed);
  const renewing = setInterval(() => void turn.renew(), context.leaseMs / 3).unref();
  try {
    await turn.run(await targetOf(context, mirror));
  } catch (error) {
    if (error instanceof LeaseLost) return turn.written;
    // The next attempt makes the database anew if it was deleted.
    await forget(mirror.id);
    await fail(context, turn, mirrorErrorOf(error)).catch((lost: unknown) => {
      if (!(lost instanceof LeaseLost)) throw lost;
    });
  } finally {
    clearInterval(renewing);
  }
  return turn.written;
}

async function forget(id: string): Promise<void> {
  await targets.get(id)?.target.close();
  targets.delete(id);
}

/** Ends the connections of this process to all mirrors. */
export function closeTargets(): void {
  for (const { target } of targets.values()) void target.close();
  targets.clear();
  agent?.destroy();
  agent = undefined;
}

/** The open database of the mirror, as it is set up now. */
async function targetOf(context: MirrorContext, mirror: MirrorTable): Promise<Target> {
  const known = targets.get(mirror.id);
  if (known?.revision === mirror.revision) return known.target;
  await forget(mirror.id);
  agent ??= openMirrorAgent(context.caFile);
  const target = openTarget(context, mirror, agent);
  targets.set(mirror.id, { revision: mirror.revision, target });
  return target;
}

async function fail({ random, now, log, failed }: MirrorContext, turn: Turn, error: MirrorError): Promise<void> {
  const { id, url, failures } = turn.mirror;
  const wait = backOffMs(failures + 1, Buffer.from(random(4)).readUInt32BE() / 2 ** 32);
  failed(error.reason);
  log.warn(
    { mirror: id, host: new URL(url).host, reason: error.reason, detail: error.detail },
    'a mirror could not be written',
  );
  await turn.end({
    failures: failures + 1,
    failure: wordsOf(error),
    failed_at: new Date(now()).toISOString(),
    due_at: new Date(now() + wait).toISOString(),
  });
}

class Turn {
  readonly #context: MirrorContext;
  readonly #isClosed: () => boolean;
  readonly #files: Files;
  readonly #leftOut: string[] = [];
  mirror: MirrorTable;
  written = 0;

  constructor(context: MirrorContext, mirror: MirrorTable, isClosed: () => boolean) {
    this.#context = context;
    this.mirror = mirror;
    this.#isClosed = isClosed;
    this.#files = {
      blobs: context.blobs,
      organisationId: mirror.org_id,
      leftOut: (id) => void this.#leftOut.push(id),
    };
  }

  async run(target: Target): Promise<void> {
    const { store, now, secrets } = this.#context;
    const { org_id: organisation } = this.mirror;
    const feed = await readFeed(store.db, organisation);
    if (!feed) return;
    const checkpoint = await openCheckpoint(target, { db: store.db, secrets }, this.mirror, feed);
    if (checkpoint.isForged) await this.#tell([checkpointId]);
    let { place } = checkpoint;
    const isNew = place.seq === 0 && place.comparing;
    if (isNew) place = await this.#begin(target, checkpoint, place);
    place = await this.#follow(target, checkpoint, { ...place, history: { seq: feed.seq, head: feed.head } });
    const isDue = isNew || this.mirror.due_at <= new Date(now()).toISOString();
    if (isDue) place = await this.#check(target, checkpoint, place);
    const at = new Date(now()).toISOString();
    await this.end({
      phase: place.comparing ? 'comparing' : 'following',
      ...recovered,
      last_success_at: at,
      ...(isDue ? { due_at: new Date(now() + checkEveryMs).toISOString() } : {}),
    });
  }

  /** While the other side takes its time. If that fails, the next note tells. */
  async renew(): Promise<void> {
    await this.#note({}).catch(() => undefined);
  }

  /** Ends the lease. Throws LeaseLost. */
  async end(progress: MirrorProgress): Promise<void> {
    await this.#note({ ...progress, lease_until: null }, { lease_token: null });
  }

  /** Everything is compared from here on: what is there stays until it turns out to differ. */
  async #begin(target: Target, checkpoint: Checkpoint, place: Place): Promise<Place> {
    await checkpoint.save(place);
    await this.#note({ resync: 0, phase: 'comparing', seq: 0, kept: 0, kept_ids: '[]' });
    this.written += await writeDocuments(target, this.#files, designs);
    return place;
  }

  /** The feed, up to the end that the place names. */
  async #follow(target: Target, checkpoint: Checkpoint, from: Place): Promise<Place> {
    const { store } = this.#context;
    const { org_id: organisation } = this.mirror;
    const limits = limitsOf(this.mirror);
    let place = from;
    for (let more = true; more && !this.#isClosed();) {
      const request = { kinds: mirroredKinds, upTo: place.history.seq, limit: batchRows, maxBytes: batchBytes };
      const batch = await changesAfter(store.db, organisation, place.seq, request);
      const wanted = await wantedFor(store.db, organisation, batch.rows, limits);
      this.written += await writeDocuments(target, this.#files, wanted);
      more = batch.more;
      place = { ...place, seq: more ? (batch.rows.at(-1)?.seq ?? place.seq) : place.history.seq };
      // What was written shows that the other side works: waits begin anew with the next failure. The checkpoint is never ahead of our own word.
      await this.#note({ seq: place.seq, ...(batch.rows.length > 0 ? recovered : {}) });
      if (batch.rows.length > 0) await checkpoint.save(place);
    }
    return place;
  }

  /** What others changed in the mirror. */
  async #check(target: Target, checkpoint: Checkpoint, from: Place): Promise<Place> {
    const { store } = this.#context;
    const limits = limitsOf(this.mirror);
    let place = from;
    for (let pages = 0; pages < mostPages && !this.#isClosed(); pages++) {
      const context = { db: store.db, target, files: this.#files, limits, seq: place.seq };
      const found = await correctChanges(context, place.checked);
      const { more } = found;
      this.written += found.ids.length;
      // While everything is compared, what differs may be what the server itself wrote before.
      if (found.ids.length > 0 && !place.comparing) await this.#tell(found.ids);
      await this.#keep(found.kept);
      const isMoved = found.next !== place.checked || (place.comparing && !more);
      place = { ...place, checked: found.next, comparing: place.comparing && more };
      if (isMoved) await checkpoint.save(place);
      await this.#note({});
      if (!more) break;
    }
    return place;
  }

  async #tell(ids: readonly string[]): Promise<void> {
    const { now, newId, log } = this.#context;
    const { id, url, overruled } = this.mirror;
    const { host } = new URL(url);
    const at = new Date(now()).toISOString();
    const last = ids.at(-1) ?? '';
    log.warn({ mirror: id, host, documents: ids.slice(0, 10), count: ids.length }, 'changes in a mirror were undone');
    const notice = mirrorOverruled(id, host, last, at.slice(0, 10));
    await this.#note(
      { overruled: overruled + ids.length, overruled_id: last, overruled_at: at },
      {},
      { id: newId(), notice, created_at: at },
    );
  }

  /** Names what only the mirror has. */
  async #keep(ids: readonly string[]): Promise<void> {
    const { now, newId, log } = this.#context;
    const { id, url, kept, kept_ids: named } = this.mirror;
    const before = new Set(JSON.parse(named) as string[]); // written below
    const added = ids.filter((each) => !before.has(each));
    if (added.length === 0) return;
    const { host } = new URL(url);
    const at = new Date(now()).toISOString();
    log.warn(
      { mirror: id, host, documents: added.slice(0, 10), count: added.length },
      'a mirror holds sign-offs or versions that this server does not know',
    );
    const some = [...before, ...added].slice(0, mostNamed);
    const notice = mirrorKept(id, host, at.slice(0, 10));
    await this.#note(
      { kept: kept + added.length, kept_ids: JSON.stringify(some) },
      {},
      { id: newId(), notice, created_at: at },
    );
  }

  /** Notes how far the turn is, and renews the lease. Throws LeaseLost. */
  async #note(
    progress: MirrorProgress,
    end: MirrorProgress = {},
    notice?: Parameters<typeof insertNotifications>[2][number],
  ): Promise<void> {
    const { store, now, leaseMs } = this.#context;
    const noted = {
      lease_until: new Date(now() + leaseMs).toISOString(),
      documents_written: this.mirror.documents_written + this.written,
      ...progress,
      ...this.#leftOutNow(),
      ...end,
    };
    const holds = await store.transaction(async (trx) => {
      if (notice) await insertNotifications(trx, this.mirror.org_id, [notice]);
      return await noteMirror(trx, this.mirror, noted);
    });
    if (!holds) throw new LeaseLost();
    this.mirror = { ...this.mirror, ...progress };
  }

  #leftOutNow(): MirrorProgress {
    const last = this.#leftOut.at(-1);
    if (last === undefined) return {};
    const left_out_at = new Date(this.#context.now()).toISOString();
    return { left_out: this.mirror.left_out + this.#leftOut.length, left_out_id: last, left_out_at };
  }
}
