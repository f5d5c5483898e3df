/**
 * What somebody of the role contractor_author may know of (contract, What a contractor sees): judged on rows, for the rules of a batch and
 * for what a path names; lists ask the store for the same (store/own-part.ts).
 */
import type { Db } from '../store/engine/db.ts';
import { firmOf, type Actor } from '../../shared/model/access.ts';
import { idIn } from '../../shared/model/resource.ts';
import { resourceOf } from '../../shared/resources/index.ts';
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

/** The record that the row belongs to, on which it depends whether a contractor sees it. */
export function holderOf({ kind, document_id, site_id }: RecordRow): string | null {
  return resourceOf(kind).contractorAccess === 'site_id' ? site_id : document_id;
}

/** @param find rows by id, among them the holder of this one; no contractor sees what it does not find */
export function isInPart(
  { firm, projects }: OwnPart,
  row: RecordRow,
  find: (id: string) => RecordRow | undefined,
): boolean {
  const resource = resourceOf(row.kind);
  const { contractorAccess: access } = resource;
  if (access === 'everybody') return true;
  if (access === 'contractor_id') return idIn(access, resource, row) === firm;
  if (access === 'project_id') return projects.has(idIn(access, resource, row) ?? '');
  const holder = find(holderOf(row) ?? '');
  return holder !== undefined && holder.id !== row.id && isInPart({ firm, projects }, holder, find);
}
