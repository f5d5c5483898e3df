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
  portion: Portion = {},
): Readonly<Record<string, string>> {
  return take(limiter, quota, caller, portion)?.headers ?? {};
}

interface Portion {
  readonly amount?: number;
  readonly share?: number;
}

/** Null = nobody is limited. Throws `rate_limited`. */
function take(limiter: Limiter, quota: Quota, caller: string, { amount, share }: Portion = {}) {
  if (!limiter) return null;
  const { allowed, limit, remaining, resetSeconds } = limiter.take(quota, caller, amount, share);
  const headers = {
    'RateLimit-Policy': `"${quota}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${quota}";r=${remaining};t=${resetSeconds}`,
  };
  if (allowed) return { headers, remaining };
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

/**
 * Counts a caller that `work` does not recognise against its network. A valid token passes however often others failed.
 * `told` = the detail of the refusal, with how many more tries this minute has.
 */
export async function countingRefusals<T>(
  limiter: Limiter,
  address: string | undefined,
  work: () => Promise<T>,
  told = (detail: string, _left: number): string => detail,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error;
    const taken = take(limiter, 'auth', networkOf(address ?? ''));
    const detail = taken ? told(error.detail, taken.remaining) : error.detail;
    throw new Problem(error.code, detail, { members: error.members, headers: taken?.headers ?? {} });
  }
}
