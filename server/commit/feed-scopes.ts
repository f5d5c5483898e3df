/**
 * Assigns each record to its scope (contract, Sync): the project that it belongs to directly, or through its document, its site, or the
 * record that it is about. Computed under the lock for every row that a commit writes. When a row moves to another scope, its dependents
 * move in the same transaction.
 */
import type { Db } from '../store/engine/db.ts';
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { Body } from '../../shared/model/record.ts';
import { idIn, type Resource } from '../../shared/model/resource.ts';
import { resourceOf, resources } from '../../shared/resources/index.ts';
import type { RecordRow } from './record-rows.ts';
import { loadByDocuments, loadByIds, loadBySites, loadByTypes } from '../store/records/records.ts';
import type { Replacement } from '../store/records/scopes.ts';
import type { WriteTransaction } from '../store/write.ts';

type Find = (id: string) => RecordRow | undefined;

/** Empty = the whole organisation. If a parent is missing, the row keeps its scope. */
export function scopeOf(row: RecordRow, find: Find): string {
  const own = idIn('project_id', resourceOf(row.kind), row);
  if (own !== null) return own;
  let known = true;
  for (const id of parentsOf(row)) {
    const parent = find(id);
    if (!parent) known = false;
    const scope = parent && parent.id !== row.id ? scopeOf(parent, find) : '';
    if (scope !== '') return scope;
  }
  return known ? '' : row.scope;
}

function parentsOf(row: RecordRow): string[] {
  if (idIn('project_id', resourceOf(row.kind), row) !== null) return [];
  // A conflict belongs to the record it is about, not to its `document_id`: a permit may belong to another project than its form.
  const about = aboutOf(row);
  if (about !== undefined) return [about ?? row.document_id].filter((id) => id !== null);
  return [row.document_id, row.site_id].filter((id) => id !== null);
}

/** As `scopeOf`, once all referenced rows have been read. If the record that a conflict is about was swept, its document decides. */
function scopeAmong(row: RecordRow, find: Find): string {
  const about = aboutOf(row);
  const isOrphan = about !== undefined && !find(about ?? '');
  const document = isOrphan ? find(row.document_id ?? '') : undefined;
  return document ? scopeOf(document, find) : scopeOf(row, find);
}

/** Id of the record that the row is about, such as for a conflict; undefined for kinds that have no such reference. */
function aboutOf({ kind, body }: RecordRow): string | null | undefined {
  return resourceOf(kind).about?.(JSON.parse(body) as Body); // stored by the kind's own schema
}

/** Whether a token that is limited to projects may see the row. */
export function isWithinGrant({ projects }: Pick<Actor, 'projects'>, row: RecordRow, find: Find): boolean {
  if (!projects) return true;
  const scope = scopeOf(row, find);
  return scope === '' || projects.includes(scope);
}

/** The same of a stored record; false if there is none. */
export async function isInProjects(db: Db, orgId: string, id: string, projects: Actor['projects']): Promise<boolean> {
  const [row] = await loadByIds(db, orgId, [id]);
  return row !== undefined && (!projects || row.scope === '' || projects.includes(row.scope));
}

/**
 * Throws if a limited token would write outside its projects: into a scope that it cannot see, or what belongs to the whole organisation.
 * `before` = the stored row.
 */
export function requireWithinGrant(
  actor: Pick<Actor, 'projects'>,
  { row, before }: { readonly row: RecordRow; readonly before: RecordRow | undefined },
  find: Find,
): void {
  if (before === undefined && resourceOf(row.kind).isEvidence) return;
  if (isWithinGrant(actor, row, find)) {
    const isOfAll = scopeOf(row, find) === '' || (before !== undefined && scopeOf(before, find) === '');
    if (!isOfAll) return;
    throw new Problem('forbidden', `This token is limited to projects, and the ${row.kind} would belong to none.`);
  }
  if (resourceOf(row.kind).idColumn === 'project_id')
    throw new Problem('forbidden', 'A token that is limited to projects makes no further ones.');
  throw noProject();
}

export function noProject(): Problem {
  return new Problem('reference_unknown', 'There is no project with this id.', {
    errors: [{ pointer: '#/project_id', code: 'reference_unknown', detail: 'no project has this id' }],
  });
}

export interface Changed {
  readonly rows: readonly RecordRow[];
  readonly row: Find;
  /** The stored row; undefined for a new record. */
  readonly before: (id: string) => RecordRow | undefined;
}

