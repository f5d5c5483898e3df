/** The sites of a project, and the documents of a project or one of its sites. */
import type { StoredRecord } from '../../../shared/model/record.ts';
import { asInForce } from '../../commit/in-force.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { pageOfRecords } from '../../store/records/record-lists.ts';
import type { Wanted } from './frame.ts';

/** Beyond the number that any project has. */
const all = 1_000_000;

/** By id, the name. */
export async function sitesOf({ db, organisationId, asked }: Wanted): Promise<Readonly<Record<string, string>>> {
  const filters = { project_id: asked.project_id };
  const rows = await pageOfRecords(db, organisationId, {
    kind: 'site',
    filters,
    order: 'created_at',
    page: 1,
    perPage: all,
  });
  return Object.fromEntries(rows.map(toRecord).map(({ id, body }) => [id, String(body['name'])]));
}

const alive = ['draft', 'pending_review', 'approved'];

/** By reference, as their versions in force name them; those of a site, and those of the whole project, which hold there too. */
export async function documentsOf(
  { db, organisationId, asked }: Wanted,
  status: readonly string[] = alive,
): Promise<StoredRecord[]> {
  const { project_id, site_id } = asked;
  const filters = { project_id, status: [...status] };
  const rows = await pageOfRecords(db, organisationId, {
    kind: 'document',
    filters,
    order: 'created_at',
    page: 1,
    perPage: all,
  });
  const documents = await asInForce(db, organisationId, rows.map(toRecord));
  const records = documents.filter(
    ({ body }) => site_id === null || body['site_id'] === site_id || body['site_id'] == null,
  );
  return records.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }));
}

function keyOf({ id, body: { reference, title } }: StoredRecord): string {
  return [reference ?? '\uffff', title, id].map(String).join(' ');
}
