/**
 * Verification that the replica holds exactly what the server holds, by checksum (shared/sync/scope-checksum.ts): after the first sync,
 * then at most once an hour, and on demand. Scopes that differ are fetched again.
 */
import { added, emptyChecksum, everyScope, moreOf, type ScopeChecksum } from '../../shared/sync/scope-checksum.ts';
import { SyncError } from '../base/sync-error.ts';
import type { ConfirmedRow } from '../disk/database.ts';
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

/** The parts of a row that a checksum covers. */
type CheckedRow = Pick<ConfirmedRow, 'id' | 'rev' | 'project_id'>;

/**
 * Rows of a first pull, collected as they are stored, so that they need not be read back for the comparison; in a browser, reading them
 * back takes a fifth of the whole sync.
 */
export class ReceivedRows {
  readonly #rows = new Map<string, CheckedRow>();

  add(ops: readonly FeedOp[]): void {
    for (const { op, id, rev, project_id: project } of ops) {
      if (typeof id !== 'string') continue;
      if (op === 'put')
        this.#rows.set(id, { id, rev: Number(rev), project_id: typeof project === 'string' ? project : '' });
      else this.#rows.delete(id);
    }
  }

  all(): Iterable<CheckedRow> {
    return this.#rows.values();
  }
}

interface Differences {
  /** Scopes whose checksum differs from the server's. */
  readonly differing: readonly string[];
  /** Scopes that the server does not name, and that do not belong here. */
  readonly foreign: readonly string[];
}

/** `sums` = the server's checksums by scope, or one under `*` for everything. */
export function compareChecksums(
  rows: Iterable<CheckedRow>,
  sums: Readonly<Record<string, ScopeChecksum>>,
): Differences {
  const isWhole = Object.hasOwn(sums, everyScope);
  const own = new Map<string, ScopeChecksum>();
  for (const { id, rev, project_id: project } of rows) {
    const scope = isWhole ? everyScope : project;
    own.set(scope, added(own.get(scope) ?? emptyChecksum, moreOf(id, rev)));
  }
  const differs = (scope: string): boolean => {
    const { count, sum } = own.get(scope) ?? emptyChecksum;
    return count !== sums[scope]?.count || sum !== sums[scope]?.sum;
  };
  return {
    differing: Object.keys(sums).filter(differs),
    foreign: [...own.keys()].filter((scope) => !Object.hasOwn(sums, scope)),
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
