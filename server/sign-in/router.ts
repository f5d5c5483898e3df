/** Signing in to the office: binds each row of shared/rest/sign-in.ts to its handler. */
import express, { type Request, type RequestHandler, type Router } from 'express';
import type { Actor } from '../../shared/model/access.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { signInEndpoints, type SignInEndpoints } from '../../shared/rest/sign-in.ts';
import { Problem } from '../../shared/model/problem.ts';
import { parse } from '../../shared/model/validation.ts';
import { authenticate, callerOf } from '../auth/auth.ts';
import { readJson } from '../http/json-body.ts';
import { requestIdOf } from '../http/request-id.ts';
import { networkOf } from '../base/addresses.ts';
import { takeFrom } from '../http/rate-limits.ts';
import { credentialsOf, requireOwnPage, setSession, setStep, stepOf, type StepName } from '../http/session-cookie.ts';
import type { SignInContext } from './context.ts';
import { signInHandlers } from './handlers.ts';
import { endPresent } from './sessions.ts';

const limits = { maxBytes: 16 * 1024, maxNodes: 100 };
/** With ink. */
const inkLimits = { maxBytes: 128 * 1024, maxNodes: 40_000 };
/** Answered to a user who is signed in; all others are for anybody. */
const isForSession: ReadonlySet<string> = new Set<keyof SignInEndpoints>([
  'listPasskeys',
  'startPasskey',
  'createPasskey',
  'endPasskey',
  'listSessions',
  'endSession',
  'endSessions',
]);
const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

export function signInRouter(context: SignInContext): Router {
  const router = express.Router();
  for (const [name, { method, path }] of Object.entries<Endpoint>(signInEndpoints))
    router[verbs[method]](path.replaceAll(/\{(\w+)\}/g, ':$1'), serve(name as keyof SignInEndpoints, context)); // a key of that table
  return router;
}

function serve(name: keyof SignInEndpoints, context: SignInContext): RequestHandler {
  const { method, body: schema }: Endpoint = signInEndpoints[name];
  return async (request, response) => {
    const address = context.addressOf(request);
    response.set('Cache-Control', 'no-store');
    if (method !== 'GET') requireOwnPage(request, context);
    // Who is signed in has a quota of their own: nobody in the same network keeps them from signing out.
    const actor = isForSession.has(name) ? await sessionUser(context, request, address) : null;
    const quota = actor ? `sign-in ${actor.tokenId}` : `sign-in ${networkOf(address ?? '')}`;
    response.set(takeFrom(context.limiter, method === 'GET' ? 'read' : 'write', quota));
    const body = schema ? parse(schema, await readJson(request, name === 'signOwnPhone' ? inkLimits : limits)) : {};
    const call = {
      incoming: request,
      requestId: requestIdOf(response),
      address,
      actor: async () => actor ?? (await sessionUser(context, request, address)),
      present: () => presentUser(context, request, address),
      step: (step: StepName) => stepOf(request, context, step),
    };
    const result = await signInHandlers[name](call, context, body as never); // its own schema has parsed it
    // Nobody can end a session whose cookie was written over.
    if (result.session) await endPresent(call, context);
    if (result.session !== undefined) setSession(request, response, context, result.session);
    if (result.step) setStep(request, response, context, result.step);
    if (result.body) response.json(result.body);
    else response.status(204).end();
  };
}

/** A bearer token is for programs: it ends no session of its user. */
async function sessionUser(context: SignInContext, request: Request, address: string | undefined): Promise<Actor> {
  return await context.authenticate({ ...credentialsOf(request, context), authorization: undefined }, address);
}

/** Nothing is counted: a cookie that is left over is no guess. */
async function presentUser(
  context: SignInContext,
  request: Request,
  address: string | undefined,
): Promise<Actor | null> {
  const { session } = credentialsOf(request, context);
  const caller = callerOf({ authorization: undefined, session }, address);
  return await authenticate(context.store, caller, context.commitContext.now()).catch((error: unknown) => {
    if (error instanceof Problem) return null;
    throw error;
  });
}