/** Returns the rows to write, including dependents that move with them, and the stored row that each of them replaces. */
export async function assignScopes(
  { trx, orgId, nextSeq }: Pick<WriteTransaction, 'trx' | 'orgId' | 'nextSeq'>,
  { rows, row, before }: Changed,
): Promise<{ readonly rows: RecordRow[]; readonly replacements: Replacement[] }> {
  const otherParents = await parents(trx, orgId, rows, row);
  const find: Find = (id) => row(id) ?? otherParents.get(id);
  const placed = rows.map((each) => ({ ...each, scope: scopeAmong(each, find) }));
  const replacements = placed.map((after): Replacement => ({ before: before(after.id), after }));
  const moved = replacements.filter(({ before: old, after }) => old !== undefined && old.scope !== after.scope);
  if (moved.length === 0) return { rows: placed, replacements };
  const written = new Map(placed.map((each) => [each.id, each]));
  const movedWith = await dependents(trx, orgId, moved);
  const findKnown: Find = (id) => written.get(id) ?? row(id) ?? otherParents.get(id) ?? movedWith.get(id);
  const further = await parents(trx, orgId, [...movedWith.values()], findKnown);
  const findAny: Find = (id) => findKnown(id) ?? further.get(id);
  for (const old of movedWith.values()) {
    if (written.has(old.id) || old.deleted === 1) continue;
    const scope = scopeAmong(old, findAny);
    if (scope === old.scope) continue;
    const after = { ...old, scope, seq: nextSeq() };
    placed.push(after);
    replacements.push({ before: old, after });
  }
  return { rows: placed, replacements };
}

/** Reads ancestors that the rules did not need: at most document, site and the record that a conflict is about. */
async function parents(db: Db, orgId: string, rows: readonly RecordRow[], row: Find): Promise<Map<string, RecordRow>> {
  const found = new Map<string, RecordRow>();
  const findLoaded: Find = (id) => row(id) ?? found.get(id);
  for (let level = rows; level.length > 0;) {
    const ids = [...new Set(level.flatMap(referencedBy))];
    const missing = ids.filter((id) => !findLoaded(id));
    for (const each of missing.length > 0 ? await loadByIds(db, orgId, missing) : []) found.set(each.id, each);
    level = ids.flatMap((id) => findLoaded(id) ?? []).filter((each) => !level.includes(each));
  }
  return found;
}

/** Ids of the row's parents and, for a conflict, of its document too, which `scopeAmong` may need. */
function referencedBy(row: RecordRow): string[] {
  const isAbout = aboutOf(row) !== undefined && row.document_id !== null;
  return isAbout ? [...parentsOf(row), row.document_id] : parentsOf(row);
}

/** The records of each site or document that moves, and the conflicts about them. */
async function dependents(db: Db, orgId: string, moved: readonly Replacement[]): Promise<Map<string, RecordRow>> {
  const rows = moved.map(({ after }) => after);
  const idsIn = (column: 'site_id' | 'document_id', among: readonly Pick<RecordRow, 'id' | 'kind'>[]): string[] =>
    among.filter(({ kind }) => resourceOf(kind).idColumn === column).map(({ id }) => id);
  const atSites = (await loadBySites(db, orgId, idsIn('site_id', rows))).filter((each) => each.project_id === null);
  const ofDocuments = await loadByDocuments(db, orgId, idsIn('document_id', [...rows, ...atSites]));
  const about = await recordsAbout(db, orgId, [...rows, ...atSites, ...ofDocuments]);
  return new Map([...atSites, ...ofDocuments, ...about].map((each) => [each.id, each]));
}

const kindsAbout = Object.values<Resource>(resources).flatMap(({ kind, about }) => (about ? [kind] : []));

/** Conflicts and the like that `document_id` does not lead to: they have no document, or the record may have left that document. There are few. */
async function recordsAbout(
  db: Db,
  orgId: string,
  rows: readonly Pick<RecordRow, 'id' | 'kind'>[],
): Promise<RecordRow[]> {
  const ids = new Set(rows.map(({ id }) => id));
  const kinds = [...new Set(rows.map(({ kind }) => kind))].filter((kind) => !isBound(kind));
  const found: RecordRow[] = [];
  for (const kind of kindsAbout) found.push(...(await loadByTypes(db, orgId, kind, kinds)));
  return found.filter((each) => ids.has(aboutOf(each) ?? ''));
}

/** Whether records of the kind are documents, or belong to one permanently. */
function isBound(kind: string): boolean {
  const { idColumn, policies } = resourceOf(kind);
  const policy = policies['document_id'];
  return idColumn === 'document_id' || policy === 'immutable' || policy === 'system';
}
