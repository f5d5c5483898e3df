/** Whose part a document or a submission is (contract, What a contractor sees), in a column by which lists are narrowed. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function contractorPart(db: Kysely<unknown>, { text }: SchemaWords): Promise<void> {
  await sql`alter table record add column contractor_id ${text}`.execute(db);
  await sql`create index record_by_contractor on record (org_id, contractor_id, kind)
    where contractor_id is not null`.execute(db);
  const { rows } = await sql<{ org_id: string; id: string; body: string }>`
    select org_id, id, body from record
    where kind in ('document', 'submission') and body like '%"contractor_id":"%'`.execute(db);
  for (const { org_id: orgId, id, body } of rows) {
    // Read here, because PostgreSQL reads no JSON that holds a NUL. Both kinds keep an id or null there.
    const { contractor_id: firm } = JSON.parse(body) as { readonly contractor_id?: string | null };
    await sql`update record set contractor_id = ${firm ?? null} where org_id = ${orgId} and id = ${id}`.execute(db);
  }
}
