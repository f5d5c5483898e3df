/** How printing is repeated, and how long memory is left to settle after it. */

/** V8 needs seven runs until a rendering is as quick as it gets. */
const runs = 15;

export const restMs = 2_000;

export async function repeated<Result>(work: () => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run++) results.push(await work());
  return results;
}
