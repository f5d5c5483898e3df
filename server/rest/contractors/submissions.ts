/** Submissions: what a contractor was asked for, what it submitted, and the review (contract, Contractors). */
import type * as z from 'zod';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { awaitsContractor, type SubmissionMove } from '../../../shared/resources/submission/states.ts';
import type { submissionReply } from '../../../shared/rest/shapes.ts';
import { commitBatch } from '../../commit/commit.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { act, patch, requireRevision } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { newMail, writeInvitation } from './invitation-mail.ts';
import { listed, pageOf } from '../request/lists.ts';
import {
  findSubmission,
  sees,
  showSubmission,
  showSubmissions,
  submissionOf,
  submissionsOf,
} from './submission-show.ts';

export const listSubmissions: Handler<'listSubmissions'> = async ({ actor, params, query }, context) => {
  const { db } = context.store;
  const project = await find(db, actor.organisationId, 'project', params.project);
  const submissions = await submissionsOf(db, actor.organisationId, project.id);
  const shown = (await showSubmissions(context, actor.organisationId, submissions)).map(({ reply }) => reply);
  const wanted = shown
    .filter((each) => sees(actor, each.contractor_id))
    .filter((each) => query.status?.includes(each.status) ?? true)
    .filter((each) => query.contractor_id?.includes(each.contractor_id) ?? true);
  return { body: pageOf(wanted, query) };
};

export const listAllSubmissions: Handler<'listAllSubmissions'> = async (request, context) => {
  const { status } = request.query;
  const { data: records, meta } = await listed(request, context, 'submission', { status }, (record) => record);
  const shown = await showSubmissions(context, request.actor.organisationId, records);
  return { body: { data: shown.map(({ reply }) => reply), meta } };
};

export const getSubmission: Handler<'getSubmission'> = async ({ actor, params }, context) =>
  await resultOf(context, actor.organisationId, await findSubmission(context, actor, params.submission));

export const updateSubmission: Handler<'updateSubmission'> = async (request, context) => {
  const before = await findSubmission(context, request.actor, request.params.submission);
  return await resultOf(context, request.actor.organisationId, await patch(request, context, before, request.fields));
};

export const acceptSubmission: Handler<'acceptSubmission'> = actOn('accept');
export const startSubmission: Handler<'startSubmission'> = actOn('start');
export const submitSubmission: Handler<'submitSubmission'> = actOn('submit');
export const beginSubmissionReview: Handler<'beginSubmissionReview'> = actOn('begin_review');
export const reviewSubmission: Handler<'reviewSubmission'> = actOn('review');
export const withdrawSubmission: Handler<'withdrawSubmission'> = actOn('withdraw');
export const removeSubmission: Handler<'removeSubmission'> = actOn('remove');

export const resendInvitation: Handler<'resendInvitation'> = async (request, context) => {
  const { organisationId } = request.actor;
  const record = await findSubmission(context, request.actor, request.params.submission);
  const shown = await resultOf(context, organisationId, record);
  await commitBatch(context.commitContext, request.author, async (batch) => {
    // Reads the submission, its project and its contractor, as a change of it would.
    await batch.read([{ op: 'patch', kind: 'submission', id: record.id, set: {} }]);
    const standing = batch.world.record(record.id) ?? record;
    // A mail does not change the submission, but If-Match still guards it.
    requireRevision(request, standing);
    const { status } = submissionOf(standing);
    if (!awaitsContractor(status))
      throw new Problem(
        'conflict',
        `The submission is ${status.replaceAll('_', ' ')}: nothing is awaited from the contractor.`,
      );
    const written = await writeInvitation(batch.tx, newMail(context), record.id, (id) => batch.world.record(id));
    if (!written) throw new Problem('conflict', 'The contractor has no contact e-mail; add one first.');
  });
  return shown;
};

/** The handler of one action. */
function actOn(action: SubmissionMove) {
  return async (
    request: HandlerRequest<{ readonly submission: string }>,
    context: RestContext,
  ): Promise<SubmissionResult> => {
    const before = await findSubmission(context, request.actor, request.params.submission);
    return await resultOf(context, request.actor.organisationId, await act(request, context, before, action));
  };
}

type SubmissionResult = HandlerResult<z.output<typeof submissionReply>>;

async function resultOf(context: RestContext, organisationId: string, record: StoredRecord): Promise<SubmissionResult> {
  const { reply } = await showSubmission(context, organisationId, record);
  return { body: reply, revision: record.rev };
}
