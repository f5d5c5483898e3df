/** Compares stored records with what the audit log last said of them, and with what they say of themselves. */
import type { JsonObject } from '../../shared/base/json.ts';
import { findResource } from '../../shared/resources/index.ts';
import { recordDigest } from '../commit/audited-state.ts';
import { columnsOf, toRecord } from '../commit/record-rows.ts';
import { changesAfter } from '../store/records/changes.ts';
import type { LastWord } from '../store/integrity/scratch.ts';
import type { RecordTable } from '../store/tables/tables.ts';
import type { CheckContext } from './check-context.ts';
import { noteFile } from './check-files.ts';
import { checkSignoff } from './check-signoff.ts';
import { checkVersion } from './check-version.ts';
import { faultOf } from './findings.ts';

/** Of kinds that have hashes of their own. */
const furtherChecks: Readonly<Record<string, typeof checkVersion | undefined>> = {
  version: checkVersion,
  signoff: checkSignoff,
};

const rowsAtOnce = 200;
const bytesAtOnce = 1_000_000;

/** Records that last changed after `from`, up to `end`; yields after each page. */
export async function* checkRecords(context: CheckContext, from: number, end: number): AsyncGenerator<void> {
  const { db, orgId, scratch, progress } = context;
  for (let seq = from, more = true; more;) {
    const request = { upTo: end, limit: rowsAtOnce, maxBytes: bytesAtOnce };
    const page = await changesAfter(db, orgId, seq, request);
    scratch.together(() => {
      for (const row of page.rows) checkRecord(context, row);
    });
    progress.records += page.rows.length;
    seq = page.rows.at(-1)?.seq ?? seq;
    ({ more } = page);
    yield;
  }
}

function checkRecord(context: CheckContext, row: RecordTable): void {
  const problem = differenceOf(row, context.scratch.lookUp(row.kind, row.id));
  if (problem !== null) context.findings.add(faultOf(context, row, problem));
  const body = parsed(row);
  if (!body) return context.findings.add(faultOf(context, row, 'cannot be read'));
  if (!hasOwnColumns(row, body)) context.findings.add(faultOf(context, row, 'is listed by other values than it has'));
  furtherChecks[row.kind]?.(context, row, body);
  noteFile(context, row, body);
}

function differenceOf(row: RecordTable, word: LastWord | undefined): string | null {
  if (!word) return 'is in no audit entry: the server did not make it';
  const entry = `audit entry ${word.seq} of ${word.at}`;
  if ((row.deleted === 1) !== word.deleted)
    return word.deleted ? `is there, although ${entry} removed it` : `is removed, although ${entry} did not remove it`;
  return recordDigest(row) === word.sha256 ? null : `is not what ${entry} recorded`;
}

function parsed(row: RecordTable): JsonObject | null {
  try {
    return toRecord(row).body;
  } catch {
    return null;
  }
}

/** Whether the columns that lists and rules go by follow from the body. */
function hasOwnColumns(row: RecordTable, body: JsonObject): boolean {
  if (!findResource(row.kind)) return true; // retired
  try {
    return Object.entries(columnsOf(row.kind, body)).every(
      ([name, value]) => row[name as keyof RecordTable] === value, // one of its columns
    );
  } catch {
    return false;
  }
}
