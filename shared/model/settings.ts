/** The settings of an organisation (contract, Organisation): permissive by default. Rules read them from their world. */
import * as z from 'zod';
import { isJsonObject, type Json } from '../base/json.ts';
import enums from '../reference/enums.json' with { type: 'json' };
import { once } from '../base/once.ts';
import { longestTag } from './language.ts';

const months = z.int().min(0).max(120);
const minutes = z.int().min(0).max(1440);
const score = z.int().min(1).max(25).nullable().default(null);

/** Maximum hours of a permit of this type; `default` for every other type. */
const permitHours = z
  .record(z.string().max(60), z.number().positive().max(720))
  .refine((hours) => Object.keys(hours).length <= 40, 'must have at most 40 members');

export const settingsSchema = once(() =>
  z.object({
    /** Submitter and editors of a version may not approve it, unless `allow_self_approval` permits it for one-person firms. */
    require_two_person_approval: z.boolean().default(false),
    allow_self_approval: z.boolean().default(false),
    /** The reviewer if a submission names none. */
    default_reviewer_id: z.string().max(64).nullable().default(null),
    /** Required sections, hazards, ratings and roles are checked at submission (shared/reference/content-rules.json). */
    content_rules_at_submit: z.boolean().default(false),
    /** A blocking finding of the compliance check prevents the approval. */
    compliance_blocks_approval: z.boolean().default(false),
    /** A residual rating above this prevents the approval; null = no limit. */
    max_residual_score_for_approval: score,
    /** From this residual rating on, a hazard needs written acceptance; null = never. */
    residual_score_needing_justification: score,
    /** Projects need a unique reference, and documents a project (toolbox talks excepted). */
    required_references: z.boolean().default(false),
    /** A project’s status follows its life cycle (contract, Review and strictness), and an archived project must be restored first. */
    strict_project_states: z.boolean().default(false),
    /** Unknown members of a body are refused, not just reported. */
    strict_bodies: z.boolean().default(false),
    /** Changes require `If-Match`. */
    require_if_match: z.boolean().default(false),
    /** Prints carry a code; everybody who has it is told at /v, without signing in, whether the version is in force. */
    public_check: z.boolean().default(true),
    /** The longest that a new token may last; null = two years. */
    token_max_days: z.int().min(1).max(730).nullable().default(null),
    risk_matrix_id: z.string().max(60).default('uk-5x5-default'),
    /** Months by document type; 0 or absent = an approval sets no review date. */
    document_review_interval_months: z.partialRecord(z.enum(enums.document_type), months).default({}),
    signoff: z
      .object({
        geolocation: z.enum(['off', 'at_signing_rounded_4dp']).default('off'),
        require_briefer_countersign: z.boolean().default(false),
        understanding_check: z.enum(['off', 'required_for_rams', 'required']).default('off'),
        retention_years: z.int().min(1).max(60).default(6),
        /** A tablet that has not heard from the server for so many days briefs nobody: it may hold an old version. */
        max_silent_days: z.int().min(1).max(30).default(7),
      })
      .prefault({}),
    permit: z
      .object({
        max_duration_hours: permitHours.default({ hot_work: 10, dig: 24, confined_space: 12, default: 24 }),
        hot_work_fire_watch_minutes: minutes.default(60),
        /** Minutes after the end of the work; 0 = no final check is required. */
        hot_work_final_check_minutes: minutes.default(0),
        /** For so long the place is checked after the fire watch, and at most so far apart, unless a permit says otherwise. */
        hot_work_check_minutes: minutes.default(60),
        hot_work_check_every_minutes: minutes.min(1).default(20),
      })
      .prefault({}),
    /** Days before the expiry of a competence card on which a notice is sent. */
    certification_expiry_notice_days: z.array(z.int().min(0).max(730)).min(1).max(12).default([60, 30, 7, 0]),
    /** On tablets, for the screens and as those of people; empty = all that there are. */
    languages_offered: z.array(z.string().max(longestTag)).max(60).default([]),
    photos: z
      .object({
        /** Whether the location of a photo is stored beside it; it is removed from the file in any case. */
        keep_location: z.boolean().default(false),
        /** Limit for all photos of the organisation together. */
        quota_bytes: z
          .int()
          .min(0)
          .max(2 ** 50)
          .default(20 * 2 ** 30),
      })
      .prefault({}),
  }),
);
export type Settings = z.infer<ReturnType<typeof settingsSchema>>;

export const defaultSettings = once((): Settings => settingsSchema().parse({}));

let last: { readonly text: string; readonly settings: Settings } | undefined;

/**
 * Reads stored settings. Values that an older release accepted and this one rejects count as not set, member by member: settings that
 * cannot be read as a whole could not be changed either.
 */
export function readSettings(text: string): Settings {
  if (last?.text !== text) last = { text, settings: settingsIn(text) };
  return last.settings;
}

function settingsIn(text: string): Settings {
  const stored = parsed(text);
  const whole = settingsSchema().safeParse(stored);
  if (whole.success) return whole.data;
  const known = Object.entries(isJsonObject(stored) ? stored : {}).filter(
    ([name, value]) => settingsSchema().safeParse({ [name]: value }).success,
  );
  return settingsSchema().parse(Object.fromEntries(known));
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
