/**
 * One page of the feed as an actor may read it, from a place on (contract, Sync). Scopes that are newly granted, or have to be sent
 * again, come first, one by one, as a snapshot at that place; then the changes since in all covered scopes. It may end at any line.
 */
import type { Db } from '../store/engine/db.ts';
import { inSnapshot } from '../store/snapshot.ts';
import { may, type Actor } from '../../shared/model/access.ts';
import type { Resource } from '../../shared/model/resource.ts';
import { replicatedKinds, resources } from '../../shared/resources/index.ts';
import type { Wanted } from '../../shared/sync/sync.ts';
import { contentHash } from '../../shared/crypto/sha256.ts';
import { mayRead } from '../../shared/visible.ts';
import { changesAfter } from '../store/records/changes.ts';
import { readFeed } from '../store/records/feed.ts';
import { historyPointOf, requireHistory } from '../http/history.ts';
import { movesOut, staleScopes, type ScopeExit } from '../store/records/scopes.ts';
import { startOfFeed, type Place } from './cursor.ts';
import { goneOp, grantOp, opOf, resetScopeOp, revokeOp, type Line } from './ops.ts';

/** Devices drop these by age. */
const expiringKinds: ReadonlySet<string> = new Set(
  Object.values<Resource>(resources).flatMap(({ kind, retention }) => (retention?.expires ? [kind] : [])),
);

export interface PageRequest {
  readonly limit: number;
  readonly maxBytes: number;
  /** Scopes whose checksums differ on the device. */
  readonly resync: readonly string[];
  /** Nothing older of the kinds that expire on devices. */
  readonly evidenceSince?: string | undefined;
}

export interface FeedPage {
  readonly ops: readonly Line[];
  readonly place: Place;
  readonly more: boolean;
  /** False = the replica does not fit any more, so the page starts from the beginning. */
  readonly known: boolean;
  /** Whether something older than `evidenceSince` was left out. */
  readonly withheld: boolean;
  readonly organisationRevision: number;
}

/** The actor as a reader of what the device wants of its grant. */
export function readerOf(actor: Actor, want: Wanted | undefined): Actor {
  if (!want?.projects) return actor;
  const { projects: granted } = actor;
  return { ...actor, projects: [...new Set(want.projects)].filter((id) => granted?.includes(id) ?? true) };
}

/** The scopes of a limited token, including the organisation's own; null = all. */
export function scopesOfActor({ projects }: Actor): readonly string[] | null {
  return projects ? ['', ...projects] : null;
}

export function readableKinds(actor: Actor): string[] {
  return replicatedKinds.filter((kind) => mayRead(kind, actor));
}

/** @param from the device's place; null = none. Throws `history_changed`. */
export function readPage(db: Db, actor: Actor, from: Place | null, request: PageRequest): Promise<FeedPage> {
  return inSnapshot(db, (snapshot) => pageOf(snapshot, actor, from, request));
}

async function pageOf(db: Db, actor: Actor, from: Place | null, request: PageRequest): Promise<FeedPage> {
  const { organisationId } = actor;
  const feed = from ? await requireHistory(db, organisationId, from.history) : await readFeed(db, organisationId);
  const history = historyPointOf(feed);
  const kinds = readableKinds(actor);
  const view = readersView(kinds, confidentialPermissions(actor));
  const scopes = scopesOfActor(actor);
  const fits = from !== null && from.view === view && (from.covered === null) === (scopes === null);
  const stale = fits ? await staleScopes(db, organisationId, Math.max(from.seq, from.floor), from.covered) : [];
  // Sending very many scopes one by one would cost more than everything.
  const known = fits && stale.length <= 50;
  const floor = Math.max(known ? from.floor : 0, ...stale.map(({ seq }) => seq));
  const start = known ? { ...from, history, floor } : await freshStart(db, actor, startOfFeed(view, history));
  const reading = new Reading(db, actor, kinds, request, start);
  if (known) reading.reconcileGrants(scopes, [...stale.map(({ scope }) => scope), ...request.resync]);
  await reading.snapshotScopes(scopes);
  await reading.tailLog(history.seq);
  const { ops, place, more, withheld } = reading;
  return { ops, place, more, known, withheld, organisationRevision: feed?.revision ?? 0 };
}

