/** The fields of an incident, and its legal classification (contract, Incidents; RIDDOR 2013). */
import * as z from 'zod';
import enums from '../../reference/enums.json' with { type: 'json' };
import { bookkeeping, content, type BodyOf } from '../../model/declared-fields.ts';
import { date, instant, label, person, rating, recordId, reference, text } from '../../model/fields.ts';
import { mostIncidentPhotos } from './most-photos.ts';
import { incidentStatuses } from './states.ts';
import { once } from '../../base/once.ts';

export const incidentTypes = enums.incident_type;

export const riddorCategories = [
  'not_reportable',
  'death',
  'specified_injury',
  'over_seven_day',
  'public_to_hospital',
  'occupational_disease',
  'dangerous_occurrence',
  'gas_incident',
  'undetermined',
] as const;

const injuredPerson = once(() =>
  z.object({
    name: text(200),
    age: z.int().min(0).max(130).nullable().optional(),
    person_type: z.enum(enums.incident_person_type).nullable().optional(),
    injury_severity: z.enum(enums.injury_severity).nullable().optional(),
    body_part: text(120),
    days_lost: z.int().min(0).max(10_000).nullable().optional(),
    /** From the scene, for treatment. */
    taken_to_hospital: z.boolean().nullable().optional(),
    /** What form F2508 of the HSE asks besides. */
    address: text(500),
    phone: text(40),
    sex: z.enum(['female', 'male']).nullable().optional(),
    job_title: text(200),
    became_unconscious: z.boolean().nullable().optional(),
    needed_resuscitation: z.boolean().nullable().optional(),
    in_hospital_over_24_hours: z.boolean().nullable().optional(),
  }),
);

/** Of an injured person: for holders of `incidents:manage`. */
export const personalDetails = [
  'name',
  'age',
  'body_part',
  'days_lost',
  'taken_to_hospital',
  'address',
  'phone',
  'sex',
  'job_title',
  'became_unconscious',
  'needed_resuscitation',
  'in_hospital_over_24_hours',
] as const satisfies readonly (keyof z.infer<ReturnType<typeof injuredPerson>>)[];

export const incidentTask = once(() =>
  z.object({
    text: label(1, 1000),
    owner: person.nullable().optional(),
    due_on: date,
    done_on: date,
  }),
);

export type IncidentTask = z.infer<ReturnType<typeof incidentTask>>;

/** Maximum for one incident. */
export const mostTasks = 100;

export const investigation = once(() =>
  z.object({
    lead: person.nullable().optional(),
    root_cause: text(4000),
    contributory: z.array(z.string().max(1000)).max(50).default([]),
    actions: z.array(incidentTask()).max(mostTasks).default([]),
  }),
);

export const riddor = once(() => ({
  riddor_category: z.enum(riddorCategories),
  riddor_rationale: text(4000),
  f2508_reference: text(60),
}));

/** Refers to an uploaded photo by id, or to a file kept elsewhere by name and hash. */
export const incidentPhotos = once(() =>
  z.array(z.object({ id: recordId.optional(), name: text(255), sha256: text(80) })).max(mostIncidentPhotos),
);

export const incidentNote = once(() => z.object({ id: recordId, at: z.string(), by: person, text: z.string() }));

export const incidentFields = once(() => ({
  reference: content(text(60), 'immutable'),
  incident_type: z.enum(incidentTypes).nullable().optional(),
  status: bookkeeping(z.enum(incidentStatuses).default('reported')),
  occurred_at: instant,
  reported_at: content(instant.nullable().optional(), 'immutable'),
  /** Null if the report is anonymous. */
  reported_by: content(person.nullable().optional(), 'immutable'),
  anonymous: content(z.boolean().default(false), 'immutable'),
  project_id: recordId,
  site_id: reference,
  document_id: reference,
  location: label(1, 500),
  activity: text(500),
  /** That the place belongs to, as form F2508 asks. */
  local_authority: text(200),
  description: label(1, 8000),
  immediate_actions: text(4000),
  injured_persons: z.array(injuredPerson()).max(50).default([]),
  /** Of an occupational disease, by a doctor in writing. */
  diagnosed_on: date,
  potential_severity: content(rating, 'max'),
  actual_severity: content(rating, 'max'),
  ...riddor(),
  riddor_category: riddor().riddor_category.default('undetermined'),
  investigation: investigation().nullable().optional(),
  photos: incidentPhotos().default([]),
  notes: bookkeeping(z.array(incidentNote()).default([])),
  closed_at: bookkeeping(z.string().nullable().default(null)),
}));
export type Incident = BodyOf<ReturnType<typeof incidentFields>>;

/** Potential or actual harm of the worst categories, which needs attention at once. */
export function isCritical({
  potential_severity: potential,
  injured_persons: injured,
  riddor_category: category,
}: Incident): boolean {
  const worst: readonly unknown[] = ['specified_injury', 'fatal', 'death'];
  return (
    (potential ?? 0) >= 4 ||
    worst.includes(category) ||
    injured.some(({ injury_severity: severity }) => worst.includes(severity))
  );
}
