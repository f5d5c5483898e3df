/**
 * What somebody of the role contractor_author may know of (contract, What a contractor sees): judged on rows, for the rules of a batch and
 * for what a path names; lists ask the store for the same (store/own-part.ts).
 */
import type { Db } from '../store/engine/db.ts';
import { firmOf, type Actor } from '../../shared/model/access.ts';
import type { RecordRow } from './record-rows.ts';
import { contractorProjects } from '../store/records/contractor-access.ts';

export interface OwnPart {
  readonly firm: string;
  /** Those with a submission of the contractor that is neither withdrawn nor removed. */
  readonly projects: ReadonlySet<string>;
}

/** Null for whoever sees the whole organisation. */
export async function ownPartOf(db: Db, actor: Actor): Promise<OwnPart | null> {
  const firm = firmOf(actor);
  if (firm === undefined) return null;
  return { firm, projects: new Set(await contractorProjects(db, actor.organisationId, firm)) };
}

/** The record that the row belongs to, on which it depends whose part it is. */
export function holderOf({ kind, document_id, site_id }: RecordRow): string | null {
  return kind === 'photo' ? site_id : document_id;
}

/** @param find rows by id, among them the holder of this one; what it does not find is nobody's */
export function isInPart(
  { firm, projects }: OwnPart,
  row: RecordRow,
  find: (id: string) => RecordRow | undefined,
): boolean {
  switch (row.kind) {
    case 'contractor':
      return row.id === firm;
    case 'project':
      return projects.has(row.id);
    case 'site':
      return row.project_id !== null && projects.has(row.project_id);
    case 'document':
    case 'submission':
      return row.contractor_id === firm;
    // Rules look at users, as at a reviewer; no path that the role may call names one.
    case 'user':
      return true;
    default: {
      const holder = find(holderOf(row) ?? '');
      return holder !== undefined && holder.id !== row.id && isInPart({ firm, projects }, holder, find);
    }
  }
}
