/** The fields of a sign-off (contract, Sign-offs): who confirmed what, with which witness, and how it was captured and sealed. */
import * as z from 'zod';
import enums from '../../reference/enums.json' with { type: 'json' };
import { serverWritten, writtenOnce } from '../../model/declared-fields.ts';
import { claimedInstant, date, label, languageTag, person, recordId, sha256Field, text } from '../../model/fields.ts';
import { once } from '../../base/once.ts';

const count = z.int().nonnegative().nullable().optional();

const worker = once(() =>
  z.object({
    id: text(64),
    name: label(1, 200),
    employer_id: text(64),
    employer_name: text(200),
    agency_name: text(200),
    trade: text(120),
    language: languageTag,
    card: z
      .object({ scheme: text(40), card_number: text(80) })
      .nullable()
      .optional(),
  }),
);

const statement = once(() =>
  z.object({
    id: z.string().max(80),
    version: z.int().positive(),
    language: languageTag,
    text: z.string().max(4000),
    text_hash: sha256Field.nullable().optional(),
  }),
);

const briefing = once(() =>
  z.object({
    session_id: text(80),
    method: z.enum(enums.briefing_method).nullable().optional(),
    briefed_by: person.nullable().optional(),
    location: text(300),
    started_at: text(40),
    occurred_on: date,
    duration_seconds: count,
    interpretation: z.enum(enums.interpretation).nullable().optional(),
    interpreter_name: text(200),
  }),
);

const understandingCheck = once(() =>
  z.object({
    required: z.boolean(),
    questions: count,
    correct: count,
    attempts: count,
    passed: z.boolean().nullable().optional(),
  }),
);

const reading = once(() => z.object({ sections_total: count, sections_viewed: count, seconds_on_document: count }));

/** Strokes of [x, y, milliseconds] points; at most 64 KB as JSON. */
const strokes = z.array(z.array(z.array(z.number()).min(2).max(3)).max(4000)).max(200);

const signature = once(() =>
  z.object({
    kind: z.enum(enums.signature_kind),
    format: text(40),
    width: count,
    height: count,
    strokes: strokes.nullable().optional(),
    text: text(200),
    sha256: sha256Field.nullable().optional(),
  }),
);

const capture = once(() =>
  z.object({
    method: z.enum(enums.capture_method),
    device_id: text(64),
    device_label: text(120),
    app_version: text(40),
    captured_at_device: claimedInstant.nullable().optional(),
    device_clock_offset_ms: z.int().nullable().optional(),
    captured_at_corrected: claimedInstant.nullable().optional(),
    clock_confidence: z.enum(enums.clock_confidence),
    timezone: text(60),
    offline: z.boolean().nullable().optional(),
    identity_assurance: z.enum(enums.identity_assurance),
    geo: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        accuracy_m: z.number().nullable().optional(),
        source: text(40),
      })
      .nullable()
      .optional(),
    distance_from_site_m: z.number().nonnegative().nullable().optional(),
  }),
);

const integrity = once(() =>
  z.object({
    algorithm: text(120),
    attestation: z.record(z.string().max(64), z.json()),
    previous_on_device: sha256Field.nullable().optional(),
    payload_hash: sha256Field,
    device_signature: text(200),
  }),
);

/** Flags that only the server sets: a sender that uses one is refused. */
const serverFlags = [
  'stale_version',
  'rebrief_required',
  // The time of signing, or of the talk, is ahead of the server’s.
  'captured_in_future',
  'captured_long_ago',
  'duplicate_unknown',
  'duplicate_mismatch',
  'void_claimed',
  'signed_twice',
  'before_approval',
  'no_ink',
  'typed_name_differs',
  'check_not_passed',
  // The document had been archived when it was signed.
  'after_archiving',
  'worker_unknown',
  'worker_name_mismatch',
  'ink_repeated',
  'device_mismatch',
] as const;
export type ServerFlag = (typeof serverFlags)[number];

export function isServerFlag(flag: string): flag is ServerFlag {
  return (serverFlags as readonly string[]).includes(flag);
}

/** Flags that a sign-off may arrive with. */
export const mostClaimedFlags = 30;
const flag = z.string().max(60);
/** So that none looks like a flag of the server and is another one. */
export const claimedFlagForm = 'must have only the letters a to z, digits and _';
export const claimedFlag = flag.regex(/^[a-z0-9_]+$/, claimedFlagForm);
export const claimedFlags = z.array(claimedFlag).max(mostClaimedFlags).default([]);

export const signoffFields = once(() => ({
  ...writtenOnce({
    document_id: recordId,
    document_version: z.int().positive().nullable().optional(),
    content_hash: sha256Field.nullable().optional(),
    signoff_type: z.enum(enums.signoff_type).default('worker_briefing'),
    worker: worker(),
    statement: statement().nullable().optional(),
    briefing: briefing().nullable().optional(),
    understanding_check: understandingCheck().nullable().optional(),
    reading: reading().nullable().optional(),
    signature: signature().nullable().optional(),
    capture: capture(),
    witness: z
      .object({ name: label(1, 200), role: text(120), reason: text(500) })
      .nullable()
      .optional(),
    declined: z
      .object({ code: text(60), reason: text(1000), follow_up: text(1000) })
      .nullable()
      .optional(),
    duplicate_of: recordId.nullable().optional(),
    void: z
      .object({ voided_at: text(40), voided_by: person.nullable().optional(), reason: z.string().min(10).max(1000) })
      .nullable()
      .optional(),
    notes: text(2000),
    integrity: integrity().nullable().optional(),
    /** The flags it arrived with, then the server's, which always fit. */
    flags: z
      .array(flag)
      .max(mostClaimedFlags + serverFlags.length)
      .default([]),
  }),
  ...serverWritten({
    document_reference: text(120),
    status: z.enum(enums.signoff_status).default('recorded'),
    received_at: z.string().nullable().optional(),
    sync_delay_seconds: z.number().nullable().optional(),
  }),
}));
