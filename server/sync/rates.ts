/** Rates of sync: by token, and by organisation (http/limits.ts; contract, Security). */
import type { Actor } from '../../shared/model/access.ts';
import type { Message } from '../../shared/sync/sync.ts';
import type { HttpContext } from '../http/http-context.ts';
import { organisationTokens } from '../http/limits.ts';
import { takeFrom } from '../http/rate-limits.ts';

export const quotaOf = { hello: 'pull', push: 'push', pull: 'pull' } as const satisfies Record<Message, string>;

/** Throws `rate_limited`. A token beyond its own quota takes nothing of the organisation's. */
export function spend(
  { limiter }: Pick<HttpContext, 'limiter'>,
  { organisationId, tokenId = '' }: Actor,
  quota: 'push' | 'pull' | 'file' | 'bytes' | 'refused',
  amount = 1,
): void {
  takeFrom(limiter, quota, `${organisationId} ${tokenId}`, { amount });
  takeFrom(limiter, quota, organisationId, { amount, share: organisationTokens });
}
