/** The rows of the server at the end, read from its store. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { payloadOf } from '../../../server/store/records/events.ts';
import type { World } from '../../kit/world.ts';

export interface Row {
  readonly id: string;
  readonly kind: string;
  readonly rev: number;
  readonly seq: number;
  readonly deleted: boolean;
  readonly document_id: string | null;
  readonly updated_at: string;
  readonly created_by: string;
  readonly body: JsonObject;
}

export async function rowsOf(world: World): Promise<readonly Row[]> {
  const rows = await world.app.commitContext.store.db
    .selectFrom('record')
    .select(['id', 'kind', 'rev', 'seq', 'deleted', 'document_id', 'updated_at', 'created_by', 'body'])
    .where('org_id', '=', world.organisationId)
    .orderBy('seq')
    .execute();
  // A stored body is a JSON object.
  return rows.map((row) => ({ ...row, deleted: row.deleted === 1, body: JSON.parse(row.body) as JsonObject }));
}

export interface EventRow {
  readonly seq: number;
  readonly name: string;
  readonly resource_id: string;
  readonly body: string;
}

export async function eventsOf(world: World): Promise<readonly EventRow[]> {
  const rows = await world.app.commitContext.store.db
    .selectFrom('event')
    .selectAll()
    .where('org_id', '=', world.organisationId)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, body: JSON.stringify(payloadOf(row)) }));
}

/** The project that a record belongs to, by itself or by what it hangs on; null = the whole organisation's. */
export function projectOf(row: Row, rows: ReadonlyMap<string, Row>): string | null {
  if (row.kind === 'project') return row.id;
  const own = row.body['project_id'];
  if (typeof own === 'string') return own;
  for (const above of ['document_id', 'site_id', 'record_id']) {
    const parent = rows.get(String(row.body[above] ?? ''));
    const found = parent && projectOf(parent, rows);
    if (found) return found;
  }
  return null;
}
