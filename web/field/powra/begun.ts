/** Under which keys the answers of point of work checks are kept. */
import { keysKept } from '../base/kept.ts';

export const checkPrefix = 'powra ';

/** Keys of the checks that were begun on this tablet. */
export function checksBegun(): Promise<readonly string[]> {
  return keysKept(checkPrefix);
}
