/** Where a finding of the compliance check is mended. */
import { expect, test } from 'vitest';
import { checkCompliance } from '../../shared/compliance/check.ts';
import type { ComplianceInput } from '../../shared/compliance/facts.ts';
import { placesOf } from '../../shared/compliance/places.ts';
import type { RuleId } from '../../shared/compliance/rules.ts';
import { defaultSettings } from '../../shared/model/settings.ts';

const input: ComplianceInput = {
  document: { document_type: 'rams' },
  sections: [
    { id: 's1', section_type: 'scope_of_works', title: 'What we do', body: 'Strip the felt of the flat roof.' },
  ],
  hazards: [
    { id: 'h1', name: 'Open edge', category: 'work_at_height', severity_before: 5, likelihood_before: 4 },
    {
      id: 'h2',
      name: 'Noise',
      severity_before: 3,
      likelihood_before: 2,
      severity_after: 2,
      likelihood_after: 1,
      controls: [{ description: 'Quiet saw', hierarchy_level: 'substitution' }, { description: 'Ear plugs' }],
    },
    { id: 'h3', name: 'Dust', category: 'dust_silica', severity_before: 3, likelihood_before: 3 },
  ],
  coshh: [{ id: 'c1', substance_name: 'Resin', hazard_statements: [{ code: 'H317' }], rpe: { type: 'FFP3' } }],
  personnel: [
    { id: 'p1', name: 'Jo', competence_cards: [{ scheme: 'CSCS', expires_on: '2026-01-01', verification: 'sighted' }] },
    { id: 'p2', name: 'Ada', young_person: true },
  ],
  site: null,
  today: '2026-11-24',
  settings: defaultSettings(),
};

function shortly(rule: RuleId): string[] {
  return placesOf(rule, input).map(({ id, field, name }) => `${id ?? 'add'} ${id ? field : name}`.trim());
}

test('[WB22] a finding names each failing entry and its field, or the section to add', () => {
  expect(shortly('HAZ-02')).toEqual(['h1 controls', 'h3 controls']);
  expect(shortly('HAZ-03')).toEqual(['h1 controls']);
  expect(shortly('HAZ-05')).toEqual(['h1 severity_after', 'h3 severity_after']);
  expect(shortly('SUB-02')).toEqual(['c1 health_surveillance_required']);
  expect(shortly('SUB-03')).toEqual(['c1 fit_test_required']);
  expect(shortly('PER-02')).toEqual(['p1 competence_cards']);
  expect(shortly('VUL-01')).toEqual(['p2 restrictions']);
  expect(shortly('GEN-02')).toEqual(['s1 body']);
  expect(shortly('WAH-01')).toEqual(['add Rescue plan']);
  expect(shortly('GEN-01')).toContain('add Emergency arrangements');
  expect(shortly('PER-01')).toEqual(['add']);
});

test('[WB22] every rule that is not met has a place, but for those of a permit', () => {
  const { findings } = checkCompliance(input);
  const failed = findings.filter(({ result }) => result === 'fail').map(({ rule_id: id }) => id);
  expect(failed.length).toBeGreaterThan(10);
  expect(failed.filter((rule) => placesOf(rule, input).length === 0)).toEqual([]);
});
