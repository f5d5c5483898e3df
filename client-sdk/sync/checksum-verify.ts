/**
 * The proof that this replica holds exactly what the server holds (shared/sync/scope-checksum.ts): after the first exchange, then at most once an
 * hour, and whenever somebody asks. What differs is fetched again.
 */
import { added, emptySum, everyScope, moreOf, type ScopeSum } from '../../shared/sync/scope-checksum.ts';
import type { ConfirmedRow } from '../disk/database.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { FeedOp } from '../disk/records.ts';

const everyMs = 3_600_000;

/** A replica that holds less on purpose cannot be compared. */
export function isDue(
  { verified_at: last, kept }: Pick<ReplicaMetadata, 'verified_at' | 'kept'>,
  nowMs: number,
): boolean {
  return kept === null && (last === null || Math.abs(nowMs - Date.parse(last)) >= everyMs);
}

export interface Differences {
  /** Scopes that hold other records than the server says. */
  readonly differing: readonly string[];
  /** Scopes of which the server says nothing, and that have no place here. */
  readonly foreign: readonly string[];
}

/** As far as a sum looks into a row. */
type Counted = Pick<ConfirmedRow, 'id' | 'rev' | 'project_id'>;

/**
 * What the first exchange has brought into an empty replica, noted as it was stored: so that it is compared at once and not read back
 * first, which would take a browser a fifth of the whole exchange.
 */
export class ReceivedRows {
  readonly #rows = new Map<string, Counted>();

  note(ops: readonly FeedOp[]): void {
    for (const { op, id, rev, project_id: project } of ops) {
      if (typeof id !== 'string') continue;
      if (op === 'put')
        this.#rows.set(id, { id, rev: Number(rev), project_id: typeof project === 'string' ? project : '' });
      else this.#rows.delete(id);
    }
  }

  all(): Iterable<Counted> {
    return this.#rows.values();
  }
}

/** `sums` = what the server says, by scope, or under `*` of everything. */
export function compareChecksums(rows: Iterable<Counted>, sums: Readonly<Record<string, ScopeSum>>): Differences {
  const isWhole = Object.hasOwn(sums, everyScope);
  const mine = new Map<string, ScopeSum>();
  for (const { id, rev, project_id: project } of rows) {
    const scope = isWhole ? everyScope : project;
    mine.set(scope, added(mine.get(scope) ?? emptySum, moreOf(id, rev)));
  }
  const differs = (scope: string): boolean => {
    const { count, sum } = mine.get(scope) ?? emptySum;
    return count !== sums[scope]?.count || sum !== sums[scope]?.sum;
  };
  return {
    differing: Object.keys(sums).filter(differs),
    foreign: [...mine.keys()].filter((scope) => !Object.hasOwn(sums, scope)),
  };
}
