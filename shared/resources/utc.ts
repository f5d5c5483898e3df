/**
 * Moments as they are kept and shown: UTC with milliseconds, however they were written (contract, REST, R91). What a device claims as
 * evidence is no such moment: it stays as it was given, because a seal covers it.
 */
import * as z from 'zod';

const written = z.iso.datetime({ offset: true, abort: true });
/** Of `2026-11-22T01:00:00.000Z`; a moment outside of the years 0 to 9999 is longer. */
const length = 24;

/** RFC 3339 with any offset and any precision; what is finer than a millisecond is cut off. */
export const utcInstant = written
  .overwrite(inUtc)
  .refine((moment) => moment.length === length, 'must lie in the years 0 to 9999');

/** The same where people may also write words, such as `about noon`: those are kept as they are. */
export const utcMoment = z
  .string()
  .max(40)
  .overwrite((moment) => utcInstant.safeParse(moment).data ?? moment)
  .nullable()
  .optional();

function inUtc(moment: string): string {
  return new Date(moment).toISOString();
}
