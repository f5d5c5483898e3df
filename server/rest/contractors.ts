/** Contractors of a project, each with the state of its submission (interface section 4.1; contract, REST, R30). */
import type * as z from 'zod';
import type { Command } from '../../shared/command.ts';
import type { JsonObject } from '../../shared/json.ts';
import { Problem } from '../../shared/problem.ts';
import type { StoredRecord } from '../../shared/record.ts';
import { contractor } from '../../shared/resources/contractor.ts';
import { submissionStatusAt, type Submission } from '../../shared/resources/submission.ts';
import { contractorReply, submissionReply } from '../../shared/rest-shapes.ts';
import { applyAll, commitBatch } from '../commit.ts';
import { toRecord } from '../record-rows.ts';
import { listRecords } from '../store/record-lists.ts';
import { loadByIds } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Handler } from './call.ts';
import { find } from './find.ts';
import { pageOf } from './lists.ts';
import { present } from './present.ts';

export const listContractors: Handler<'listContractors'> = async ({ actor, params, query }, house) => {
  const { db } = house.store;
  const project = await find(db, actor.organisationId, 'project', params.project);
  const submissions = await submissionsOf(db, actor.organisationId, project.id);
  const ids = submissions.map((record) => String(record.body['contractor_id']));
  const contractors = new Map((await loadByIds(db, actor.organisationId, ids)).map((row) => [row.id, toRecord(row)]));
  const now = new Date(house.ground.now()).toISOString();
  const shown = submissions.flatMap((submission) => {
    const of = contractors.get(String(submission.body['contractor_id']));
    return of ? [show(of, submission, now)] : [];
  });
  const wanted = shown.filter((row) => query.status?.includes(row.submission_status) ?? true);
  return { body: pageOf(wanted, query) };
};

export const inviteContractor: Handler<'inviteContractor'> = async (call, house) => {
  const { actor, body, fields } = call;
  const project = await find(house.store.db, actor.organisationId, 'project', call.params.project);
  const known = body.contractor_id?.toLowerCase();
  const id = known ?? house.ground.newId();
  const [ofContractor, ofSubmission] = parted(fields);
  const commands: Command[] = [
    ...(known ? [] : [{ op: 'create', kind: 'contractor', id, set: ofContractor } as const]),
    {
      op: 'create',
      kind: 'submission',
      id: house.ground.newId(),
      set: { ...ofSubmission, project_id: project.id, contractor_id: id },
    },
  ];
  const outcomes = await commitBatch(house.ground, call.author, async (batch) => {
    const standing = await submissionsOf(batch.tx.trx, actor.organisationId, project.id);
    if (standing.some((record) => record.body['contractor_id'] === id))
      throw new Problem('conflict', 'The contractor is invited to this project already.');
    return await applyAll(batch, commands);
  });
  const submission = outcomes.at(-1)?.record;
  if (!submission) throw new Error('an invitation left no submission');
  const record = await find(house.store.db, actor.organisationId, 'contractor', id);
  const location = `/api/v1/projects/${project.id}/contractors`;
  return { body: show(record, submission, submission.updated_at), revision: record.rev, location };
};

async function submissionsOf(db: Store['db'], organisationId: string, projectId: string): Promise<StoredRecord[]> {
  const request = {
    kind: 'submission',
    filters: { project_id: projectId },
    order: 'created_at desc',
    page: 1,
    perPage: 10_000,
  } as const;
  const { rows } = await listRecords(db, organisationId, request);
  return rows.map(toRecord);
}

function show(of: StoredRecord, submission: StoredRecord, now: string): z.output<typeof contractorReply> {
  const body = submission.body as unknown as Submission; // a record of kind submission holds a body of its schema
  const status = submissionStatusAt(body, now);
  return {
    ...present(contractorReply, of),
    submission_status: status,
    submission: { ...present(submissionReply, submission), status },
  };
}

/** The fields of the firm, and those of its part in the project. */
function parted(fields: JsonObject): [JsonObject, JsonObject] {
  const entries = Object.entries(fields);
  const isOfContractor = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(contractor.schema.shape, name);
  return [
    Object.fromEntries(entries.filter(isOfContractor)),
    Object.fromEntries(entries.filter((entry) => !isOfContractor(entry))),
  ];
}
