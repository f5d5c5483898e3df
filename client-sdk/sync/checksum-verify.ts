/**
 * Verification that the replica holds exactly what the server holds, by checksum (shared/sync/scope-checksum.ts). The sum that the replica
 * keeps is compared after each pull; at most once an hour, on demand, and if that sum differs, all rows are read from the disk again.
 * Scopes that differ are fetched again.
 */
import { added, emptyChecksum, everyScope, moreOf, type ScopeChecksum } from '../../shared/sync/scope-checksum.ts';
import { SyncError } from '../base/sync-error.ts';
import type { ConfirmedRow } from '../disk/database.ts';
import { contentDigest } from '../disk/records-sum.ts';
import type { Journal } from '../disk/journal.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { FeedOp } from '../disk/records.ts';

const intervalMs = 3_600_000;
const maxAttempts = 5;

/** A replica that is limited by `keep` cannot be compared. */
export function isDue(
  { verified_at: last, kept }: Pick<ReplicaMetadata, 'verified_at' | 'kept'>,
  nowMs: number,
): boolean {
  return kept === null && (last === null || Math.abs(nowMs - Date.parse(last)) >= intervalMs);
}

/** Ids of a first pull: as long as none comes twice, its rows are new to the storage, and need not be looked up. */
export class FirstPull {
  readonly #ids = new Set<unknown>();

  areNew(ops: readonly FeedOp[]): boolean {
    const ids = ops.map(({ id }) => id);
    const isNew = new Set(ids).size === ids.length && !ids.some((id) => this.#ids.has(id));
    for (const id of ids) this.#ids.add(id);
    return isNew;
  }
}

/** Whether the replica has as much as the server says for all scopes together. */
export function isSameSum(own: ScopeChecksum, sums: Readonly<Record<string, ScopeChecksum>>): boolean {
  const { count, sum } = Object.values(sums).reduce(added, emptyChecksum);
  return own.count === count && own.sum === sum;
}

export interface Differences {
  /** Scopes whose checksum differs from the server's. */
  readonly differing: readonly string[];
  /** Scopes that the server does not name, and that do not belong here. */
  readonly foreign: readonly string[];
  /** Ids of rows that are not what they came as. */
  readonly damaged: readonly string[];
  /** Over all others; null = as the replica has it. */
  readonly total: ScopeChecksum | null;
}

/** Of what the rows say now. `sums` = the server's checksums by scope, or one under `*` for everything. */
export function compareChecksums(
  rows: readonly ConfirmedRow[],
  generation: number,
  sums: Readonly<Record<string, ScopeChecksum>>,
): Differences {
  const isWhole = Object.hasOwn(sums, everyScope);
  const own = new Map<string, ScopeChecksum>();
  const damaged: string[] = [];
  const damagedScopes = new Set<string>();
  let total = emptyChecksum;
  for (const row of rows) {
    const scope = isWhole ? everyScope : row.project_id;
    const digest = contentDigest(row);
    if (digest === row.digest && row.generation <= generation) total = added(total, moreOf(digest));
    else {
      damaged.push(row.id);
      damagedScopes.add(scope);
    }
    own.set(scope, added(own.get(scope) ?? emptyChecksum, moreOf(digest)));
  }
  const differs = (scope: string): boolean => {
    const { count, sum } = own.get(scope) ?? emptyChecksum;
    return count !== sums[scope]?.count || sum !== sums[scope]?.sum || damagedScopes.has(scope);
  };
  return {
    differing: Object.keys(sums).filter(differs),
    foreign: [...own.keys()].filter((scope) => !Object.hasOwn(sums, scope)),
    damaged,
    total,
  };
}

/** On demand: true if the replica matched, false if it did not and was fetched again, null if it is limited. Throws a SyncError. */
export async function verifyReplica(
  loop: { readonly sync: () => Promise<unknown> },
  journal: Journal,
): Promise<boolean | null> {
  if (journal.state.kept !== null) return null;
  const { mismatches } = journal.state;
  await journal.change(() => ({ state: { verified_at: null } }));
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await loop.sync();
    if (journal.state.mismatches > mismatches) return false;
    if (journal.state.verified_at !== null) return true;
  }
  throw new SyncError('busy', 'The records change too quickly to be compared; try again later.');
}
