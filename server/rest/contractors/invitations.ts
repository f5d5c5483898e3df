/** What the holder of an invitation may do, by the link in the e-mail or with a token (contract, Contractors, CT10 to CT12). */
import type * as z from 'zod';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { allowedMoves, type SubmissionMove } from '../../../shared/resources/submission/states.ts';
import { invitationReply, projectReply } from '../../../shared/rest/shapes.ts';
import { readFeed } from '../../store/records/feed.ts';
import type { Answer, Call, Handler } from '../request/handler-request.ts';
import { act } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestHouse } from '../request/rest-context.ts';
import { invitationExpiry } from '../request/invitation-link.ts';
import { duty } from './invitation-mail.ts';
import { present } from '../request/present.ts';
import { findSubmission, showSubmission, submissionOf } from './submission-show.ts';

export const getInvitation: Handler<'getInvitation'> = async ({ actor, params }, house) =>
  await answered(house, actor.organisationId, await findSubmission(house, actor, params.invitation));

export const acceptInvitation: Handler<'acceptInvitation'> = actBy('accept');
export const submitByInvitation: Handler<'submitByInvitation'> = actBy('submit');
export const withdrawByInvitation: Handler<'withdrawByInvitation'> = actBy('withdraw');

function actBy(action: SubmissionMove) {
  return async (call: Call<{ readonly invitation: string }>, house: RestHouse): Promise<InvitationAnswer> => {
    const before = await findSubmission(house, call.actor, call.params.invitation);
    return await answered(house, call.actor.organisationId, await act(call, house, before, action));
  };
}

type InvitationAnswer = Answer<z.output<typeof invitationReply>>;

const byLink: readonly SubmissionMove[] = ['accept', 'submit', 'withdraw'];
const ofProject = invitationReply.shape.project;

async function answered(house: RestHouse, organisationId: string, record: StoredRecord): Promise<InvitationAnswer> {
  const body = submissionOf(record);
  const { reply } = await showSubmission(house, organisationId, record);
  const project = await find(house.store.db, organisationId, 'project', body.project_id);
  const feed = await readFeed(house.store.db, organisationId);
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
