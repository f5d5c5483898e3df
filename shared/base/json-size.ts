/** How large a JSON value is, as far as reading it goes: what a command may have at most is the same on both sides (shared/sync/sync.ts, limits). */

/** How deep and of how many values something is that came from JSON. */
export function sizeOf(value: unknown): { readonly depth: number; readonly nodes: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, nodes: 1 };
  let [depth, nodes] = [0, 1];
  for (const entry of Object.values(value)) {
    if (typeof entry !== 'object') {
      nodes++;
      continue;
    }
    const inside = sizeOf(entry);
    depth = Math.max(depth, inside.depth);
    nodes += inside.nodes;
  }
  return { depth: depth + 1, nodes };
}
