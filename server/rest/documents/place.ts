/** Where a new entry goes among its siblings, and the keys that say so (shared/merge/order.ts). */
import { keyBetween, reorderKeys } from '../../../shared/merge/order.ts';

export interface Placed {
  readonly id: string;
  readonly key: string;
}

export interface Place {
  readonly key: string;
  /** New keys of siblings that stood at one and the same place, as two devices may have put them. */
  readonly moved: ReadonlyMap<string, string>;
}

/** `siblings` in their order; `position` counts from 1, and beyond the end is the end. */
export function placeAt(siblings: readonly Placed[], position: number | undefined): Place {
  const index = Math.min((position ?? siblings.length + 1) - 1, siblings.length);
  if (index === siblings.length) return { key: keyBetween(siblings.at(-1)?.key ?? null, null), moved: new Map() };
  const moved = reorderKeys(siblings);
  const keys = siblings.map(({ id, key }) => moved.get(id) ?? key);
  return { key: keyBetween(keys[index - 1] ?? null, keys[index] ?? null), moved };
}
