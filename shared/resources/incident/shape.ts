/** The fields of an incident, and its legal classification (contract, Incidents; RIDDOR 2013). */
import * as z from 'zod';
import type { JsonObject } from '../../base/json.ts';
import enums from '../../reference/enums.json' with { type: 'json' };
import { bookkeeping, content, type BodyOf } from '../../model/declared-fields.ts';
import { instant, label, person, rating, recordId, reference, text } from '../../model/fields.ts';
import { incidentStatuses } from './states.ts';

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
type RiddorCategory = (typeof riddorCategories)[number];

const injuredPerson = z.object({
  name: text(200),
  age: z.int().min(0).max(130).nullable().optional(),
  person_type: z.enum(enums.incident_person_type).nullable().optional(),
  injury_severity: z.enum(enums.injury_severity).nullable().optional(),
  body_part: text(120),
  days_lost: z.int().min(0).max(10_000).nullable().optional(),
});

export const incidentTask = z.object({
  text: label(1, 1000),
  owner: person.nullable().optional(),
  due_on: z.iso.date().nullable().optional(),
  done_on: z.iso.date().nullable().optional(),
});

export type IncidentTask = z.infer<typeof incidentTask>;

/** Maximum for one incident. */
export const mostTasks = 100;

export const investigation = z.object({
  lead: person.nullable().optional(),
  root_cause: text(4000),
  contributory: z.array(z.string().max(1000)).max(50).default([]),
  actions: z.array(incidentTask).max(mostTasks).default([]),
});

export const riddor = {
  riddor_category: z.enum(riddorCategories),
  riddor_rationale: text(4000),
  f2508_reference: text(60),
};

/** Refers to an uploaded photo by id, or to a file kept elsewhere by name and hash. */
const photo = z.object({ id: recordId.optional(), name: text(255), sha256: text(80) });

export const incidentNote = z.object({ id: recordId, at: z.string(), by: person, text: z.string() });

export const incidentFields = {
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
  description: label(1, 8000),
  immediate_actions: text(4000),
  injured_persons: z.array(injuredPerson).max(50).default([]),
  potential_severity: content(rating, 'max'),
  actual_severity: content(rating, 'max'),
  ...riddor,
  riddor_category: riddor.riddor_category.default('undetermined'),
  investigation: investigation.nullable().optional(),
  photos: z.array(photo).max(50).default([]),
  notes: bookkeeping(z.array(incidentNote).default([])),
  closed_at: bookkeeping(z.string().nullable().default(null)),
};
export type Incident = BodyOf<typeof incidentFields>;

/**
 * The last day for the report to the HSE, counted from the incident (RIDDOR 2013, reg. 4 to 7): 15 days if someone is unable to work for
 * more than seven, 14 for gas, 10 otherwise. If undetermined, the injuries decide, to be on the safe side. Null = no sign that it is
 * reportable, or a disease, for which the day of the diagnosis counts.
 */
export function riddorDueOn({
  riddor_category: category,
  injured_persons: injured,
  incident_type: type,
  occurred_at: at,
}: Pick<Incident, 'riddor_category' | 'injured_persons' | 'incident_type' | 'occurred_at'>): string | null {
  const severities = injured.map(({ injury_severity: severity }) => severity);
  const worst = severities.some((each) => each === 'fatal' || each === 'specified_injury');
  const days =
    category === 'undetermined'
      ? worst || type === 'dangerous_occurrence'
        ? 10
        : severities.includes('over_seven_day')
          ? 15
          : null
      : daysByCategory[category];
  if (days === null) return null;
  return new Date(Date.parse(`${at.slice(0, 10)}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

const daysByCategory: Readonly<Record<Exclude<RiddorCategory, 'undetermined'>, number | null>> = {
  not_reportable: null,
  death: 10,
  specified_injury: 10,
  over_seven_day: 15,
  public_to_hospital: 10,
  occupational_disease: null,
  dangerous_occurrence: 10,
  gas_incident: 14,
};

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

/** Read-only fields of a reply. */
export function derivedIncident(body: Incident): JsonObject {
  return { riddor_due_on: riddorDueOn(body) };
}
