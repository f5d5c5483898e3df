/** The position of a new entry among its siblings, and the sort keys for it (shared/merge/order.ts). */
import { keyBetween, reorderKeys } from '../../../shared/merge/order.ts';

export interface Placed {
  readonly id: string;
  readonly key: string;
}

export interface Place {
  readonly key: string;
  /** New keys of siblings that had the same key, as two devices may have given them. */
  readonly moved: ReadonlyMap<string, string>;
}

/** `siblings` in order; `position` counts from 1, and beyond the end means the end. */
export function placeAt(siblings: readonly Placed[], position: number | undefined): Place {
  const index = Math.min((position ?? siblings.length + 1) - 1, siblings.length);
  if (index === siblings.length) return { key: keyBetween(siblings.at(-1)?.key ?? null, null), moved: new Map() };
  const moved = reorderKeys(siblings);
  const keys = siblings.map(({ id, key }) => moved.get(id) ?? key);
  return { key: keyBetween(keys[index - 1] ?? null, keys[index] ?? null), moved };
}
