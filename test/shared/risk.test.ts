/** Ratings and who may do what: the two tables that everything else looks up. */
import { expect, test } from 'vitest';
import { allows, permissions, roles } from '../../shared/model/access.ts';
import { bandOf, ratings, riskOf } from '../../shared/model/risk.ts';

test('[RK1] a rating is severity times likelihood, and each from 1 to 25 has one band', () => {
  const bands = new Map<number, string | null>();
  for (let severity = 1; severity <= 5; severity++) {
    for (let likelihood = 1; likelihood <= 5; likelihood++) {
      const risk = riskOf(severity, likelihood);
      bands.set(severity * likelihood, bandOf(risk));
    }
  }
  expect([...bands].toSorted(([a], [b]) => a - b).map(([risk, band]) => `${risk} ${band}`)).toEqual([
    '1 low',
    '2 low',
    '3 low',
    '4 low',
    '5 medium',
    '6 medium',
    '8 medium',
    '9 medium',
    '10 high',
    '12 high',
    '15 high',
    '16 very_high',
    '20 very_high',
    '25 very_high',
  ]);
});

test('[RK1] while a value is missing there is no rating', () => {
  expect(ratings({ severity_before: 4, likelihood_before: null, severity_after: 2, likelihood_after: 3 })).toEqual({
    risk_before: null,
    band_before: null,
    risk_after: 6,
    band_after: 'medium',
  });
});

test('[AC1] owners and admins may do all, viewers change nothing, machines never approve', () => {
  for (const role of ['owner', 'admin'] as const) expect(permissions.filter((each) => !allows(role, each))).toEqual([]);
  expect(
    permissions.filter((each) => allows('viewer', each)).filter((each) => /write|manage|approve|archive/.test(each)),
  ).toEqual([]);
  expect(roles.filter((role) => allows(role, 'documents:approve'))).toEqual(['owner', 'admin', 'manager']);
});