/** A limited token begins with a snapshot of its scopes; any other reads the feed from its beginning. */
async function freshStart(db: Db, { organisationId, projects }: Actor, start: Place): Promise<Place> {
  if (projects) return { ...start, seq: start.history.seq, covered: [] };
  const swept = await staleScopes(db, organisationId, 0, null);
  return { ...start, floor: Math.max(0, ...swept.map(({ seq }) => seq)) };
}

/** The actor's permissions that reveal more of some bodies: confidential fields, and conflicts about kinds that are not replicated. */
function confidentialPermissions(actor: Actor): string[] {
  const opening = Object.values<Resource>(resources).flatMap(({ confidential, readPermission, replicates, queued }) => [
    ...(confidential ? [confidential.permission] : []),
    // A job is never edited, so no conflict is about it.
    ...(readPermission && !replicates && !queued ? [readPermission] : []),
  ]);
  return [...new Set(opening)].filter((permission) => may(actor, permission)).toSorted();
}

/** Differs for an actor who may read other kinds, or more of a body, than before: the replica does not fit any more. */
export function readersView(kinds: readonly string[], confidential: readonly string[] = []): string {
  return contentHash([kinds.join(), ...confidential].join('+')).slice(-12);
}

class Reading {
  readonly ops: Line[] = [];
  more = false;
  withheld = false;
  place: Place;
  readonly #db: Db;
  readonly #actor: Actor;
  readonly #kinds: readonly string[];
  readonly #evidenceSince: number;
  #rowsLeft: number;
  #bytesLeft: number;

  constructor(db: Db, actor: Actor, kinds: readonly string[], request: PageRequest, place: Place) {
    const { limit, maxBytes, evidenceSince } = request;
    this.#db = db;
    this.#actor = actor;
    this.#kinds = kinds;
    this.#rowsLeft = limit;
    this.#bytesLeft = maxBytes;
    this.#evidenceSince = evidenceSince === undefined ? 0 : Date.parse(evidenceSince);
    this.place = place;
  }

  /** Revokes scopes that the token has lost, and marks those that have to be sent again. */
  reconcileGrants(scopes: readonly string[] | null, asked: readonly string[]): void {
    const { covered, resync, snapshotProgress } = this.place;
    const isGranted = (scope: string): boolean => scopes?.includes(scope) ?? true;
    const held = [...(covered ?? []), ...(snapshotProgress ? [snapshotProgress.scope] : []), ...resync];
    const lost = [...new Set(held)].filter((scope) => !isGranted(scope));
    this.ops.push(...lost.map(revokeOp));
    const again = asked.filter((scope) => isGranted(scope) && (covered?.includes(scope) ?? true));
    const next = [...new Set([...resync.filter(isGranted), ...again])];
    this.place = {
      ...this.place,
      covered: covered && covered.filter((scope) => isGranted(scope) && !next.includes(scope)),
      resync: next,
      snapshotProgress:
        snapshotProgress && isGranted(snapshotProgress.scope) && !again.includes(snapshotProgress.scope)
          ? snapshotProgress
          : null,
    };
  }

  /** Sends whole scopes, one after another, as they were at the place. */
  async snapshotScopes(scopes: readonly string[] | null): Promise<void> {
    while (!this.more) {
      if (!this.place.snapshotProgress && !this.#begin(scopes)) return;
      const { covered, resync, snapshotProgress, seq } = this.place;
      if (!snapshotProgress) return;
      const { rows, more } = await this.#read(snapshotProgress.at, {
        scopes: [snapshotProgress.scope],
        upTo: seq,
        onlyLive: true,
      });
      this.ops.push(...this.#wanted(rows).map((row) => opOf(row, this.#actor)));
      this.place = more
        ? { ...this.place, snapshotProgress: { ...snapshotProgress, at: rows.at(-1)?.seq ?? snapshotProgress.at } }
        : {
            ...this.place,
            snapshotProgress: null,
            covered: covered && [...covered, snapshotProgress.scope].toSorted(),
            resync: resync.filter((scope) => scope !== snapshotProgress.scope),
          };
      this.more = more || this.#isFull();
    }
  }

