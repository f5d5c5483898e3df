/** Whether, and when, what the server did not do may be asked for again. */
import { Problem } from '../../shared/model/problem.ts';

const laterCodes: readonly string[] = ['unavailable', 'internal_error', 'rate_limited'];

/** The same may go well a little later: there was no answer, or one that says so. */
export function isLater(error: unknown): boolean {
  return !(error instanceof Problem) || laterCodes.includes(error.code);
}

/** How long the server takes no more of these; null = it was refused for another reason. */
export function retryAfterMs(error: unknown): number | null {
  if (!(error instanceof Problem) || error.code !== 'rate_limited') return null;
  return Number(error.members['retry_after'] ?? 60) * 1000;
}
