/** Every rule of the compliance check at its edges: what a document holds beside its type, and what the rule says of it. */
import type { Finding } from '../../shared/compliance/check.ts';
import type { ComplianceInput } from '../../shared/compliance/facts.ts';
import type { RuleId } from '../../shared/compliance/rules.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { defaultSettings } from '../../shared/model/settings.ts';

const typed = (documentType: string, more: JsonObject = {}): Pick<ComplianceInput, 'document'> => ({
  document: { document_type: documentType, ...more },
});
const text = (type: string, body: string): Pick<ComplianceInput, 'sections'> => ({
  sections: [{ section_type: type, body }],
});
export const rated = (
  before: readonly [number, number],
  after: readonly [number, number],
  more: JsonObject = {},
): JsonObject => ({
  name: 'Edge',
  severity_before: before[0],
  likelihood_before: before[1],
  severity_after: after[0],
  likelihood_after: after[1],
  ...more,
});
const category = (name: string): Pick<ComplianceInput, 'hazards'> => ({ hazards: [{ name: 'Work', category: name }] });

const asking = {
  ...defaultSettings(),
  signoff: { ...defaultSettings().signoff, understanding_check: 'required' },
} as const;

function shortfall(by: string, issuer: string): Pick<ComplianceInput, 'document'> {
  return typed('permit', {
    permit: {
      permit_type: 'hot_work',
      authorised_by: { name: issuer },
      final_check: { minutes_after_work: 102, required_minutes: 120 },
      closure_exception: { rule: 'hot_work_final_check_minutes', accepted_by: { name: by }, reason: 'Cooled early.' },
    },
  });
}

function assessed(body: JsonObject): Pick<ComplianceInput, 'coshh'> {
  return { coshh: [{ substance_name: 'Resin', ...body }] };
}

function holding(card: JsonObject): Pick<ComplianceInput, 'personnel'> {
  return { personnel: [{ name: 'Jo', competence_cards: [{ scheme: 'CSCS', ...card }] }] };
}

