/** Finds what a path names: missing, removed, of another kind or of another organisation, all give the same 404. */
import { Problem } from '../../../shared/model/problem.ts';
import type { Actor } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { Kind } from '../../../shared/resources/index.ts';
import { isInProjects } from '../../commit/feed-scopes.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByDocuments, loadByIds } from '../../store/records/records.ts';
import type { Store } from '../../store/store.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Throws `not_found`. */
export async function find(db: Store['db'], organisationId: string, kind: Kind, id: string): Promise<StoredRecord> {
  const [row] = await loadByIds(db, organisationId, [idOf(kind, id)]);
  if (!row || row.kind !== kind || row.deleted !== 0) throw missing(kind);
  return toRecord(row);
}

/** The same for an actor that may be limited to projects: what is outside them counts as missing. */
export async function findWithin(
  db: Store['db'],
  { organisationId, projects }: Pick<Actor, 'organisationId' | 'projects'>,
  kind: Kind,
  id: string,
): Promise<StoredRecord> {
  const found = await find(db, organisationId, kind, id);
  if (!(await isInProjects(db, organisationId, found.id, projects))) throw missing(kind);
  return found;
}

/** An id in the form that the store uses; throws `not_found` for anything that is not an id. */
export function idOf(what: string, id: string): string {
  const lower = id.toLowerCase();
  if (!uuid.test(lower)) throw missing(what);
  return lower;
}

export function missing(what: string): Problem {
  return new Problem('not_found', `There is no ${what} with this id.`);
}

/** The live records of these kinds that belong to a document, in order. */
export async function childrenOf(
  db: Store['db'],
  organisationId: string,
  documentId: string,
  kinds: readonly Kind[],
): Promise<StoredRecord[]> {
  return await childrenOfAll(db, organisationId, [documentId], kinds);
}

/** The same of several documents. */
export async function childrenOfAll(
  db: Store['db'],
  organisationId: string,
  documentIds: readonly string[],
  kinds: readonly Kind[],
): Promise<StoredRecord[]> {
  const rows = await loadByDocuments(db, organisationId, documentIds, kinds);
  return rows.filter((row) => row.deleted === 0).map(toRecord);
}
