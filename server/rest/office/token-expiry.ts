/** How long a new token lasts (contract, Tokens and settings). */
import type * as z from 'zod';
import { invalid } from '../../../shared/model/validation.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';

type Asked = Pick<z.output<(typeof endpoints)['createToken']['body']>, 'expires_at' | 'expires_in_days'>;

const dayMs = 86_400_000;

/**
 * As requested; without a request a year, or what the organisation or the parent leaves of it. Never more than two years, nor than the
 * organisation's `token_max_days`.
 */
export function expiryOf(
  { expires_at: at, expires_in_days: days }: Asked,
  nowMs: number,
  maxDays: number | null,
  parentsEnd: string | null,
): string {
  const refuse = (field: string, code: string, detail: string) => invalid([{ pointer: `#/${field}`, code, detail }]);
  const latestMs = maxDays === null ? twoYearsAfter(nowMs) : nowMs + maxDays * dayMs;
  if (at == null && days == null) {
    const parentsEndMs = parentsEnd === null ? Infinity : Date.parse(parentsEnd);
    return timeOf(Math.min(nowMs + 365 * dayMs, latestMs, parentsEndMs));
  }
  if (at != null && days != null)
    throw refuse('expires_at', 'unrecognized_keys', 'must not be combined with expires_in_days');
  const field = at == null ? 'expires_in_days' : 'expires_at';
  const endMs = at == null ? nowMs + Number(days) * dayMs : Date.parse(at);
  if (endMs <= nowMs) throw refuse(field, 'too_small', 'must be in the future');
  if (endMs > latestMs)
    throw refuse(field, 'too_big', maxDays === null ? 'must be within two years' : `must be within ${maxDays} days`);
  return timeOf(endMs);
}

function twoYearsAfter(nowMs: number): number {
  const latest = new Date(nowMs);
  latest.setUTCFullYear(latest.getUTCFullYear() + 2);
  return latest.getTime();
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
