/** How many hazards are in each band, before their controls and after them. */
import * as z from 'zod';

const counts = z.object({
  low: z.int(),
  medium: z.int(),
  high: z.int(),
  very_high: z.int(),
  /** Without a severity or a likelihood. */
  not_rated: z.int(),
});

export const hazardBands = z.object({ before: counts, after: counts });
export type HazardBands = z.infer<typeof hazardBands>;
