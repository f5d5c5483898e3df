/**
 * What a user with the role contractor_author may see (contract, What a contractor sees). Decides row by row, for the rules of a batch and
 * for the ids in a path; store/records/contractor-access.ts has the same rule as conditions of queries.
 */
import type { Db } from '../store/engine/db.ts';
import { firmOf, type Actor } from '../../shared/model/access.ts';
import { idIn } from '../../shared/model/resource.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { RecordRow } from './record-rows.ts';
import { contractorProjects } from '../store/records/contractor-access.ts';

export interface ContractorAccess {
  readonly firm: string;
  /** Projects in which the contractor has a submission that is neither withdrawn nor removed. */
  readonly projects: ReadonlySet<string>;
}

/** Null for an actor who sees the whole organisation. */
export async function contractorAccessOf(db: Db, actor: Actor): Promise<ContractorAccess | null> {
  const firm = firmOf(actor);
  if (firm === undefined) return null;
  return { firm, projects: new Set(await contractorProjects(db, actor.organisationId, firm)) };
}

/** Id of the record that the row belongs to, which decides whether a contractor sees the row. */
export function holderOf({ kind, document_id, site_id }: RecordRow): string | null {
  return resourceOf(kind).contractorAccess === 'site_id' ? site_id : document_id;
}

/** @param find returns rows by id; must know the holder of this row, otherwise the row counts as invisible */
export function isVisibleTo(
  { firm, projects }: ContractorAccess,
  row: RecordRow,
  find: (id: string) => RecordRow | undefined,
): boolean {
  const resource = resourceOf(row.kind);
  const { contractorAccess: rule } = resource;
  if (rule === 'everybody') return true;
  if (rule === 'contractor_id') return idIn(rule, resource, row) === firm;
  if (rule === 'project_id') return projects.has(idIn(rule, resource, row) ?? '');
  const holder = find(holderOf(row) ?? '');
  return holder !== undefined && holder.id !== row.id && isVisibleTo({ firm, projects }, holder, find);
}
