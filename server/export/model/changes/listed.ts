/** How the points of a list are set out: how deep they are, and what they begin with, apart from what follows from the points before them. */
import type { Part } from '../blocks.ts';

export interface Listed {
  readonly depth: number;
  readonly marker: string;
  /** What its list would begin with to give it its number; the letters of a quiz follow from their places. */
  readonly begins: string;
}

export function listedIn(parts: readonly Part[]): ReadonlyMap<Part, Listed> {
  const listed = new Map<Part, Listed>();
  let lists: { style: string; count: number }[] = []; // those that are open, by their depths
  for (const part of parts) {
    if (part.kind !== 'point') continue;
    const { marker, depth } = part;
    const [, number, stop] = /^(\d+)([.)])$/.exec(marker) ?? [];
    const style = stop ?? (marker === '•' ? marker : 'letter');
    const open = lists[depth];
    const count = open?.style === style ? open.count + 1 : 0;
    lists = lists.slice(0, depth);
    lists[depth] = { style, count };
    const begins = number === undefined ? style : `${Number(number) - count}${style}`;
    listed.set(part, { depth, marker, begins });
  }
  return listed;
}

export function isListedAlike(was: Listed | undefined, is: Listed | undefined): boolean {
  if (!was || !is) return true;
  return was.depth === is.depth && (was.marker === is.marker || was.begins === is.begins);
}
