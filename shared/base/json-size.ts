/** Size of a JSON value. Device and server apply the same limits to a command (shared/sync/sync.ts, limits). */

/** Nesting depth and number of values of parsed JSON. */
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
