/**
 * Timestamps in storage and replies: UTC with milliseconds, whatever the input format (contract, REST, R91). A device's evidence is exempt:
 * it stays as given, because a seal covers it.
 */
import * as z from 'zod';
import { instant } from '../model/fields.ts';

/** RFC 3339 with any offset and any precision; truncated to milliseconds. */
export const utcInstant = instant.overwrite((moment) => new Date(moment).toISOString());

/** Also allows free text such as `about noon`, which is kept. */
export const utcMoment = z
  .string()
  .max(40)
  .overwrite((moment) => utcInstant.safeParse(moment).data ?? moment)
  .nullable()
  .optional();
