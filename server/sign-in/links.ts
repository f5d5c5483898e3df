/**
 * Links that sign in once, within 15 minutes (contract, Web). Like a token, only the hash of a link is stored; the link itself follows from
 * the server's key, so it can be written into an e-mail at the moment of sending and is in no copy of the store.
 */
import type { AuditedBy } from '../commit/audit.ts';
import { hashOf } from '../auth/auth.ts';
import { sign } from '../auth/crypto.ts';
import { issueToken } from '../commit/tokens.ts';
import { oneLine } from '../followers/mail/text.ts';
import { openTokensOf } from '../store/access/tokens.ts';
import { insertMail } from '../store/queues/mails.ts';
import type { CommitContext } from '../commit/commit.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { ActiveUser } from './users.ts';

export const linkMs = 15 * 60_000;
/** Between two links for one user. */
const pauseMs = 60_000;

/** In `link_bound_to` of an e-mail: its link signs in. */
export const boundToSignIn = 'sign_in';

interface LinkContext {
  readonly commitContext: Pick<CommitContext, 'store' | 'now' | 'newId'>;
  readonly signingKey: Uint8Array;
  readonly baseUrl: () => string;
}

/** The part after # is never sent to a server, and so is in no log. */
export function signInUrl(
  { baseUrl, signingKey }: Omit<LinkContext, 'commitContext'>,
  orgId: string,
  id: string,
): string {
  return `${baseUrl()}/office/sign-in#${secretOf(signingKey, orgId, id)}`;
}

/** The address of a new link; null if the user got one less than a minute ago: anybody may ask. `mail` = it is also sent. */
export async function linkAskedFor(
  context: LinkContext,
  author: AuditedBy,
  user: ActiveUser,
  { mail }: { readonly mail: boolean },
): Promise<string | null> {
  const { organisationId, organisationName, id: userId, name, email } = user;
  const { store, now, newId } = context.commitContext;
  return await store.write(organisationId, now, async (tx) => {
    const at = now();
    const open = await openTokensOf(tx.trx, organisationId, userId, 'sign_in', new Date(at).toISOString());
    if (open.some(({ created_at }) => Date.parse(created_at) > at - pauseMs)) return null;
    const id = newId();
    await issueLink(tx, context, author, user, { id, lastsMs: linkMs });
    if (mail && email)
      await insertMail(tx.trx, organisationId, {
        id: newId(),
        dedupe_key: `sign_in ${id}`,
        recipient: email,
        subject: `Sign in to ${oneLine(organisationName)}`,
        body: `Dear ${oneLine(name)},\n\nThis link signs you in to ${oneLine(organisationName)} on Sitefile. It works once, for 15 minutes.\nIf you did not ask for it, do nothing: nobody is signed in.`,
        created_at: new Date(at).toISOString(),
        link_to: id,
        link_bound_to: boundToSignIn,
      });
    return signInUrl(context, organisationId, id);
  });
}

/** The address of a new link, for the operator. */
export async function linkOf(context: LinkContext, author: AuditedBy, user: ActiveUser): Promise<string> {
  const { organisationId } = user;
  const { store, now, newId } = context.commitContext;
  const id = newId();
  await store.write(organisationId, now, (tx) => issueLink(tx, context, author, user, { id, lastsMs: linkMs }));
  return signInUrl(context, organisationId, id);
}

/** Returns its secret, the part after # in its address. */
export async function issueLink(
  tx: WriteTransaction,
  { commitContext: { now }, signingKey }: Pick<LinkContext, 'commitContext' | 'signingKey'>,
  author: AuditedBy,
  { organisationId, id: userId, name, role }: ActiveUser,
  { id, lastsMs }: { readonly id: string; readonly lastsMs: number },
): Promise<string> {
  const at = now();
  const secret = secretOf(signingKey, organisationId, id);
  await issueToken(tx, author, secret, {
    id,
    name: 'sign-in link',
    role,
    actor: { id: userId, name },
    userId,
    createdAt: new Date(at).toISOString(),
    expiresAt: new Date(at + lastsMs).toISOString(),
    purpose: 'sign_in',
  });
  return secret;
}

export function linkHash(link: string): string {
  return hashOf(link);
}

function secretOf(key: Uint8Array, organisationId: string, id: string): string {
  return sign(key, JSON.stringify(['sign-in', organisationId, id]));
}
