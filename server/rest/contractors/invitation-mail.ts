/** The e-mail that invites a contractor, written in the transaction of its invitation (contract, Contractors, CT9). */
import type { StoredRecord } from '../../../shared/model/record.ts';
import { lines, oneLine } from '../../followers/mail/text.ts';
import { readFeed } from '../../store/records/feed.ts';
import { insertMail } from '../../store/queues/mails.ts';
import type { WriteTransaction } from '../../store/write.ts';
import type { RestContext } from '../request/rest-context.ts';
import { invitationExpiry } from '../request/invitation-link.ts';
import { submissionOf } from './submission-show.ts';

export const duty =
  'That documents are accepted never takes a duty from the contractor who made them: the contractor answers for its own work.';

export function newMail({ commitContext }: RestContext): { readonly id: string; readonly now: number } {
  return { id: commitContext.newId(), now: commitContext.now() };
}

/**
 * `now` = wall clock, ms since 1970. `record` reads the submission, its project and its contractor. The link is not part of the text: it
 * is added when the mail is sent, so that no copy of the store contains it. False where the contractor has no address.
 */
export async function writeInvitation(
  { trx, orgId }: WriteTransaction,
  mail: { readonly id: string; readonly now: number },
  submissionId: string,
  record: (id: string) => StoredRecord | undefined,
): Promise<boolean> {
  const of = record(submissionId);
  if (!of) throw new Error('an invitation without a submission');
  const body = submissionOf(of);
  const [contractor, project] = [body.contractor_id, body.project_id].map((id) => record(id)?.body);
  const recipient = contractor?.['contact_email'];
  if (typeof recipient !== 'string' || recipient === '') return false;
  const organisation = oneLine((await readFeed(trx, orgId))?.name ?? 'Sitefile');
  const projectName = oneLine([project?.['name'], project?.['reference']].filter(Boolean).join(', '));
  const types = body.required_document_types.map((type) => type.replaceAll('_', ' '));
  const text = [
    `Dear ${oneLine(String(contractor?.['contact_name'] || contractor?.['name'] || 'colleague'))},`,
    `${organisation} invites ${oneLine(String(contractor?.['name']))} to hand in health and safety documents for ${projectName}.`,
    types.length > 0 ? `Asked for: ${types.join(', ')}.` : '',
    body.deadline ? `Please hand them in by ${body.deadline}.` : '',
    body.instructions ? lines(body.instructions) : '',
    duty,
    `The link below is personal: anyone who has it can answer for you. It works until ${invitationExpiry(body).slice(0, 10)}.`,
  ];
  return await insertMail(trx, orgId, {
    id: mail.id,
    dedupe_key: `contractor_invited ${mail.id}`,
    recipient,
    subject: `${organisation} invites you to ${projectName}`,
    body: text.filter(Boolean).join('\n\n'),
    created_at: new Date(mail.now).toISOString(),
    link_to: submissionId,
    link_bound_to: body.invited_at,
  });
}
