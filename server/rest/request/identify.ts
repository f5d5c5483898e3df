/** Authenticates the caller by token or by signed link, and applies the rate limits (contract, REST, R52). */
import type { Request, Response } from 'express';
import type { Actor } from '../../../shared/model/access.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { hashOf } from '../../auth/auth.ts';
import type { RestContext } from './rest-context.ts';
import { readInvitation } from './invitation-link.ts';
import { readLink } from './signed-urls.ts';
import { quotas, windowSeconds, type Quota } from '../../http/rate-limiter.ts';

/** Throws `unauthenticated` or `rate_limited`. A valid token passes however often others failed from its address. */
export async function identify(
  endpoint: Endpoint,
  context: RestContext,
  request: Request,
  response: Response,
  query: URLSearchParams,
): Promise<Actor> {
  const address = context.addressOf(request) ?? '';
  const { authorization } = request.headers;
  try {
    const byLink = await linkHolder(endpoint, context, request, query);
    const actor = byLink ?? (await context.authenticate(authorization, address));
    const who = byLink
      ? `link ${byLink.organisationId} ${address}`
      : hashOf((authorization ?? '').replace(/^\w+ +/, ''));
    count(context, response, quotaOf(endpoint), who);
    return actor;
  } catch (error) {
    if (error instanceof Problem && error.code === 'unauthenticated') count(context, response, 'auth', address);
    throw error;
  }
}

async function linkHolder(
  { signed }: Endpoint,
  context: RestContext,
  { params, baseUrl, path }: Request,
  query: URLSearchParams,
): Promise<Actor | null> {
  if (signed === 'invitation') return await readInvitation(context, String(params['invitation']), query);
  return signed ? readLink(context, baseUrl + path, query) : null;
}

function quotaOf({ method, quota }: Endpoint): Quota {
  return quota ?? (method === 'GET' ? 'read' : 'write');
}

/** The headers of draft-ietf-httpapi-ratelimit-headers, always; and the problem type that it registers. */
function count({ limiter }: RestContext, response: Response, quota: Quota, who: string): void {
  if (!limiter) return;
  const { allowed, remaining, resetSeconds } = limiter.take(quota, who);
  response.set('RateLimit-Policy', `"${quota}";q=${quotas[quota]};w=${windowSeconds}`);
  response.set('RateLimit', `"${quota}";r=${remaining};t=${resetSeconds}`);
  if (allowed) return;
  response.set('Retry-After', String(resetSeconds));
  throw new Problem('rate_limited', `More than ${quotas[quota]} requests in ${windowSeconds} seconds.`, {
    members: { type: 'https://iana.org/assignments/http-problem-types#quota-exceeded', 'violated-policies': [quota] },
  });
}
