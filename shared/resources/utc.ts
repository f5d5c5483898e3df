/**
 * Timestamps in storage and replies: UTC with milliseconds, whatever the input format (contract, REST, R91). A device's evidence is exempt:
 * it stays as given, because a seal covers it.
 */
import * as z from 'zod';

const written = z.iso.datetime({ offset: true, abort: true });
/** Length of `2026-11-22T01:00:00.000Z`; timestamps outside the years 0 to 9999 are longer. */
const length = 24;

/** RFC 3339 with any offset and any precision; truncated to milliseconds. */
export const utcInstant = written
  .overwrite(inUtc)
  .refine((moment) => moment.length === length, 'must lie in the years 0 to 9999');

/** Also allows free text such as `about noon`, which is kept. */
export const utcMoment = z
  .string()
  .max(40)
  .overwrite((moment) => utcInstant.safeParse(moment).data ?? moment)
  .nullable()
  .optional();

function inUtc(moment: string): string {
  return new Date(moment).toISOString();
}
