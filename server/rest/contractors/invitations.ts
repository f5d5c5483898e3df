/** What the holder of an invitation may do, with the link in the e-mail or with a token (contract, Contractors, CT10 to CT12). */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { allowedMoves, type SubmissionMove } from '../../../shared/resources/submission/states.ts';
import { invitationReply, projectReply } from '../../../shared/rest/shapes.ts';
import { readFeed } from '../../store/records/feed.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { act } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { invitationExpiry } from '../request/invitation-link.ts';
import { duty } from './invitation-mail.ts';
import { present } from '../../../shared/present.ts';
import { findSubmission, showSubmission, submissionOf } from './submission-show.ts';

export const getInvitation: Handler<'getInvitation'> = async ({ actor, params }, context) =>
  await resultOf(context, actor.organisationId, await findSubmission(context, actor, params.invitation));

export const acceptInvitation: Handler<'acceptInvitation'> = actBy('accept');
export const submitByInvitation: Handler<'submitByInvitation'> = actBy('submit');
export const withdrawByInvitation: Handler<'withdrawByInvitation'> = actBy('withdraw');

function actBy(action: SubmissionMove) {
  return async (
    request: HandlerRequest<{ readonly invitation: string }>,
    context: RestContext,
  ): Promise<InvitationResult> => {
    const before = await findSubmission(context, request.actor, request.params.invitation);
    return await resultOf(context, request.actor.organisationId, await act(request, context, before, action));
  };
}

type InvitationResult = HandlerResult<z.output<typeof invitationReply>>;

const byLink: readonly SubmissionMove[] = ['accept', 'submit', 'withdraw'];
const ofProject = invitationReply.shape.project;

async function resultOf(context: RestContext, organisationId: string, record: StoredRecord): Promise<InvitationResult> {
  const body = submissionOf(record);
  const { reply } = await showSubmission(context, organisationId, record);
  const project = await find(context.store.db, organisationId, 'project', body.project_id);
  const feed = await readFeed(context.store.db, organisationId);
  const { name, reference, start_date, end_date } = present(projectReply, project);
  const more = {
    organisation_name: feed?.name ?? '',
    project: ofProject.parse({ name, reference, start_date, end_date }),
    allowed: allowedMoves(body.status).filter((move) => byLink.includes(move)),
    expires_at: invitationExpiry(body),
    duty,
  };
  return { body: invitationReply.parse({ ...reply, ...more }), revision: record.rev };
}