  /** The changes since in the covered scopes, up to the end of the feed. */
  async tailLog(top: number): Promise<void> {
    if (this.more) return;
    const { covered, seq } = this.place;
    const { organisationId: orgId } = this.#actor;
    // What is committed during this read belongs to a history that the cursor would not name.
    const { rows, more } = await this.#read(seq, { upTo: top, ...(covered ? { scopes: covered } : {}) });
    let end = more ? (rows.at(-1)?.seq ?? seq) : Math.max(top, seq);
    const limit = this.#rowsLeft + rows.length + 1;
    const gone = covered
      ? await movesOut(this.#db, orgId, { kinds: this.#kinds, after: seq, upTo: end, scopes: covered, limit })
      : [];
    const cut = gone.length === limit ? gone.at(-1)?.seq : undefined;
    if (cut !== undefined) end = Math.min(end, cut);
    // A move between two covered scopes needs no line: the record itself follows. On a later page the new scope may be lost, though.
    const isTold = ({ to_scope, current_seq }: ScopeExit): boolean =>
      covered !== null && covered.includes(to_scope) && current_seq !== null && current_seq <= end;
    const lines = [
      // An empty device has nothing to remove.
      ...this.#wanted(rows)
        .filter((row) => seq > 0 || row.deleted === 0)
        .map((row) => ({ seq: row.seq, op: () => opOf(row, this.#actor) })),
      ...gone.filter((move) => !isTold(move)).map((move) => ({ seq: move.seq, op: () => goneOp(move) })),
    ].filter((line) => line.seq <= end);
    if (gone.length > 0) lines.sort((a, b) => a.seq - b.seq);
    this.ops.push(...lines.map(({ op }) => op()));
    this.more = more || cut !== undefined;
    this.place = { ...this.place, seq: end, floor: this.place.floor > end ? this.place.floor : 0 };
  }

  #begin(scopes: readonly string[] | null): boolean {
    const { covered, resync } = this.place;
    const again = resync[0];
    const scope = again ?? scopes?.find((each) => !covered?.includes(each));
    if (scope === undefined) return false;
    if (again !== undefined) this.ops.push(resetScopeOp(scope));
    else if (scope !== '') this.ops.push(grantOp(scope));
    this.place = { ...this.place, snapshotProgress: { scope, at: 0 } };
    return true;
  }

  async #read(
    after: number,
    within: { readonly scopes?: readonly string[]; readonly upTo: number; readonly onlyLive?: boolean },
  ) {
    const page = await changesAfter(this.#db, this.#actor.organisationId, after, {
      ...within,
      kinds: this.#kinds,
      limit: Math.max(1, this.#rowsLeft),
      maxBytes: Math.max(1, this.#bytesLeft),
    });
    this.#rowsLeft -= page.rows.length;
    this.#bytesLeft -= page.rows.reduce((sum, { body }) => sum + body.length, 0);
    return page;
  }

  /** Without what the device would drop at once for its age. */
  #wanted<Row extends { readonly kind: string; readonly created_at: string }>(rows: readonly Row[]): readonly Row[] {
    const wanted = rows.filter(
      ({ kind, created_at: at }) => !expiringKinds.has(kind) || Date.parse(at) >= this.#evidenceSince,
    );
    this.withheld ||= wanted.length < rows.length;
    return wanted;
  }

  #isFull(): boolean {
    return this.#rowsLeft <= 0 || this.#bytesLeft <= 0;
  }
}
