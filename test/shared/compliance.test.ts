/** The compliance check as a pure function: the sample's own results, and every rule at its edges. */
import { describe, expect, test } from 'vitest';
import { checkCompliance, type Finding } from '../../shared/compliance/check.ts';
import type { ComplianceInput } from '../../shared/compliance/facts.ts';
import { ruleIds, type RuleId } from '../../shared/compliance/rules.ts';
import reference from '../../shared/reference/compliance-rules.json' with { type: 'json' };
import { defaultSettings } from '../../shared/model/settings.ts';
import { documentFiles, siteFiles } from '../cli/sample-files.ts';
import { workDatesIn } from '../../server/cli/sample/work-dates.ts';
import { expectedOf } from '../cli/compliance-expected.ts';
import { scored } from '../cli/compliance-scored.ts';
import { complianceCases, rated } from './compliance-cases.ts';

const nothing: ComplianceInput = {
  document: { document_type: 'rams' },
  sections: [],
  hazards: [],
  coshh: [],
  personnel: [],
  site: null,
  today: '2026-11-21',
  settings: defaultSettings(),
};

/** What one rule says of a RAMS that holds nothing but this. */
function say(rule: RuleId, of: Partial<ComplianceInput>): Finding {
  const found = checkCompliance({ ...nothing, ...of }).findings.find(({ rule_id: id }) => id === rule);
  if (!found) throw new Error(`${rule} was not asked`);
  return found;
}

describe('the sample', () => {
  test.each(documentFiles.map((file) => [file.reference, file] as const))(
    '[CC1] %s has the score, band, blocking failures and findings of the sample',
    (_reference, file) => {
      const { sections, hazards, coshh_assessments: coshh, personnel, ...head } = file;
      // As they are loaded.
      const document = { ...head, ...workDatesIn(file) };
      const site = siteFiles.find(({ id }) => id === file['site_id']) ?? null;
      const today = expectedOf(file.id).checked_at.slice(0, 10);
      const result = checkCompliance({ ...nothing, document, sections, hazards, coshh, personnel, site, today });
      expect(scored(result)).toEqual(scored(expectedOf(file.id)));
    },
  );
});

describe('the rules', () => {
  test('[CC2] the rules are the 34 of the reference file in its order, each answered once', () => {
    expect(ruleIds).toEqual(reference.map(({ id }) => id));
    const { findings } = checkCompliance(nothing);
    expect(
      findings.map(({ rule_id: id, title, law, weight, blocking }) => ({ id, weight, blocking, title, law })),
    ).toEqual(reference);
  });

  test('[CC3] a finding says how many of how many, and which', () => {
    const hazards = [
      rated([5, 4], [5, 1], { name: 'Open edge', controls: [{ description: 'Harness', hierarchy_level: 'ppe' }] }),
      rated([3, 4], [3, 1], {
        name: 'Noise',
        controls: [{ description: 'Quiet saw', hierarchy_level: 'substitution' }],
      }),
      rated([2, 2], [2, 1], { name: 'Steps', controls: [{ description: 'Tidy up' }, { description: 'Light' }] }),
    ];
    expect(say('HAZ-02', { hazards })).toMatchObject({
      result: 'fail',
      points: 2,
      detail: '2 of 3 hazards have fewer than two controls: “Open edge”, “Noise”.',
    });
    expect(say('HAZ-03', { hazards })).toMatchObject({
      result: 'fail',
      points: 4,
      detail: '1 of 2 hazards rated 10 or more has nothing above administrative controls: “Open edge”.',
    });
    const many = Array.from({ length: 200 }, (_, i) => ({ name: `Hazard ${i} ${'x'.repeat(140)}` }));
    const { detail } = say('HAZ-02', { hazards: many });
    expect(detail).toContain(' and 194 more.');
    expect(detail.length).toBeLessThan(1000);
  });

  test.each(complianceCases)('[CC4] $rule is $result when $when', ({ rule, of, result, points }) => {
    expect(say(rule, of)).toMatchObject({ result, ...(points === undefined ? {} : { points }) });
  });

  test.each([
    ['Rear car park, far wall, sign AP1', 'Sign AP1: rear car park by the wall', 'pass'],
    ['Rear car park, far wall, sign AP1', 'Rear car park, near wall, sign AP2', 'fail'],
    ['Point A: square by the canopy', 'Point B: square by the canopy', 'fail'],
    ['Gate 2', 'The canal bridge', 'fail'],
    ['', 'The canal bridge', 'not_applicable'],
  ])('[CC4] GEN-04 compares “%s” with “%s”: %s', (said, kept, result) => {
    const entries = [{ key: 'assembly_point', value: said }];
    const sections = [{ section_type: 'emergency_arrangements', data: { entries } }];
    expect(say('GEN-04', { sections, site: { emergency_assembly_point: kept } }).result).toBe(result);
  });
});
