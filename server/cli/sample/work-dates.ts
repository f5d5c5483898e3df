/** The first and the last day of the work, which the sample says in words: `work_dates: 2026-09-28 to 2026-12-18` in a section. */
import * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';

const keyValues = z.object({
  data: z.object({ entries: z.array(z.object({ key: z.string(), value: z.json() })) }),
});

/** As the fields of a document have them; none where the sample says another thing, such as that the work is held. */
export function workDatesIn({ sections }: { readonly sections: readonly object[] }): JsonObject {
  const entries = sections.flatMap((section) => keyValues.safeParse(section).data?.data.entries ?? []);
  const said = entries.find(({ key }) => key === 'work_dates')?.value;
  const [, first, last] = /^(\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})$/.exec(String(said)) ?? [];
  return first && last ? { work_starts_on: first, work_ends_on: last } : {};
}
