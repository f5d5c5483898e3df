/** Contractors of the organisation, the contractors of a project, and invitations (contract, Contractors). */
import type * as z from 'zod';
import type { Command } from '../../../shared/model/command.ts';
import type { Json, JsonObject } from '../../../shared/base/json.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { contractor } from '../../../shared/resources/contractor.ts';
import { allowedMoves } from '../../../shared/resources/submission/states.ts';
import { contractorReply, type projectContractorReply } from '../../../shared/rest/shapes.ts';
import { wordsOf } from '../../../shared/search/search.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { listRecords } from '../../store/records/record-lists.ts';
import type { Handler } from '../request/handler-request.ts';
import { find, missing } from '../request/find.ts';
import { newMail, writeInvitation } from './invitation-mail.ts';
import { pageOf } from '../request/lists.ts';
import { present } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';
import {
  sees,
  showSubmission,
  showSubmissions,
  submissionOf,
  submissionsOf,
  type ShownSubmission,
} from './submission-show.ts';

const contractors = recordEndpoints('contractor', 'contractors', (record) => present(contractorReply, record));

export const { create: createContractor, update: updateContractor } = contractors;

export const getContractor: Handler<'getContractor'> = async (request, context) => {
  const record = await contractors.load(request, context);
  if (!sees(request.actor, record.id)) throw missing('contractor');
  return contractors.result(request, record);
};

export const listAllContractors: Handler<'listAllContractors'> = async ({ actor, query }, context) => {
  const list = { kind: 'contractor', order: 'created_at desc', page: 1, perPage: 100_000 } as const;
  const filters = { status: query.status };
  const { rows } = await listRecords(context.store.db, actor.organisationId, { ...list, filters });
  const words = wordsOf(query.q ?? '').map(({ word }) => word);
  const found = rows.map(toRecord).filter(({ id, body }) => sees(actor, id) && matches(body, words));
  const shown = found.map((record) => present(contractorReply, record));
  return { body: pageOf(shown, query) };
};

export const listContractors: Handler<'listContractors'> = async ({ actor, params, query }, context) => {
  const { db } = context.store;
  const project = await find(db, actor.organisationId, 'project', params.project);
  const submissions = await submissionsOf(db, actor.organisationId, project.id);
  const shown = await showSubmissions(context, actor.organisationId, submissions);
  const wanted = shown
    .filter((each) => sees(actor, each.contractor.id))
    .filter(({ reply }) => query.status?.includes(reply.status) ?? true);
  return { body: pageOf(wanted.map(line), query) };
};

export const inviteContractor: Handler<'inviteContractor'> = async (request, context) => {
  const { actor, body, fields } = request;
  const { organisationId } = actor;
  const project = await find(context.store.db, organisationId, 'project', request.params.project);
  const known = body.contractor_id?.toLowerCase();
  const id = known ?? context.commitContext.newId();
  const [ofContractor, ofSubmission] = split(fields);
  const record = await commitBatch(context.commitContext, request.author, async (batch) => {
    const standing = (await submissionsOf(batch.tx.trx, organisationId, project.id)).find(
      (each) => each.body['contractor_id'] === id,
    );
    const commands: Command[] = standing
      ? [reinvite(standing, ofSubmission)]
      : [
          ...(known ? [] : [{ op: 'create', kind: 'contractor', id, set: ofContractor } as const]),
          {
            op: 'create',
            kind: 'submission',
            id: body.submission_id ?? context.commitContext.newId(),
            set: { ...ofSubmission, project_id: project.id, contractor_id: id },
          },
        ];
    const outcomes = await applyAll(batch, commands);
    const made = outcomes.at(-1)?.record;
    if (!made) throw new Error('an invitation created no submission');
    if (body.send_mail)
      await writeInvitation(batch.tx, newMail(context), made.id, (wanted) => batch.world.record(wanted));
    return made;
  });
  const shown = await showSubmission(context, organisationId, record);
  const location = `/api/v1/projects/${project.id}/contractors`;
  return { body: line(shown), revision: shown.contractor.rev, location };
};

/** One submission for each project and contractor: one that was withdrawn or removed is reopened. */
function reinvite(standing: StoredRecord, { invited_at: _when, ...args }: JsonObject): Command {
  if (!allowedMoves(submissionOf(standing).status).includes('reinvite'))
    throw new Problem('conflict', 'The contractor has already been invited to this project.');
  return { op: 'act', kind: 'submission', id: standing.id, action: 'reinvite', args };
}

function line({ contractor: of, reply }: ShownSubmission): z.output<typeof projectContractorReply> {
  return { ...present(contractorReply, of), submission_status: reply.status, submission: reply };
}

/** The fields of the contractor, and those of its submission. */
function split(fields: JsonObject): [JsonObject, JsonObject] {
  const entries = Object.entries(fields);
  const isOfContractor = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(contractor.schema.shape, name);
  return [
    Object.fromEntries(entries.filter(isOfContractor)),
    Object.fromEntries(entries.filter((entry) => !isOfContractor(entry))),
  ];
}

/** Every word is a prefix of one in the contractor's name, trade, contact or number. */
function matches(body: JsonObject, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const known = ['name', 'trade', 'contact_name', 'contact_email', 'company_number']
    .map((field): Json | undefined => body[field])
    .flatMap((value) => (typeof value === 'string' ? wordsOf(value) : []))
    .map(({ word }) => word);
  return wanted.every((word) => known.some((each) => each.startsWith(word)));
}
