/** The compliance check on documents made of anything at all, from a seed. */
import { expect, test } from 'vitest';
import { checkCompliance } from '../../shared/compliance/check.ts';
import { ruleIds } from '../../shared/compliance/rules.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import enums from '../../shared/reference/enums.json' with { type: 'json' };
import hazardCategories from '../../shared/reference/hazard-categories.json' with { type: 'json' };
import sectionTypes from '../../shared/reference/section-types.json' with { type: 'json' };
import { defaultSettings } from '../../shared/model/settings.ts';
import { openChance, type Chance } from '../kit/clock.ts';

/** Names that the rules look for, so that odd values land where they hurt. */
const names = [
  'title name description body data items entries rows columns key value text no hold_point section_type document_type',
  'category severity_before likelihood_before severity_after likelihood_after controls hierarchy_level permit_type',
  'residual_acceptance who_at_risk_codes substance_name hazard_statements code rpe type fit_test_required role',
  'competence_cards scheme expires_on verification young_person restrictions permit fire_watch observed_minutes',
  'required_minutes final_check minutes_after_work closure_exception accepted_by authorised_by rule reason id',
  'emergency_assembly_point nearest_hospital health_surveillance_required is_skin_sensitiser __proto__ constructor',
].flatMap((line) => line.split(' '));
const texts: readonly string[] = [
  ...enums.document_type,
  ...hazardCategories.map(({ value }) => value),
  ...sectionTypes.map(({ value }) => value),
  '',
  ' ',
  '\0',
  'tbc',
  '🏗️'.repeat(70),
  '\ud83d',
  'H317',
  '2026-11-20',
  'Point A',
  'fire watch 9999 h',
  'radius 4 t',
  'hot_work',
  'first_aider',
];
const numbers = [0, -1, 1, 5, 25, 1e308, 0.1, 1e21];

function odd(chance: Chance, depth: number): Json {
  const kind = chance.below(depth > 0 ? 7 : 5);
  if (kind === 0) return null;
  if (kind === 1) return chance.below(2) === 0;
  if (kind === 2) return chance.pick(numbers);
  if (kind <= 4) return chance.pick(texts);
  if (kind === 5) return Array.from({ length: chance.below(4) }, () => odd(chance, depth - 1));
  return oddObject(chance, depth - 1);
}

function oddObject(chance: Chance, depth: number): JsonObject {
  const members = Array.from({ length: chance.below(8) }, () => [chance.pick(names), odd(chance, depth)] as const);
  return Object.fromEntries(members);
}

type Likely = Readonly<Record<string, (chance: Chance) => Json>>;

const rating = (chance: Chance): Json => 1 + chance.below(5);
const word = (chance: Chance): Json => chance.pick(texts);
const section: Likely = {
  section_type: (chance) => chance.pick(sectionTypes).value,
  body: word,
  data: (chance) => oddObject(chance, 4),
};
const hazard: Likely = {
  name: word,
  category: (chance) => chance.pick(hazardCategories).value,
  severity_before: rating,
  likelihood_before: rating,
  severity_after: rating,
  likelihood_after: rating,
  controls: (chance) => [{ description: 'Guard', hierarchy_level: chance.pick(['engineering', 'ppe']) }],
};
const substance: Likely = {
  substance_name: word,
  hazard_statements: (chance) => [{ code: chance.pick(['H317', 'H350i', 'H351']) }],
  rpe: (chance) => ({ type: chance.pick(enums.rpe_type), fit_test_required: chance.below(2) === 0 }),
};
const person: Likely = {
  name: word,
  role: (chance) => chance.pick(enums.personnel_role),
  young_person: (chance) => chance.below(2) === 0,
  competence_cards: (chance) => [{ scheme: 'CSCS', expires_on: '2026-12-01', verification: word(chance) }],
};

/** Mostly what belongs there, now and then anything, and more beside it. */
function bodies(chance: Chance, likely: Likely): JsonObject[] {
  return Array.from({ length: chance.below(6) }, () => {
    const members = Object.entries(likely).map(
      ([name, value]) => [name, chance.below(4) === 0 ? odd(chance, 3) : value(chance)] as const,
    );
    return { ...oddObject(chance, 3), ...Object.fromEntries(members) };
  });
}

const bands = [
  [80, 'strong'],
  [60, 'adequate'],
  [40, 'weak'],
  [0, 'poor'],
] as const;

test('[CC9] every rule answers for any content, and the points give the score (1,000 seeds)', () => {
  const seen = { pass: 0, fail: 0, not_applicable: 0 };
  for (let seed = 1; seed <= 1000; seed++) {
    const chance = openChance(seed);
    const document = { ...oddObject(chance, 4), document_type: chance.pick(texts.slice(0, 9)) };
    const input = {
      document,
      sections: bodies(chance, section),
      hazards: bodies(chance, hazard),
      coshh: bodies(chance, substance),
      personnel: bodies(chance, person),
      site: chance.below(2) === 0 ? null : oddObject(chance, 3),
      today: '2026-11-21',
      settings: defaultSettings(),
    };
    const result = checkCompliance(input);
    const asked = result.findings.filter((finding) => finding.result !== 'not_applicable');
    const [points, weight] = (['points', 'weight'] as const).map((what) =>
      asked.reduce((sum, each) => sum + each[what], 0),
    );
    expect(result.score, `seed ${seed}`).toBe(weight ? Math.round((100 * (points ?? 0)) / weight) : 0);
    expect(result.band).toBe(bands.find(([least]) => result.score >= least)?.[1]);
    expect(result.findings.map(({ rule_id: id }) => id)).toEqual(ruleIds);
    for (const { result: verdict, points: earned, weight: most, detail } of result.findings) {
      seen[verdict]++;
      const inRange = earned >= 0 && earned <= most && (verdict !== 'pass' || earned === most);
      expect(inRange && detail.length > 5 && detail.length < 2500, `seed ${seed}: ${detail}`).toBe(true);
    }
    expect(checkCompliance(structuredClone(input))).toEqual(result);
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(500);
});

test('[CC9] content as deep or as large as a body may be is no danger', () => {
  let deep: Json = 'bottom';
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const sections = [
    { section_type: 'weather_limits', data: { items: [deep] } },
    { section_type: 'scope_of_works', body: 'not include'.repeat(4000) },
    { section_type: 'fire_arrangements', body: `${'fire watch 9 '.repeat(100_000)}\n` },
    { section_type: 'emergency_arrangements', body: 'Point A '.repeat(5000) },
  ];
  const hazards = [{ category: 'hot_work' }, { category: 'lifting_operations' }];
  const input = { document: { document_type: 'rams' }, sections, hazards, coshh: [], personnel: [] };
  const site = { emergency_assembly_point: 'Point B '.repeat(100) };
  const { findings } = checkCompliance({ ...input, site, today: '2026-11-21', settings: defaultSettings() });
  expect(findings).toHaveLength(34);
});
