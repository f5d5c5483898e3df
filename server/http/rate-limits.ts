/** Applies the rate limits: the headers that tell a caller what is left, and 429 beyond it (contract, REST, R52, and Security). */
import { Problem } from '../../shared/model/problem.ts';
import { networkOf } from '../base/addresses.ts';
import type { Quota } from './limits.ts';
import { windowSeconds, type RateLimiter } from './rate-limiter.ts';

/** Null = nobody is limited. */
export type Limiter = RateLimiter | null;

/** The headers of draft-ietf-httpapi-ratelimit-headers, always; and the problem type that it registers. Throws `rate_limited`. */
export function takeFrom(
  limiter: Limiter,
  quota: Quota,
  caller: string,
  { amount, share }: { readonly amount?: number; readonly share?: number } = {},
): Readonly<Record<string, string>> {
  if (!limiter) return {};
  const { allowed, limit, remaining, resetSeconds } = limiter.take(quota, caller, amount, share);
  const headers = {
    'RateLimit-Policy': `"${quota}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${quota}";r=${remaining};t=${resetSeconds}`,
  };
  if (allowed) return headers;
  const what = quota === 'bytes' ? 'bytes' : 'requests';
  throw tooMany(`More than ${limit} ${what} in ${windowSeconds} seconds.`, quota, resetSeconds, headers);
}

/** `retryAfter` = seconds; also in the body, as an answer on the stream has no headers. */
export function tooMany(detail: string, policy: string, retryAfter: number, headers = {}): Problem {
  return new Problem('rate_limited', detail, {
    members: {
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'violated-policies': [policy],
      retry_after: retryAfter,
    },
    headers,
  });
}

/** Counts a caller that `work` does not recognise against its network. A valid token passes however often others failed. */
export async function countingRefusals<T>(
  limiter: Limiter,
  address: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error;
    const headers = takeFrom(limiter, 'auth', networkOf(address ?? ''));
    throw new Problem(error.code, error.detail, { members: error.members, headers });
  }
}
