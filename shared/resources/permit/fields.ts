/** The fields of a permit to work (contract, Permit to work; HSG250): the request, and what has happened under it. */
import * as z from 'zod';
import enums from '../../reference/enums.json' with { type: 'json' };
import { permitStates, type PermitState } from './states.ts';
import { content, schemaOf, serverWritten, type BodyOf } from '../../model/declared-fields.ts';
import { label, longText, person, recordId, reference, sha256Field, text } from '../../model/fields.ts';
import {
  closingCheck,
  closureException,
  extension,
  finalCheck,
  fireWatch,
  gasReading,
  handover,
  isolation,
  permitPerson,
  suspension,
} from './shape.ts';
import { utcInstant } from '../utc.ts';
import { once } from '../../base/once.ts';

export const permitTypes = enums.permit_type;

/** A person with a known name; the id is null for people without an account, who are most people on site. */
export const someone = once(() => permitPerson().extend({ name: label(1, 200) }));
export type Someone = z.infer<ReturnType<typeof someone>>;

const moment = z.string().nullable().default(null);
const optionalPerson = once(() => permitPerson().nullable().default(null));

/** Written with the draft, and editable until the permit is authorised. */
const formFields = once(() => ({
  /** Generated from type and number if absent. */
  permit_number: text(60),
  permit_type: z.enum(permitTypes),
  title: text(200),
  project_id: reference,
  site_id: reference,
  /** The document of type `permit` that contains the form. */
  document_id: reference,
  /** RAMS and other documents that apply to the work. */
  linked_document_ids: z.array(recordId).max(50).default([]),
  location: text(500),
  plant: text(500),
  description: content(longText(4000).optional(), 'text'),
  hazards: content(longText(4000).optional(), 'text'),
  precautions: content(longText(4000).optional(), 'text'),
  ppe: content(longText(2000).optional(), 'text'),
  valid_from: utcInstant.nullable().optional(),
  valid_to: utcInstant.nullable().optional(),
  /** How long the place is checked after the fire watch, and how far apart at most; null = as the organisation's settings say. */
  closing_check_minutes: z.int().min(0).max(1440).nullable().optional(),
  closing_check_every_minutes: z.int().min(1).max(1440).nullable().optional(),
  checks: z
    .array(z.object({ item: label(1, 300), response: text(60) }))
    .max(200)
    .default([]),
  attachments: z
    .array(z.object({ name: label(1, 200), sha256: sha256Field.nullable().optional() }))
    .max(100)
    .default([]),
}));

/**
 * What makes an entry doubtful, in the server's own words; it is kept as claimed, and the log stays in the order of arrival. `in_future`: the
 * claimed time was in the future when the server received it. `before_previous`: it is before the permit came into the state that the action
 * found. `entered_late`: it is more than 15 minutes before the server received it. `same_token_issuer_holder`: one token made somebody the
 * issuer and somebody else the holder.
 */
const permitFlags = ['in_future', 'before_previous', 'entered_late', 'same_token_issuer_holder'] as const;
export type PermitFlag = (typeof permitFlags)[number];

/** The log: who did what and when. Append-only. */
export const permitLogEntry = once(() =>
  z.object({
    action: z.string(),
    /** When it happened, according to the person who recorded it. */
    at: z.string(),
    /** When the server received it. */
    received_at: z.string(),
    by: permitPerson(),
    /** The token's user: on a shared tablet not the person who acted. */
    recorded_by: person,
    origin: z.enum(['rest', 'sync']),
    from: z.enum(permitStates),
    to: z.enum(permitStates),
    /** `evidence`: it arrived when it could no longer change the permit's state, and is only recorded. */
    effect: z.enum(['applied', 'evidence']),
    /** The token that sent it; null if the server acted, and on a device. */
    token_id: z.string().nullable(),
    flags: z.array(z.enum(permitFlags)),
    args: z.record(z.string(), z.json()),
  }),
);

export const permitFields = once(() => ({
  ...formFields(),
  ...serverWritten({
    state: z.enum(permitStates).default('draft'),
    requested_by: optionalPerson(),
    requested_at: moment,
    authorised_by: optionalPerson(),
    authorised_at: moment,
    accepted_by: optionalPerson(),
    accepted_at: moment,
    /** People to whom the holder has explained the permit. */
    explained_to: z.array(permitPerson()).default([]),
    opened_at: moment,
    suspensions: z.array(suspension()).default([]),
    extensions: z.array(extension()).default([]),
    handovers: z.array(handover().extend({ role: z.enum(['holder', 'issuer']) })).default([]),
    isolations: z.array(isolation()).default([]),
    isolations_reinstated_at: moment,
    atmosphere_tests: z.array(gasReading()).default([]),
    work_complete_at: moment,
    work_complete_by: optionalPerson(),
    fire_watch: fireWatch().nullable().default(null),
    final_check: finalCheck().nullable().default(null),
    /** Absent from permits that are older than it. */
    closing_checks: z.array(closingCheck()).optional(),
    closed_at: moment,
    closed_by: optionalPerson(),
    closure_exception: closureException().nullable().default(null),
    closure_notes: text(4000),
    cancelled_at: moment,
    cancelled_by: optionalPerson(),
    cancel_reason: text(1000),
    expired_at: moment,
    /** The end of validity of the last reminders: that it is near, and that the permit was not handed back. */
    reminded: z.object({ expiring: moment, overdue_close: moment }).default({ expiring: null, overdue_close: null }),
    log: z.array(permitLogEntry()).default([]),
  }),
}));

export const permitSchema = once(() => schemaOf(permitFields()));
/** The fields that people fill in. */
export const permitFormSchema = once(() => schemaOf(formFields()));
export type Permit = BodyOf<ReturnType<typeof permitFields>>;
export type PermitLogEntry = z.infer<ReturnType<typeof permitLogEntry>>;

/** Key times from the log: when the work began, stopped, resumed and ended. */
export function eventsOf({ log }: Pick<Permit, 'log'>): { at: string; event: string }[] {
  return log.flatMap(({ at, from, to }) => {
    const event = from === to ? null : eventOf(from, to);
    return event ? [{ at, event }] : [];
  });
}

function eventOf(from: PermitState, to: PermitState): string | null {
  if (to === 'open') return from === 'suspended' ? 'resumed' : from === 'expired' ? 'extended' : 'permit.opened';
  if (to === 'closed') return 'permit.closed';
  return ['suspended', 'expired', 'cancelled'].includes(to) ? to : null;
}
