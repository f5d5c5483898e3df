/** Advice on risks with regulations of their own: what meets each rule, what just does not, and that no score changes. */
import { expect, test } from 'vitest';
import { checkCompliance } from '../../shared/compliance/check.ts';
import type { ComplianceInput } from '../../shared/compliance/facts.ts';
import type { RuleId } from '../../shared/compliance/rules.ts';
import { defaultSettings } from '../../shared/model/settings.ts';

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
const section = (section_type: string, body: string) => ({ sections: [{ section_type, body }] });
const coordinator = { personnel: [{ name: 'Jo', role: 'temporary_works_coordinator' }] };

const cases: readonly (readonly [
  RuleId,
  string,
  law: string,
  met: Partial<ComplianceInput>,
  unmet: Partial<ComplianceInput>,
])[] = [
  [
    'ASB-01',
    'demolition',
    'CAR 2012 reg 5',
    section('reference_documents', 'R&D survey 4417'),
    section('reference_documents', 'Level survey; asbestos is not expected'),
  ],
  ['ASB-01', 'asbestos', 'CAR 2012 reg 5', section('site_information', 'The survey of May found no asbestos'), {}],
  [
    'CSP-01',
    'confined_space',
    'CSR 1997 regs 4 and 5',
    {
      sections: [
        ...section('rescue_plan', 'Tripod and winch').sections,
        ...section('hold_points', 'Gas test before entry').sections,
      ],
    },
    section('rescue_plan', 'Tripod and winch'),
  ],
  [
    'CSP-01',
    'confined_space',
    'CSR 1997 regs 4 and 5',
    { sections: [...section('rescue_plan', 'Tripod').sections, ...section('gas_test_results', 'O2 20.9').sections] },
    section('hold_points', 'Gas test before entry'),
  ],
  [
    'NOI-01',
    'noise',
    'CNAWR 2005 reg 5',
    section('noise_vibration', 'Breaker: 96 dB(A)'),
    section('noise_vibration', 'The breaker is loud, 96 databases'),
  ],
  [
    'VIB-01',
    'vibration',
    'CVAWR 2005 reg 5',
    section('noise_vibration', 'Breaker: 8.5 m/s²'),
    section('noise_vibration', 'Wind up to 8.5 m/s'),
  ],
  [
    'VIB-01',
    'vibration',
    'CVAWR 2005 reg 5',
    section('noise_vibration', 'Trigger time 40 min'),
    section('noise_vibration', 'Short use'),
  ],
  [
    'ELE-01',
    'electricity',
    'EAWR 1989 regs 12 to 14',
    section('isolation_arrangements', 'DB-4'),
    section('sequence_of_works', 'Fit the sockets'),
  ],
  ['ELE-01', 'electricity', 'EAWR 1989 regs 12 to 14', section('sequence_of_works', 'Lock off and prove dead'), {}],
  [
    'TWK-01',
    'structural_stability',
    'CDM 2015 reg 19; BS 5975',
    { ...section('temporary_works', 'Props'), ...coordinator },
    section('temporary_works', 'Props'),
  ],
  [
    'TWK-01',
    'structural_stability',
    'CDM 2015 reg 19; BS 5975',
    section('temporary_works', 'There are no temporary works.'),
    coordinator,
  ],
  [
    'TWK-01',
    'structural_stability',
    'CDM 2015 reg 19; BS 5975',
    { ...section('temporary_works', 'Props'), ...coordinator },
    coordinator,
  ],
  [
    'DSE-01',
    'fire_explosion',
    'DSEAR 2002 regs 5 and 6',
    section('fire_arrangements', 'No smoking, no naked flame within 6 m; decanting vessels are earthed'),
    section('fire_arrangements', 'Extinguishers at each stair'),
  ],
];

test.each(cases)('[CF13] %s with %s cites %s, and is met or not', (rule, category, law, met, unmet) => {
  const hazards = [{ name: 'Work', category }];
  const say = (of: Partial<ComplianceInput>) => {
    const { findings, score, blocking_failures: blocking } = checkCompliance({ ...nothing, ...of });
    return { finding: findings.find(({ rule_id: id }) => id === rule), score, blocking };
  };
  expect(say({ ...met, hazards }).finding).toMatchObject({ result: 'pass', law, weight: 0, points: 0 });
  const { finding, blocking } = say({ ...unmet, hazards });
  expect(finding).toMatchObject({ result: 'fail', law, weight: 0, points: 0 });
  expect(blocking).not.toContain(rule);
  const others = [{ name: 'Work', category: 'other' }];
  expect(say({ ...met, hazards: others }).finding?.result).toBe('not_applicable');
  const talk = { document: { document_type: 'toolbox_talk' } };
  expect(say({ ...met, ...talk, hazards }).finding?.result).toBe('not_applicable');
});

test('[CF15] a COSHH set with a flammable substance has to say how ignition is prevented', () => {
  const document = { document_type: 'coshh' };
  const solvent = { substance_name: 'Primer', hazard_statements: [{ code: 'H225' }] };
  const resultOf = (coshh: ComplianceInput['coshh']) =>
    checkCompliance({ ...nothing, document, coshh }).findings.find(({ rule_id: id }) => id === 'DSE-01')?.result;
  expect(resultOf([solvent])).toBe('fail');
  expect(resultOf([{ ...solvent, storage: 'Flammables cabinet, maximum 50 litres' }])).toBe('pass');
  expect(resultOf([{ ...solvent, is_flammable_dsear: false }])).toBe('not_applicable');
});

/** Minutes after the end of a fire watch at which the place was checked; an hour of it is demanded. */
function checked(...minutes: readonly number[]): ComplianceInput['document'] {
  const at = (minute: number): string => new Date(Date.UTC(2026, 10, 12, 14, minute)).toISOString();
  const closing_checks = minutes.map((minute) => ({ checked_at: at(minute) }));
  const fire_watch = { started_at: at(-60), ended_at: at(0), required_minutes: 60 };
  return {
    document_type: 'permit',
    permit: {
      permit_type: 'hot_work',
      work_complete_at: at(-60),
      fire_watch,
      closing_check_minutes: 60,
      closing_checks,
    },
  };
}

test.each([
  ['close and long enough', [20, 40, 60], 'not_applicable'],
  ['too far apart', [20, 55, 75], 'fail'],
  ['demanded and not made', [], 'fail'],
] as const)('[CF14] HOT-02 judges checks after the fire watch that are %s', (_which, minutes, result) => {
  const { findings } = checkCompliance({ ...nothing, document: checked(...minutes) });
  expect(findings.find(({ rule_id: id }) => id === 'HOT-02')?.result).toBe(result);
});
