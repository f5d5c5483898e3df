/** Authenticates the caller by token or by signed link, and applies the rate limits (contract, REST, R52). */
import type { Request, Response } from 'express';
import type { Actor } from '../../../shared/model/access.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { networkOf } from '../../base/addresses.ts';
import type { RestContext } from './rest-context.ts';
import { readInvitation } from './invitation-link.ts';
import { readLink } from './signed-urls.ts';
import type { Quota } from '../../http/limits.ts';
import { countingRefusals, takeFrom } from '../../http/rate-limits.ts';
import { credentialsOf } from '../../http/session-cookie.ts';

/** Throws `unauthenticated` or `rate_limited`. A valid token passes however often others failed from its address. */
export async function identify(
  endpoint: Endpoint,
  context: RestContext,
  request: Request,
  response: Response,
  query: URLSearchParams,
): Promise<Actor> {
  const actor = await currentCaller(endpoint, context, request, query);
  const { organisationId, tokenId } = actor;
  const who =
    tokenId === undefined
      ? `link ${organisationId} ${networkOf(context.addressOf(request) ?? '')}`
      : `${organisationId} ${tokenId}`;
  response.set(takeFrom(context.limiter, quotaOf(endpoint), who));
  return actor;
}

/** Who calls, with the rights of this moment; counts no request. Throws `unauthenticated`. */
export async function currentCaller(
  endpoint: Endpoint,
  context: RestContext,
  request: Request,
  query: URLSearchParams,
): Promise<Actor> {
  const address = context.addressOf(request) ?? '';
  const byLink = await countingRefusals(context.limiter, address, () => linkHolder(endpoint, context, request, query));
  return byLink ?? (await context.authenticate(credentialsOf(request, context), address));
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