interface Case {
  readonly rule: RuleId;
  readonly when: string;
  readonly of: Partial<ComplianceInput>;
  readonly result: Finding['result'];
  readonly points?: number;
}
export const complianceCases: readonly Case[] = [
  {
    rule: 'GEN-01',
    when: 'a required section is too short',
    of: text('scope_of_works', 'Roof'),
    result: 'fail',
    points: 0,
  },
  {
    rule: 'GEN-01',
    when: 'one of 18 required sections is filled',
    of: text('scope_of_works', 'Strip and renew the felt of the flat roof over the hall.'),
    result: 'fail',
    points: 0.83,
  },
  { rule: 'GEN-01', when: 'nobody knows the type', of: typed('poem'), result: 'not_applicable' },
  {
    rule: 'GEN-02',
    when: 'the scope has exclusions',
    of: text('scope_of_works', 'Excluded: asbestos.'),
    result: 'pass',
  },
  {
    rule: 'GEN-02',
    when: 'it speaks of an exclusion zone',
    of: text('scope_of_works', 'Set an exclusion zone.'),
    result: 'fail',
  },
  { rule: 'GEN-02', when: 'it is a risk assessment', of: typed('risk_assessment'), result: 'not_applicable' },
  {
    rule: 'GEN-03',
    when: 'the hospital is to be confirmed',
    of: {
      sections: [
        {
          section_type: 'emergency_arrangements',
          data: {
            entries: [
              { key: 'first_aider', value: 'Jo' },
              { key: 'assembly_point', value: 'Gate 2' },
              { key: 'nearest_hospital', value: 'TBC' },
            ],
          },
        },
      ],
    },
    result: 'fail',
  },
  {
    rule: 'GEN-03',
    when: 'the keys are people’s own words',
    of: {
      sections: [
        {
          section_type: 'emergency_arrangements',
          data: {
            entries: [
              { key: 'First aiders', value: 'Jo' },
              { key: 'Muster point', value: 'Gate 2' },
              { key: 'Hospital (A&E)', value: 'City Infirmary' },
            ],
          },
        },
      ],
    },
    result: 'pass',
  },
  {
    rule: 'CHG-01',
    when: 'the section has keys and no values',
    of: { sections: [{ section_type: 'change_management', data: { entries: [{ key: 'rule', value: null }] } }] },
    result: 'fail',
  },
  {
    rule: 'GEN-03',
    when: 'all three stand in free text',
    of: text('emergency_arrangements', '- First aider: Jo\n- Assembly point: gate 2\n- Hospital: City Infirmary'),
    result: 'pass',
  },
  { rule: 'HAZ-01', when: 'a RAMS has two hazards', of: { hazards: [{ name: 'A' }, { name: 'B' }] }, result: 'fail' },
  { rule: 'HAZ-04', when: 'nothing is rated twice', of: { hazards: [{ name: 'A' }] }, result: 'not_applicable' },
  { rule: 'HAZ-04', when: 'a rating rises', of: { hazards: [rated([3, 3], [3, 4])] }, result: 'fail' },
  { rule: 'HAZ-05', when: 'a residual is 15', of: { hazards: [rated([5, 4], [5, 3])] }, result: 'pass' },
  { rule: 'HAZ-05', when: 'a residual is 16', of: { hazards: [rated([5, 4], [4, 4])] }, result: 'fail' },
  { rule: 'HAZ-05', when: 'nobody rated a residual', of: { hazards: [{ name: 'A' }] }, result: 'fail' },
  { rule: 'HAZ-06', when: 'no severity falls', of: { hazards: [rated([5, 4], [5, 1])] }, result: 'not_applicable' },
  {
    rule: 'HAZ-07',
    when: 'a residual of 20 is accepted in writing',
    of: { hazards: [rated([5, 4], [5, 4], { residual_acceptance: { text: 'Accepted for the trial lift.' } })] },
    result: 'pass',
  },
  { rule: 'HAZ-07', when: 'a residual is 9', of: { hazards: [rated([5, 4], [3, 3])] }, result: 'not_applicable' },
  { rule: 'WAH-01', when: 'a roof is fragile', of: category('fragile_surfaces'), result: 'fail' },
  {
    rule: 'LFT-01',
    when: 'all figures are there and nobody leads',
    of: {
      ...category('lifting_operations'),
      ...text('lifting_arrangements', '410 kg at a radius of 4 m, capacity 650 kg'),
    },
    result: 'fail',
  },
  {
    rule: 'EXC-01',
    when: 'services are known and a hazard calls for the permit',
    of: {
      hazards: [{ category: 'excavation', permit_type: 'dig' }],
      ...text('services_information', 'Gas at 1.1 m.'),
    },
    result: 'pass',
  },
  {
    rule: 'HOT-01',
    when: 'a method statement demands one hour',
    of: { ...category('hot_work'), ...text('fire_arrangements', 'Fire watch for 1 hour after the work.') },
    result: 'pass',
  },
  {
    rule: 'HOT-01',
    when: 'it demands half of it',
    of: { ...category('hot_work'), ...text('fire_arrangements', 'Two extinguishers, 30 minute fire watch.') },
    result: 'fail',
  },
  {
    rule: 'HOT-01',
    when: 'a permit has no watch',
    of: typed('permit', { permit: { permit_type: 'hot_work' } }),
    result: 'fail',
  },
  {
    rule: 'HOT-02',
    when: 'nobody demands a final check',
    of: typed('permit', { permit: { permit_type: 'hot_work' } }),
    result: 'not_applicable',
  },
  {
    rule: 'HOT-02',
    when: 'somebody else accepted the shortfall',
    of: shortfall('Tom', 'Sinéad'),
    result: 'fail',
    points: 2,
  },
  { rule: 'HOT-02', when: 'the issuer accepted it', of: shortfall('Sinéad', 'Sinéad'), result: 'fail', points: 0 },
  { rule: 'SUB-01', when: 'there is dust and no assessment', of: category('dust_silica'), result: 'fail' },
  { rule: 'SUB-01', when: 'a COSHH set is empty', of: typed('coshh'), result: 'fail' },
  {
    rule: 'SUB-02',
    when: 'cancer is only suspected',
    of: assessed({ hazard_statements: [{ code: 'H351' }] }),
    result: 'not_applicable',
  },
  {
    rule: 'SUB-02',
    when: 'the assessor says that it does not sensitise',
    of: assessed({ hazard_statements: [{ code: 'H317' }], is_skin_sensitiser: false }),
    result: 'not_applicable',
  },
  {
    rule: 'SUB-02',
    when: 'surveillance is left out for a reason',
    of: assessed({
      is_skin_sensitiser: true,
      health_surveillance_required: false,
      health_surveillance_detail: 'One day.',
    }),
    result: 'pass',
  },
  {
    rule: 'SUB-03',
    when: 'the RPE is a hood',
    of: assessed({ rpe: { type: 'powered_hood_th3' } }),
    result: 'not_applicable',
  },
  { rule: 'SUB-03', when: 'a mask has no fit test', of: assessed({ rpe: { type: 'ffp3' } }), result: 'fail' },
  { rule: 'PER-02', when: 'a card ends today', of: holding({ expires_on: '2026-11-21' }), result: 'pass' },
  { rule: 'PER-02', when: 'a card ended yesterday', of: holding({ expires_on: '2026-11-20' }), result: 'fail' },
  ...(['2026-12-18', '2026-12-17'] as const).map((expires_on): Case => ({
    rule: 'PER-02',
    when: `the work ends on 18 December and a card on ${expires_on}`,
    of: { ...typed('rams', { work_ends_on: '2026-12-18' }), ...holding({ expires_on }) },
    result: expires_on === '2026-12-18' ? 'pass' : 'fail',
  })),
  {
    rule: 'PER-02',
    when: 'a card ends the day before the permit',
    of: {
      ...typed('permit', { permit: { valid_to: '2026-12-18T04:00:00Z' } }),
      ...holding({ expires_on: '2026-12-17' }),
    },
    result: 'fail',
  },
  { rule: 'PER-03', when: 'nobody looked at a card', of: holding({ verification: 'unverified' }), result: 'fail' },
  { rule: 'SEQ-01', when: 'the risk is low', of: { hazards: [rated([3, 3], [3, 1])] }, result: 'not_applicable' },
  { rule: 'SEQ-01', when: 'a high risk has no hold point', of: { hazards: [rated([5, 2], [5, 1])] }, result: 'fail' },
  {
    rule: 'WTH-01',
    when: 'the work is indoors, and the section says so',
    of: { ...category('lifting_operations'), ...text('weather_limits', 'All lifts are inside the building.') },
    result: 'not_applicable',
  },
  { rule: 'WTH-01', when: 'no section speaks of the weather', of: category('work_at_height'), result: 'fail' },
  { rule: 'CHG-01', when: 'nothing is said of changes', of: {}, result: 'fail' },
  {
    rule: 'BRF-01',
    when: 'the organisation asks it of every document',
    of: { ...typed('permit'), settings: asking },
    result: 'fail',
  },
  {
    rule: 'VUL-01',
    when: 'a young person has a restriction',
    of: { personnel: [{ name: 'Luke', young_person: true, restrictions: ['No MEWP'] }] },
    result: 'pass',
  },
  {
    rule: 'VUL-01',
    when: 'a hazard thinks of the young',
    of: { personnel: [{ young_person: true }], hazards: [{ who_at_risk_codes: ['young_persons'] }] },
    result: 'pass',
  },
];
