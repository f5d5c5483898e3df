/** The rules of incidents by themselves: the table of their states, the words of the reference list, and the dates of RIDDOR. */
import { describe, expect, test } from 'vitest';
import { Problem } from '../../shared/model/problem.ts';
import enums from '../../shared/reference/enums.json' with { type: 'json' };
import { incident } from '../../shared/resources/incident/incident.ts';
import { riddorDueOn, suggestedCategory } from '../../shared/resources/incident/riddor.ts';
import { isCritical, riddorCategories } from '../../shared/resources/incident/shape.ts';
import { advanceIncident, incidentActions, incidentStatuses } from '../../shared/resources/incident/states.ts';

const reported = incident.schema.parse({
  occurred_at: '2026-11-20T23:30:00+02:00',
  project_id: '018f0000-0000-7000-8000-000000000001',
  location: 'Yard',
  description: 'A strap broke while a panel was lifted.',
});

/** The state, or a dot where the move is refused with a problem. */
function outcomeOf(move: () => string): string {
  try {
    return move();
  } catch (error) {
    if (error instanceof Problem) return '·';
    throw error;
  }
}

test('[IN7] every state answers every action, and only what is closed cannot be edited', () => {
  const outcomes = incidentStatuses.map((from) =>
    [...incidentActions, 'edit' as const].map((move) => outcomeOf(() => advanceIncident(from, move))),
  );
  expect(outcomes).toEqual([
    ['triaged', '·', '·', '·', 'reported', 'reported'],
    ['·', 'investigating', 'actions_open', 'closed', 'triaged', 'triaged'],
    ['·', '·', 'actions_open', 'closed', 'investigating', 'investigating'],
    ['·', 'investigating', '·', 'closed', 'actions_open', 'actions_open'],
    ['·', '·', '·', '·', 'closed', '·'],
  ]);
});

test('[IN9] the words are those of the reference lists', () => {
  expect(incidentStatuses).toEqual(enums.incident_status);
  expect(riddorCategories).toEqual(enums.riddor_category);
});

describe('RIDDOR', () => {
  test.each([
    ['not_reportable', null],
    ['death', '2026-11-30'],
    ['specified_injury', '2026-11-30'],
    ['over_seven_day', '2026-12-05'],
    ['public_to_hospital', '2026-11-30'],
    ['occupational_disease', null],
    ['dangerous_occurrence', '2026-11-30'],
    ['gas_incident', '2026-12-04'],
    ['undetermined', null],
  ] as const)('[IN10] the report of %s is due by %s, from the day on which it happened', (riddor_category, due) => {
    expect(riddorDueOn({ ...reported, riddor_category })).toBe(due);
  });

  test.each([
    ['over_seven_day', '2026-12-05'],
    ['over_three_day', null],
    ['specified_injury', '2026-11-30'],
    ['fatal', '2026-11-30'],
  ] as const)('[IN10] while nobody has decided, an injury that is %s counts, on the safe side', (injury, due) => {
    expect(riddorDueOn({ ...reported, injured_persons: [{ injury_severity: injury }] })).toBe(due);
  });

  test.each([
    ['2026-06-20T22:59:59.999Z', '2026-06-30'],
    ['2026-06-20T23:00:00.000Z', '2026-07-01'],
    ['2026-12-31T23:59:59.999Z', '2027-01-10'],
  ])('[IN10] the day of %s is that of Great Britain', (occurred_at, due) => {
    expect(riddorDueOn({ ...reported, occurred_at, riddor_category: 'death' })).toBe(due);
  });

  test('[IN10] a disease is due on the day of its diagnosis', () => {
    const disease = { ...reported, riddor_category: 'occupational_disease', diagnosed_on: '2027-02-03' } as const;
    expect(riddorDueOn(disease)).toBe('2027-02-03');
    expect(riddorDueOn({ ...disease, riddor_category: 'undetermined' })).toBe('2027-02-03');
  });

  test.each([
    ['over_seven_day', [{ person_type: 'employee', days_lost: 8 }]],
    [null, [{ person_type: 'employee', days_lost: 7 }]],
    ['over_seven_day', [{ days_lost: 8 }]],
    [null, [{ person_type: 'public', days_lost: 8 }]],
    ['public_to_hospital', [{ person_type: 'public', taken_to_hospital: true }]],
    ['public_to_hospital', [{ person_type: 'visitor', taken_to_hospital: true }]],
    [null, [{ person_type: 'public', taken_to_hospital: false }]],
    [null, [{ person_type: 'employee', taken_to_hospital: true }]],
    ['specified_injury', [{ days_lost: 30 }, { injury_severity: 'specified_injury' }]],
    ['death', [{ injury_severity: 'specified_injury' }, { injury_severity: 'fatal' }]],
  ] as const)('[IN19] the facts suggest %s of %j', (category, injured) => {
    expect(suggestedCategory({ ...reported, injured_persons: [...injured] })).toBe(category);
  });

  test('[IN19] an injury comes before a dangerous occurrence, and that before a disease', () => {
    const occurrence = { ...reported, incident_type: 'dangerous_occurrence', diagnosed_on: '2026-11-20' } as const;
    expect(suggestedCategory({ ...occurrence, injured_persons: [{ days_lost: 8 }] })).toBe('over_seven_day');
    expect(suggestedCategory(occurrence)).toBe('dangerous_occurrence');
    expect(suggestedCategory({ ...occurrence, incident_type: 'occupational_ill_health' })).toBe('occupational_disease');
  });

  test('[IN11] what could have killed is critical, and so is what has hurt somebody badly', () => {
    expect(isCritical(reported)).toBe(false);
    expect(isCritical({ ...reported, potential_severity: 3 })).toBe(false);
    expect(isCritical({ ...reported, potential_severity: 4 })).toBe(true);
    expect(isCritical({ ...reported, riddor_category: 'death' })).toBe(true);
    expect(isCritical({ ...reported, injured_persons: [{ injury_severity: 'specified_injury' }] })).toBe(true);
    expect(isCritical({ ...reported, injured_persons: [{ injury_severity: 'lost_time' }] })).toBe(false);
  });
});
