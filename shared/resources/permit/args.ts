/** The arguments of each action on a permit. Every action may name its time and person, if not now and the caller. */
import * as z from 'zod';
import type { PermitAction } from './states.ts';
import { label, recordId, text } from '../../model/fields.ts';
import { someone } from './fields.ts';
import { mostActPhotos } from './limits.ts';
import { utcInstant } from '../utc.ts';
import { once } from '../../base/once.ts';

const optionalPerson = once(() => someone().nullable().optional());
const minutes = z.number().nonnegative().max(1440).nullable().optional();
const photos = z.array(recordId).max(mostActPhotos).optional();
const part = (max: number) => z.number().nonnegative().max(max).nullable().optional();
/** A device says what its user saw; the act is refused if that is not what it would change now. */
const seenAt = utcInstant.nullable().optional();

/** Common to all actions. */
const happened = once(() => ({
  /** When it happened; now if absent. */
  at: utcInstant.nullable().optional(),
  /** Who did it; the token's user if absent. */
  by: optionalPerson(),
}));

export const permitArgs = {
  request: once(() => z.object({ ...happened(), notes: text(4000) })),
  authorise: once(() =>
    z.object({
      ...happened(),
      valid_from: utcInstant.nullable().optional(),
      valid_to: utcInstant.nullable().optional(),
      notes: text(4000),
    }),
  ),
  accept: once(() =>
    z.object({ ...happened(), explained_to: z.array(someone()).max(200).optional(), notes: text(4000) }),
  ),
  open: once(() => z.object({ ...happened(), notes: text(4000) })),
  suspend: once(() => z.object({ ...happened(), reason: label(1, 1000) })),
  resume: once(() =>
    z.object({
      ...happened(),
      revalidated_checks: z.array(label(1, 200)).min(1).max(50),
      /** When each of the stops began that were seen: every one that the act would lift has to be among them. */
      stops: z.array(utcInstant).max(2000).optional(),
      notes: text(4000),
    }),
  ),
  extend: once(() => z.object({ ...happened(), to: utcInstant, notes: text(4000) })),
  hand_over: once(() =>
    z.object({
      ...happened(),
      to: someone(),
      /** Who had the part, as far as was seen. */
      from: optionalPerson(),
      role: z.enum(['holder', 'issuer']).optional(),
      notes: text(2000),
    }),
  ),
  record_gas_test: once(() =>
    z
      .object({
        ...happened(),
        o2_percent: part(100),
        lel_percent: part(1000),
        co_ppm: part(1_000_000),
        h2s_ppm: part(1_000_000),
        notes: text(2000),
      })
      .refine(
        ({ o2_percent, lel_percent, co_ppm, h2s_ppm }) =>
          [o2_percent, lel_percent, co_ppm, h2s_ppm].some((value) => typeof value === 'number'),
        { path: ['o2_percent'], message: 'at least one of the four readings must be given' },
      ),
  ),
  record_isolation: once(() => z.object({ ...happened(), system: label(1, 300), notes: text(2000) })),
  reinstate_isolation: once(() =>
    z.object({
      ...happened(),
      system: label(1, 300).nullable().optional(),
      /** Of the isolation that was seen: the system may have been isolated again since. */
      isolated_at: seenAt,
      notes: text(2000),
    }),
  ),
  start_fire_watch: once(() =>
    z.object({
      ...happened(),
      fire_watcher: optionalPerson(),
      required_minutes: minutes,
      photo_ids: photos,
    }),
  ),
  end_fire_watch: once(() =>
    z.object({
      ...happened(),
      /** When the watch that was seen was started, as the log has it. */
      started_at: seenAt,
      notes: text(2000),
      photo_ids: photos,
    }),
  ),
  final_check: once(() => z.object({ ...happened(), findings: text(2000), required_minutes: minutes })),
  closing_check: once(() => z.object({ ...happened(), findings: text(2000) })),
  work_complete: once(() => z.object({ ...happened(), notes: text(4000) })),
  close: once(() =>
    z.object({
      ...happened(),
      closure_notes: text(4000),
      closure_exception: z
        .object({
          rule: text(120),
          required: z.number().nullable().optional(),
          observed: z.number().nullable().optional(),
          accepted_by: someone(),
          reason: label(1, 2000),
        })
        .nullable()
        .optional(),
    }),
  ),
  cancel: once(() => z.object({ ...happened(), reason: label(1, 1000) })),
} as const satisfies Readonly<Record<PermitAction, () => z.ZodObject>>;
