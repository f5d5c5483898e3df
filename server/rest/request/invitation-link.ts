/**
 * The signed link in an invitation (contract, Contractors, CT10 to CT12): it replaces a token of the invited contractor, for one
 * submission. It is bound to the time of the invitation, so that a new invitation invalidates every earlier link. Its expiry is not in
 * the link: it follows from the current state of the submission.
 */
import type { Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { Submission } from '../../../shared/resources/submission/shape.ts';
import { isSame, sign } from '../../auth/crypto.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { RestContext } from './rest-context.ts';

const dayMs = 86_400_000;
const afterDeadlineMs = 30 * dayMs;
const withoutDeadlineMs = 90 * dayMs;

/**
 * The page for the person who is invited; the signature is in the fragment, which the request for the page, its log and its referrer
 * do not hold. The page, and any program, asks `/api/v1/invitations/{submission}?organisation=…&signature=…`. `invitedAt` = the
 * `invited_at` of the submission.
 */
export function invitationUrl(
  { baseUrl, signingKey }: Pick<RestContext, 'baseUrl' | 'signingKey'>,
  organisationId: string,
  submissionId: string,
  invitedAt: string,
): string {
  const signature = signatureOf(signingKey, organisationId, submissionId, invitedAt);
  return `${baseUrl()}/invited#${[submissionId, organisationId, signature].join('.')}`;
}

/** Until when the link works: 30 days after the deadline, or 90 days after the invitation where there is none. RFC 3339. */
export function invitationExpiry({ deadline, invited_at }: Pick<Submission, 'deadline' | 'invited_at'>): string {
  const until = deadline
    ? Date.parse(`${deadline}T00:00:00Z`) + dayMs + afterDeadlineMs
    : Date.parse(invited_at ?? '1970-01-01T00:00:00Z') + withoutDeadlineMs;
  return new Date(until).toISOString();
}

/** The contractor that the link was sent to. Null where the query holds no link; throws `unauthenticated`. */
export async function readInvitation(context: RestContext, id: string, query: URLSearchParams): Promise<Actor | null> {
  const given = query.get('signature');
  if (given === null) return null;
  const organisationId = query.get('organisation') ?? '';
  const found = await load(context, organisationId, id.toLowerCase(), 'submission');
  const body = found?.body as Submission | undefined; // a record of kind submission holds a body of its schema
  const expected = signatureOf(context.signingKey, organisationId, id.toLowerCase(), body?.invited_at ?? '');
  if (!body || !isSame(given, expected) || body.status === 'removed')
    throw new Problem('unauthenticated', 'The invitation is not valid.');
  if (context.commitContext.now() >= Date.parse(invitationExpiry(body)))
    throw new Problem('unauthenticated', 'The invitation has expired; ask the sender for a new one.');
  const firm = await load(context, organisationId, body.contractor_id, 'contractor');
  return {
    organisationId,
    id: body.contractor_id,
    name: String(firm?.body['contact_name'] || firm?.body['name'] || 'Contractor'),
    role: 'contractor_author',
    scopes: ['projects:read', 'submissions:write'],
    contractorId: body.contractor_id,
  };
}

async function load(
  context: RestContext,
  organisationId: string,
  id: string,
  kind: string,
): Promise<StoredRecord | undefined> {
  // What cannot be an id is none, and PostgreSQL takes no NUL.
  if (!/^[0-9a-f-]{36}$/.test(id) || !/^[\w-]{1,64}$/.test(organisationId)) return undefined;
  const [row] = await loadByIds(context.store.db, organisationId, [id]);
  return row && row.kind === kind && row.deleted === 0 ? toRecord(row) : undefined;
}

function signatureOf(key: Uint8Array, organisationId: string, submissionId: string, invitedAt: string): string {
  return sign(key, JSON.stringify(['invitation', organisationId, submissionId, invitedAt]));
}
