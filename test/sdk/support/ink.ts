/** Enough ink for a signature. */
export function ink(): { kind: 'ink_vector'; strokes: number[][][] } {
  const stroke = Array.from({ length: 20 }, (_, i) => [i * 8, 40 + Math.round(30 * Math.sin(i)), i * 16]);
  return { kind: 'ink_vector', strokes: [stroke] };
}
