/** What of the stored records a sender sees while one group of its commands is decided. */
import type { Actor, EarlierLimits, Person } from '../../shared/model/access.ts';
import { isVisibleTo, type ContractorAccess } from './contractor-access.ts';
import { isWithinGrant } from './feed-scopes.ts';
import type { RecordRow } from './record-rows.ts';

export interface Sight {
  readonly actor: Actor;
  readonly author: Person;
  /** Null = of all. */
  readonly projects: readonly string[] | null;
  /** Null = all; else of a contractor. */
  readonly access: ContractorAccess | null;
  /** The group is decided by limits that are over. */
  readonly earlier: EarlierLimits | null;
}

/** False for records outside the actor's projects or contractor (contract, Sync; What a contractor sees), and for what came after its limits ended. */
export function isInSight(
  row: RecordRow,
  { actor, author, projects, access, earlier }: Sight,
  find: (id: string) => RecordRow | undefined,
): boolean {
  if (access && !isVisibleTo(access, row, find)) return false;
  if (!isWithinGrant({ projects }, row, find)) return false;
  if (!earlier || Date.parse(row.created_at) <= earlier.untilMs) return true;
  return [author.id, actor.id].includes(row.created_by) || row.sent_by === actor.id;
}
