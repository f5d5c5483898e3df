/** The position of a new entry among its siblings, and the sort keys for it (shared/merge/order.ts). */
import { keyBetween, reorderKeys } from '../../../shared/merge/order.ts';

export interface Placed {
  readonly id: string;
  readonly key: string;
}

/**
 * The new entry's key, and new keys of siblings that have the same key (as two devices may have given them) or a long one. `siblings` in
 * order; `position` counts from 1, and beyond the end means the end.
 */
export function placeAt(siblings: readonly Placed[], id: string, position: number | undefined): Map<string, string> {
  const index = Math.min((position ?? siblings.length + 1) - 1, siblings.length);
  if (index === siblings.length) return new Map([[id, keyBetween(siblings.at(-1)?.key ?? null, null)]]);
  return reorderKeys([...siblings.slice(0, index), { id, key: null }, ...siblings.slice(index)]);
}
