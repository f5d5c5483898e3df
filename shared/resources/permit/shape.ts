/** The permit to work that a permit document carries: the form as it was filled in and worked through (HSG250; contract, "Permit to work"). */
import * as z from 'zod';
import enums from '../../reference/enums.json' with { type: 'json' };
import { person, recordId, text } from '../../model/fields.ts';
import { utcMoment as moment } from '../utc.ts';
import { once } from '../../base/once.ts';

/** With the employer, which tells people of one name apart. */
export const permitPerson = once(() => person.extend({ employer_name: text(200) }));
const optionalPerson = once(() => permitPerson().nullable().optional());
const minutes = z.number().nonnegative().nullable().optional();
const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(200).optional();

export const suspension = once(() =>
  z.object({
    suspended_at: moment,
    suspended_by: optionalPerson(),
    reason: text(1000),
    resumed_at: moment,
    resumed_by: optionalPerson(),
    revalidated_checks: list(z.string().max(200)),
  }),
);

export const mostWatchPhotos = 200;

export const fireWatch = once(() =>
  z.object({
    fire_watcher: optionalPerson(),
    started_at: moment,
    ended_at: moment,
    required_minutes: minutes,
    observed_minutes: minutes,
    /** Of the place, by who kept the watch. */
    photo_ids: z.array(recordId).max(mostWatchPhotos).optional(),
  }),
);

export const finalCheck = once(() =>
  z.object({
    checked_by: optionalPerson(),
    checked_at: moment,
    minutes_after_work: minutes,
    required_minutes: minutes,
    shortfall_minutes: minutes,
    findings: text(2000),
  }),
);

/** A look at the place after the fire watch. */
export const closingCheck = once(() =>
  z.object({
    checked_by: optionalPerson(),
    checked_at: moment,
    minutes_after_work: minutes,
    findings: text(2000),
  }),
);

export const closureException = once(() =>
  z.object({
    rule: text(120),
    required: z.number().nullable().optional(),
    observed: z.number().nullable().optional(),
    accepted_by: optionalPerson(),
    reason: text(2000),
  }),
);

export const gasReading = once(() =>
  z.object({
    at: moment,
    o2_percent: z.number().nullable().optional(),
    lel_percent: z.number().nullable().optional(),
    co_ppm: z.number().nullable().optional(),
    h2s_ppm: z.number().nullable().optional(),
    by: optionalPerson(),
  }),
);

export const extension = once(() => z.object({ from: moment, to: moment, by: optionalPerson() }));

export const handover = once(() =>
  z.object({ at: moment, from: optionalPerson(), to: optionalPerson(), notes: text(2000) }),
);

export const isolation = once(() =>
  z.object({
    system: text(300),
    isolated_by: optionalPerson(),
    isolated_at: moment,
    reinstated_at: moment,
  }),
);

export const permitForm = once(() =>
  z.object({
    permit_number: text(60),
    permit_type: z.enum(enums.permit_type).nullable().optional(),
    state: z.enum(enums.permit_state).nullable().optional(),
    location: text(500),
    plant: text(500),
    valid_from: moment,
    valid_to: moment,
    requested_by: optionalPerson(),
    requested_at: moment,
    authorised_by: optionalPerson(),
    authorised_at: moment,
    accepted_by: optionalPerson(),
    accepted_at: moment,
    opened_at: moment,
    suspensions: list(suspension()),
    extensions: list(extension()),
    handovers: list(handover()),
    isolations: list(isolation()),
    isolations_reinstated_at: moment,
    atmosphere_tests: list(gasReading()),
    work_complete_at: moment,
    work_complete_by: optionalPerson(),
    fire_watch: fireWatch().nullable().optional(),
    final_check: finalCheck().nullable().optional(),
    closing_check_minutes: minutes,
    closing_check_every_minutes: minutes,
    closing_checks: list(closingCheck()),
    closed_by: optionalPerson(),
    closed_at: moment,
    closure_exception: closureException().nullable().optional(),
    closure_notes: text(4000),
    linked_document_ids: list(recordId),
    events: list(z.object({ at: moment, event: text(120) })),
  }),
);
