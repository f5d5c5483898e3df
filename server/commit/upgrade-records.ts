/**
 * Upgrades records of older schemas before the server accepts requests, so that every query sees one shape (contract, Schema evolution).
 * Uses one transaction per organisation, under its lock, so a crash changes nothing. An upgrade is not an edit: revisions, times and
 * sequence numbers stay the same.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import { changedKinds, currentSchema, upgradeBody } from '../../shared/upgrade/upgrade.ts';
import { auditUpgrade } from './audit.ts';
import { columnsOf } from './record-rows.ts';
import { listOrganisations, setRecordSchema } from '../store/records/feed.ts';
import { recordsOfKinds, upsert } from '../store/records/records.ts';
import { addToSums, type Replacement } from '../store/records/scopes.ts';
import { indexRecords } from '../store/search/search-index.ts';
import type { Store } from '../store/store.ts';
import type { RecordTable } from '../store/tables/tables.ts';

/** Throws if a newer version of the server wrote the records, because this one would misread them. */
export async function upgradeRecords(store: Store, steps: readonly Step[], now: () => number): Promise<void> {
  const current = currentSchema(steps);
  for (const { org_id: orgId, record_schema: stored } of await listOrganisations(store.db)) {
    if (stored > current)
      throw new Error(`the records have schema ${stored}, but this version of the server supports up to ${current}`);
    if (stored < current) await upgradeOrganisation(store, orgId, steps, now);
  }
}

async function upgradeOrganisation(
  store: Store,
  orgId: string,
  steps: readonly Step[],
  now: () => number,
): Promise<void> {
  await store.write(orgId, now, async (tx) => {
    const { trx, recordSchema } = tx;
    // Uses the schema read under the lock: another process may have upgraded the records first.
    const kinds = changedKinds(recordSchema, steps);
    for (let after: string | undefined = ''; after !== undefined && kinds.length > 0;) {
      const rows = await recordsOfKinds(trx, orgId, kinds, after);
      const replacements = rows.flatMap((before): Replacement[] => {
        const row = upgradedRow(before, recordSchema, steps);
        return row ? [{ before, after: row }] : [];
      });
      const upgraded = replacements.map((replacement) => replacement.after);
      await upsert(trx, orgId, upgraded);
      await addToSums(trx, orgId, replacements);
      await auditUpgrade(tx, upgraded);
      await indexRecords(trx, orgId, upgraded);
      after = rows.at(-1)?.id;
    }
    await setRecordSchema(trx, orgId, currentSchema(steps));
  });
}

/** Null if the kind no longer exists; the row is then left unchanged. */
function upgradedRow(row: RecordTable, schema: number, steps: readonly Step[]): RecordTable | null {
  const body = upgradeBody(row.kind, JSON.parse(row.body) as JsonObject, schema, steps); // a stored body is a JSON object
  return body && { ...row, ...columnsOf(row.kind, body), body: JSON.stringify(body) };
}
