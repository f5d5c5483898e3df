/** Signing in at the provider of the settings: the way there, and what its answer is worth: a link for each user that the account is. */
import { Problem } from '../../shared/model/problem.ts';
import { bindIdentity } from '../commit/credentials.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { readToken } from '../store/access/tokens.ts';
import type { SignInCall, SignInResult } from './call.ts';
import type { SignInContext } from './context.ts';
import { issueLink } from './links.ts';
import { flowMs, newFlow, readFlow, type Flow } from './provider/flow.ts';
import { activeUser } from './users.ts';
import { isTaken, newUser, peopleOf, type Match } from './provider-people.ts';
import type { Claims, Provider } from './provider/provider.ts';

/** For a person who chooses between organisations. */
const choiceMs = 5 * 60_000;

export async function startProvider(_call: SignInCall, context: SignInContext): Promise<SignInResult> {
  const provider = providerOf(context);
  const flow = newFlow(context.signingKey, context.commitContext.now());
  const url = await provider.start(flow);
  return { body: { url }, step: { name: 'provider', value: flow.cookie, lastsMs: flowMs } };
}

export async function finishProvider(call: SignInCall, context: SignInContext, query: string): Promise<SignInResult> {
  const provider = providerOf(context);
  const { signingKey, commitContext, limiter } = context;
  return await countingRefusals(limiter, call.address, async () => {
    const flow = readFlow(signingKey, call.step('provider'), commitContext.now());
    if (!flow)
      throw new Problem(
        'unauthenticated',
        'This sign-in was not begun in this browser, or more than 10 minutes ago. Begin again.',
      );
    const claims = await provider.finish(query, flow);
    const people = await peopleOf(context, claims);
    if (people.length === 0) {
      const user = await newUser(context, claims, call.requestId);
      if (user) people.push({ user, isBound: false });
    }
    if (people.length === 0) throw unknown(provider, claims);
    const choices = [];
    for (const match of people) choices.push(await choiceOf(call, context, match, claims, flow));
    return { body: { choices }, step: { name: 'provider', value: null, lastsMs: 0 } };
  });
}

/** A link for this user, which the flow gives once; binds the account to the user. */
async function choiceOf(
  { requestId }: SignInCall,
  context: SignInContext,
  { user, isBound }: Match,
  { issuer, subject }: Claims,
  flow: Flow,
) {
  const { store, commitContext } = context;
  const { now, newId } = commitContext;
  const { organisationId, organisationName, id: userId, name, role, email } = user;
  const author = { actor: { id: userId, name, role }, origin: 'rest', requestId } as const;
  const id = flow.idFor(organisationId, userId);
  const link = await store.write(organisationId, now, async (tx) => {
    if (await readToken(tx.trx, organisationId, id))
      throw new Problem('unauthenticated', 'This sign-in was used already. Begin again.');
    // Under the lock: who was switched off meanwhile gets nothing that works once they are back.
    const present = await activeUser({ db: tx.trx }, organisationId, userId);
    if (present?.email !== email) throw new Problem('unauthenticated', 'This user was changed meanwhile. Begin again.');
    if (!isBound && (await isTaken(tx.trx, user, { issuer, subject })))
      throw new Problem('unauthenticated', 'Another account signed in as this user meanwhile. Ask an administrator.');
    if (!isBound)
      await bindIdentity(tx, author, {
        id: newId(),
        user_id: userId,
        issuer,
        subject,
        email: email?.toLowerCase() ?? '',
        created_at: new Date(now()).toISOString(),
      });
    return await issueLink(tx, context, author, user, { id, lastsMs: choiceMs });
  });
  return { link, name, organisation: organisationName };
}

function providerOf({ provider }: SignInContext): Provider {
  if (!provider) throw new Problem('not_found', 'This server has no sign-in provider.');
  return provider;
}

/** Counts like a wrong token: it tells whether there is such a user, but only to the owner of the address. */
function unknown({ name }: Provider, { email }: Claims): Problem {
  const why =
    email === null
      ? `${name} did not say that your e-mail address is verified.`
      : `No active user of Sitefile has the address ${email}, or another account of ${name} signs in as them.`;
  return new Problem('unauthenticated', `${why} Ask an administrator.`);
}
