/** The fields of a COSHH assessment, grouped as the form asks for them (`reference/coshh-fields.json`). */
import * as z from 'zod';
import enums from '../reference/enums.json' with { type: 'json' };
import { bookkeeping, content } from '../model/declared-fields.ts';
import { amount, control, date, label, longText, photos, rating, recordId, sortKey, text } from '../model/fields.ts';
import { once } from '../base/once.ts';

const words = (count: number, max: number) => z.array(z.string().max(max)).max(count).optional();
const flag = z.boolean().nullable().optional();

const identification = once(() => ({
  document_id: bookkeeping(recordId, 'immutable'),
  substance_name: label(1, 200),
  product_code: text(80),
  manufacturer: text(200),
  supplier_phone: text(40),
  sds_reference: text(120),
  sds_issue_date: date,
  physical_form: text(40),
  cas_numbers: content(words(40, 40), 'set-by-id', { label: 'CAS numbers' }),
  process_generated: flag,
  used_as: text(500),
}));

/** H codes of the CLP regulation (GB) and its supplements; unknown codes are kept with the wording as typed. */
const hazardCode = z
  .string()
  .max(40)
  .regex(/^(?:H[2-4]\d{2}[A-Za-z]{0,4}|EUH\d{3}A?)(?:\+H\d{3}){0,3}$/);

const classification = once(() => ({
  signal_word: z.enum(['danger', 'warning', 'none']).nullable().optional(),
  pictograms: content(
    z
      .array(z.string().regex(/^GHS0[1-9]$/))
      .max(9)
      .optional(),
    'set-by-id',
  ),
  hazard_statements: content(
    z
      .array(z.object({ code: hazardCode, text: text(500) }))
      .max(60)
      .optional(),
    'set-by-id',
  ),
  precautionary_statements: content(
    z
      .array(z.object({ code: z.string().max(40), text: text(500) }))
      .max(60)
      .optional(),
    'set-by-id',
  ),
  is_carcinogen_mutagen: flag,
  is_respiratory_sensitiser: flag,
  is_skin_sensitiser: flag,
  is_reprotoxic: flag,
  is_flammable_dsear: flag,
}));

const use = once(() => ({
  task: text(1000),
  location: text(500),
  quantity: amount.nullable().optional(),
  container_size: text(120),
  frequency: text(60),
  duration_minutes_per_shift: content(z.number().min(0).max(1440).nullable().optional(), 'first-wins', {
    label: 'Minutes per shift',
  }),
  persons_exposed: z.int().min(0).max(100_000).nullable().optional(),
  groups_at_risk: content(z.array(z.enum(enums.who_at_risk)).max(20).optional(), 'set-by-id'),
  method_of_application: text(500),
}));

/** A workplace exposure limit as the assessor typed it, with the edition of its source. */
const exposureLimit = once(() =>
  z.object({
    substance: z.string().max(200),
    cas: text(40),
    twa_8h: amount.nullable().optional(),
    stel_15min: amount.nullable().optional(),
    notations: words(10, 20),
    source: text(300),
    /** The day on which somebody compared the limit with its source. */
    checked_on: date,
  }),
);

const exposure = once(() => ({
  exposure_routes: content(
    z
      .array(z.enum(['inhalation', 'skin_contact', 'skin_absorption', 'eye_contact', 'ingestion', 'injection']))
      .max(6)
      .optional(),
    'set-by-id',
  ),
  health_effects_acute: content(longText(2000).optional(), 'text'),
  health_effects_chronic: content(longText(2000).optional(), 'text'),
  wels: content(z.array(exposureLimit()).max(40).optional(), 'set-by-id', { label: 'Workplace exposure limits' }),
  exposure_estimate: text(2000),
  monitoring_required: flag,
  monitoring_detail: text(2000),
  health_surveillance_required: flag,
  health_surveillance_detail: text(2000),
}));

const controlling = once(() => ({
  can_be_eliminated: z
    .object({ answer: flag, reason: text(1000) })
    .nullable()
    .optional(),
  substitution_considered: text(2000),
  controls: content(z.array(control).max(40).optional(), 'set-by-id'),
  lev: z
    .object({ type: text(300), test_date: date })
    .nullable()
    .optional(),
  rpe: z
    .object({ type: text(120), apf: z.number().nullable().optional(), fit_test_required: flag })
    .nullable()
    .optional(),
  ppe: content(
    z
      .array(z.object({ item: z.string().max(120), specification: text(500) }))
      .max(40)
      .optional(),
    'set-by-id',
  ),
  hygiene: text(1000),
  storage: text(1000),
  incompatible_materials: content(words(40, 200), 'set-by-id'),
  transport: text(1000),
  disposal: z
    .object({ route: text(500), ewc_code: text(40) })
    .nullable()
    .optional(),
}));

const emergency = once(() => ({
  first_aid: z
    .object({ inhalation: text(1000), skin: text(1000), eyes: text(1000), ingestion: text(1000) })
    .nullable()
    .optional(),
  spill: text(1000),
  fire: z
    .object({ media: text(500), unsuitable: text(500), special_hazards: text(500) })
    .nullable()
    .optional(),
  environmental: text(1000),
}));

const assessment = once(() => ({
  severity_before: content(rating, 'max'),
  likelihood_before: content(rating, 'max'),
  severity_after: content(rating, 'max'),
  likelihood_after: content(rating, 'max'),
  residual_conclusion: text(2000),
  assessor_name: text(200),
  assessed_on: date,
  review_due_on: date,
  sort_key: bookkeeping(sortKey.default('a1'), 'order'),
}));

/** In the order of the form. */
export const coshhGroups = once(() => ({
  identification: identification(),
  classification: classification(),
  use: use(),
  exposure: exposure(),
  controlling: controlling(),
  emergency: emergency(),
  assessment: assessment(),
}));

export const coshhFields = once(() => ({
  ...identification(),
  ...classification(),
  ...use(),
  ...exposure(),
  ...controlling(),
  ...emergency(),
  ...assessment(),
  /** Photos, and the safety data sheet of the supplier. */
  photos: content(photos, 'set-by-id'),
}));
