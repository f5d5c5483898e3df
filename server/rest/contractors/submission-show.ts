/** Presents submissions: with the contractor's name, today's status, and the status of each document (contract, Contractors). */
import type * as z from 'zod';
import { contractorOf, type Actor } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { submissionSchema, type Submission } from '../../../shared/resources/submission/shape.ts';
import { submissionStatusAt } from '../../../shared/resources/submission/states.ts';
import { submissionReply } from '../../../shared/rest/shapes.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { listRecords } from '../../store/records/record-lists.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { Store } from '../../store/store.ts';
import { find, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { present } from '../../../shared/present.ts';

export interface ShownSubmission {
  readonly reply: z.output<typeof submissionReply>;
  readonly contractor: StoredRecord;
}

/** With a default for every field. */
export function submissionOf(record: StoredRecord): Submission {
  return submissionSchema().parse(record.body);
}

/** An actor of a contractor sees only that contractor's records. */
export function sees(actor: Actor, contractorId: string): boolean {
  return actor.role !== 'contractor_author' || contractorOf(actor) === contractorId;
}

/** Throws `not_found`, also for what the actor may not see. */
export async function findSubmission(context: RestContext, actor: Actor, id: string): Promise<StoredRecord> {
  const record = await find(context.store.db, actor.organisationId, 'submission', id);
  if (!sees(actor, submissionOf(record).contractor_id)) throw missing('submission');
  return record;
}

/** Newest first. */
export async function submissionsOf(
  db: Store['db'],
  organisationId: string,
  projectId: string,
): Promise<StoredRecord[]> {
  const list = {
    kind: 'submission',
    filters: { project_id: projectId },
    order: 'created_at desc',
    page: 1,
    perPage: 10_000,
  } as const;
  const { rows } = await listRecords(db, organisationId, list);
  return rows.map(toRecord);
}

/** In two queries, however many there are. */
export async function showSubmissions(
  context: RestContext,
  organisationId: string,
  records: readonly StoredRecord[],
): Promise<ShownSubmission[]> {
  const { db } = context.store;
  const bodies = records.map(submissionOf);
  const ids = bodies.flatMap((body) => [body.contractor_id, ...body.documents.map((each) => each.document_id)]);
  const rows = await loadByIds(db, organisationId, [...new Set(ids)]);
  const recordsById = new Map(rows.map((row) => [row.id, toRecord(row)]));
  const now = new Date(context.commitContext.now()).toISOString();
  return records.flatMap((record, i) => {
    const body = bodies[i];
    const contractor = body && recordsById.get(body.contractor_id);
    if (!contractor) return [];
    const documents = body.documents.map((each) => ({
      ...each,
      status: recordsById.get(each.document_id)?.body['status'] ?? null,
    }));
    const more = { contractor_name: contractor.body['name'] ?? null, status: submissionStatusAt(body, now), documents };
    return [{ reply: present(submissionReply, { ...record, body: { ...body } }, more), contractor }];
  });
}

export async function showSubmission(
  context: RestContext,
  organisationId: string,
  record: StoredRecord,
): Promise<ShownSubmission> {
  const [shown] = await showSubmissions(context, organisationId, [record]);
  if (!shown) throw new Error('a submission without its contractor');
  return shown;
}
