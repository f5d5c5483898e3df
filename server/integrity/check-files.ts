/** The file of each photo and export is what its hash says. */
import { retentionOf } from '../base/retention.ts';
import { readDetails } from '../../shared/model/organisation.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { loadByIds } from '../store/records/records.ts';
import type { RecordTable } from '../store/tables/tables.ts';
import type { CheckContext } from './check-context.ts';
import { advice, faultOf } from './findings.ts';

const dayMs = 86_400_000;

/** ms that the file of a live record is there, for each kind with files. */
const lifeByKind: Readonly<Record<string, ((body: JsonObject) => number) | undefined>> = {
  photo: () => Infinity,
  export: ({ trigger, stale }) => retentionOf(trigger === 'reconciled' && stale ? 'renderings' : 'exports') - dayMs,
  project_export: () => retentionOf('exports') - dayMs,
};

/** Notes the file of a record that has one. */
export function noteFile({ scratch }: CheckContext, { kind, id, deleted }: RecordTable, { sha256 }: JsonObject): void {
  if (deleted === 0 && lifeByKind[kind] && typeof sha256 === 'string') scratch.noteFile({ sha256, kind, id });
}

/** The logo is no record: the details of the organisation name its file. */
export function noteLogo({ scratch, orgId }: CheckContext, details: string): void {
  const { logo } = readDetails(details);
  if (logo) scratch.noteFile({ sha256: logo.sha256, kind: organisation, id: orgId });
}

const organisation = 'organisation';

/** Call once all records are noted. One file a step, so it reads as gently as it is asked to; a photo has at most 15 MiB. */
export async function* checkFiles(context: CheckContext): AsyncGenerator<void> {
  const { db, orgId, blobs, scratch, progress, findings } = context;
  for (let after = ''; blobs;) {
    const page = scratch.filesAfter(after);
    for (const { sha256, kind, id } of page) {
      const state = await blobs.look(orgId, sha256);
      progress.files++;
      if (state === 'damaged')
        findings.add(faultOf(context, { kind, id }, 'has a file that is not what its hash says', damaged));
      // Exports end, and their file a moment before the record.
      if (state === 'gone' && (kind === organisation || !isEnded((await loadByIds(db, orgId, [id]))[0], context.nowMs)))
        findings.add(faultOf(context, { kind, id }, 'has a file that is gone', gone));
      yield;
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.sha256;
  }
}

const damaged = { what: 'file', advice: advice.blob } as const;
const gone = { ...damaged, severity: 'warning' } as const;

function isEnded(row: RecordTable | undefined, nowMs: number): boolean {
  if (!row || row.deleted === 1) return true;
  return Date.parse(row.updated_at) < nowMs - (lifeByKind[row.kind]?.(JSON.parse(row.body) as JsonObject) ?? 0); // only commit() writes bodies
}
