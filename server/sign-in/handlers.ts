/** What each row of shared/rest/sign-in.ts does. */
import type * as z from 'zod';
import type { Actor } from '../../shared/model/access.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { SignInEndpoints } from '../../shared/rest/sign-in.ts';
import { isStartCode } from '../auth/start-code.ts';
import type { AuditedBy } from '../commit/audit.ts';
import { operator } from '../commit/operator.ts';
import { countingRefusals } from '../http/rate-limits.ts';
import { updateOrganisation } from '../rest/office/organisation.ts';
import { idOf } from '../rest/request/find.ts';
import type { HandlerRequest } from '../rest/request/handler-request.ts';
import type { SignInContext } from './context.ts';
import { enrolDevice } from './enrol-device.ts';
import { linkAskedFor } from './links.ts';
import { openOwnPhone, signOwnPhone } from './own-phone.ts';
import type { SignInCall, SignInResult } from './call.ts';
import { codesBy, endSessions, linksOf, sessionsOf, stepsOf } from './sessions.ts';
import { finishProvider, startProvider } from './use-provider.ts';
import { createPasskey, endPasskey, listPasskeys, startPasskey } from './passkeys.ts';
import { enter, openStep, usePasskey } from './second-step.ts';
import { useLink } from './use-link.ts';
import { hasAdministrator, makeFirstOwner } from './first-owner.ts';
import { firstOwner, organisationToStart, usersWithAddress } from './users.ts';

type Body<Name extends keyof SignInEndpoints> = SignInEndpoints[Name] extends {
  readonly body: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : unknown;

type SignInHandlers = {
  readonly [Name in keyof SignInEndpoints]: (
    call: SignInCall,
    context: SignInContext,
    body: Body<Name>,
  ) => Promise<SignInResult>;
};

export const signInHandlers: SignInHandlers = {
  readSignIn: async (call, context) => ({
    body: {
      needs_administrator: (await organisationToStart(context.store)) !== null,
      has_mail: context.hasMail,
      passkey: await openStep(call, context),
      provider: context.provider && { name: context.provider.name },
      has_example: context.loadExample !== null,
    },
  }),

  startOffice: async (call, context, { code, name, email, organisation }) => {
    const organisationId = await organisationOfCode(call, context, code);
    const actor: Actor = { ...operator.actor, organisationId };
    const id = await makeFirstOwner(context, { actor, origin: 'rest', requestId: call.requestId }, { name, email });
    await updateOrganisation(asHandled(call, actor, { name: organisation }), context);
    return await signedIn(call, context, actor, { id, name, role: 'owner' });
  },

  openExample: async (call, context, { code }) => {
    await organisationOfCode(call, context, code);
    if (!context.loadExample) throw new Problem('not_found', 'This server has no example to load.');
    const organisationId = await context.loadExample();
    const owner = await firstOwner(context.store, organisationId);
    if (!owner) throw new Error('the example has no owner');
    return await signedIn(call, context, { ...operator.actor, organisationId }, owner);
  },

  askForLink: async (call, context, { email }) => {
    const { hasMail, tell, log, commitContext } = context;
    if (!hasMail && !tell) {
      log.info('a sign-in link was asked for: “sign-in link” on the command line makes one');
      return {};
    }
    for (const user of await usersWithAddress(context.store, email)) {
      const author = { ...operator, requestId: call.requestId };
      const link = await linkAskedFor(context, author, user, { mail: hasMail });
      if (hasMail) commitContext.wake(user.organisationId);
      else if (link)
        tell?.(`${user.name} asks to sign in to ${user.organisationName} (once, within 15 minutes):\n  ${link}`);
    }
    return {};
  },

  signIn: (call, context, asked) => useLink(call, context, asked),

  startProvider,

  finishProvider: (call, context, { query }) => finishProvider(call, context, query),

  enrolDevice: (call, context, asked) => enrolDevice(call, context, asked),

  openOwnPhone: (call, context, { code }) => openOwnPhone(call, context, code),

  signOwnPhone: (call, context, asked) => signOwnPhone(call, context, asked),

  usePasskey: (call, context, { credential }) => usePasskey(call, context, credential),

  listPasskeys,

  startPasskey,

  createPasskey,

  endPasskey,

  listSessions: async (call, context) => {
    const actor = await call.actor();
    const rows = await sessionsOf(context, actor);
    return {
      body: {
        data: rows.map(({ id, name, created_at, last_used_at, expires_at }) => {
          return { id, name, created_at, last_used_at, expires_at, is_current: id === actor.tokenId };
        }),
      },
    };
  },

  endSession: async (call, context) => {
    const actor = await call.actor();
    const named = String(call.incoming.params['session']);
    const id = named === 'current' ? (actor.tokenId ?? '') : idOf('session', named);
    await endSessions(context, { actor, origin: 'rest', requestId: call.requestId }, [id]);
    return id === actor.tokenId ? { session: null } : {};
  },

  endSessions: async (call, context) => {
    const actor = await call.actor();
    // A link that somebody asked for would sign in again, and a code that somebody saw would enrol a tablet.
    const lists = await Promise.all([sessionsOf, linksOf, stepsOf, codesBy].map((list) => list(context, actor)));
    const ids = lists.flat().map(({ id }) => id);
    await endSessions(context, { actor, origin: 'rest', requestId: call.requestId }, ids);
    return { session: null };
  },
};

/** The organisation that the code is for; a wrong one counts like a wrong token. */
async function organisationOfCode({ address }: SignInCall, context: SignInContext, code: string): Promise<string> {
  const read = async (): Promise<string> => {
    const organisationId = await organisationToStart(context.store);
    if (organisationId === null) throw hasAdministrator();
    if (!isStartCode(code, context.signingKey, organisationId))
      throw new Problem('unauthenticated', 'This is not the code that the terminal printed.');
    return organisationId;
  };
  return await countingRefusals(context.limiter, address, read, withTriesLeft);
}

function withTriesLeft(detail: string, left: number): string {
  if (left === 0) return `${detail} Wait a minute before the next try.`;
  return `${detail} ${left === 1 ? '1 try' : `${left} tries`} left in this minute.`;
}

async function signedIn(
  call: SignInCall,
  context: SignInContext,
  by: Actor,
  user: Pick<Actor, 'id' | 'name' | 'role'>,
): Promise<SignInResult> {
  const author: AuditedBy = { actor: by, origin: 'rest', requestId: call.requestId };
  return await context.store.write(by.organisationId, context.commitContext.now, (tx) =>
    enter(tx, call, context, author, user),
  );
}

/** A change through the handler of its endpoint, made by the operator. */
function asHandled<Params>(
  { incoming, requestId }: SignInCall,
  actor: Actor,
  fields: JsonObject,
): HandlerRequest<Params, unknown, object> {
  return {
    actor,
    author: { actor, origin: 'rest', requestId },
    params: {} as Params, // the endpoint has none
    query: {},
    body: {},
    sent: fields,
    fields,
    guard: () => ({}),
    was: undefined,
    mustBeNew: false,
    merges: false,
    idempotencyKey: undefined,
    incoming,
    identifyAgain: () => Promise.resolve(actor),
  };
}
