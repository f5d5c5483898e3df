/**
 * RIDDOR 2013 (Great Britain): what the facts of an incident suggest, and the last day for the report to the HSE. A person decides on the
 * category; until then the facts decide, on the safe side.
 */
import type { JsonObject } from '../../base/json.ts';
import type { Incident, riddorCategories } from './shape.ts';

type RiddorCategory = (typeof riddorCategories)[number];
type Suggested = Exclude<RiddorCategory, 'undetermined' | 'not_reportable' | 'gas_incident'>;
type InjuredPerson = Incident['injured_persons'][number];
type RiddorFacts = Pick<
  Incident,
  'riddor_category' | 'injured_persons' | 'incident_type' | 'occurred_at' | 'diagnosed_on'
>;

/** People who are not at work: what counts for them is the hospital, not the days lost (reg. 5). */
const notAtWork: readonly unknown[] = ['public', 'visitor'];

/** Of one person, the most serious category first. */
const injuryTests: readonly (readonly [Suggested, (person: InjuredPerson) => boolean])[] = [
  ['death', ({ injury_severity: severity }) => severity === 'fatal'],
  ['specified_injury', ({ injury_severity: severity }) => severity === 'specified_injury'],
  ['public_to_hospital', (person) => notAtWork.includes(person.person_type) && person.taken_to_hospital === true],
  ['over_seven_day', (person) => !notAtWork.includes(person.person_type) && lostOverSevenDays(person)],
];

/** Reg. 4(2): more than seven consecutive days, not counting the day of the accident. */
function lostOverSevenDays({ injury_severity: severity, days_lost: days }: InjuredPerson): boolean {
  return severity === 'over_seven_day' || (days ?? 0) > 7;
}

/** The category that the facts suggest; null = they suggest no report. */
export function suggestedCategory({ injured_persons: injured, incident_type: type, diagnosed_on }: RiddorFacts) {
  const worst = injuryTests.find(([, holds]) => injured.some(holds))?.[0];
  const byReport = type === 'dangerous_occurrence' ? 'dangerous_occurrence' : null;
  return worst ?? byReport ?? (diagnosed_on ? 'occupational_disease' : null);
}

/** Days from the incident (reg. 3 to 7, 11 and Schedule 1); null = none, or counted from elsewhere. */
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

/**
 * The last day for the report, `2026-11-30`. A disease is due on the day of its written diagnosis, because it is reported without delay
 * (reg. 8 to 10). Null = no sign that it is reportable, or a disease without a diagnosis.
 */
export function riddorDueOn(facts: RiddorFacts): string | null {
  const { riddor_category: decided } = facts;
  const category = decided === 'undetermined' ? suggestedCategory(facts) : decided;
  if (category === 'occupational_disease') return facts.diagnosed_on ?? null;
  const days = category && daysByCategory[category];
  if (!days) return null;
  return new Date(Date.parse(`${britishDay(facts.occurred_at)}T00:00:00Z`) + days * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

/** Read-only fields of a reply. */
export function derivedIncident(body: Incident): JsonObject {
  return { riddor_suggested: suggestedCategory(body), riddor_due_on: riddorDueOn(body) };
}

/** Made when first asked for: the data of a calendar take 5 MB of a server at rest. */
let inBritain: Intl.DateTimeFormat | undefined;

/** The law counts days where it applies, whatever the zone of the office. */
function britishDay(at: string): string {
  inBritain ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = Object.fromEntries(inBritain.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}
