/** What a review demands, on the sample's real documents and on single changes of them (contract, Review and strictness). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { latestEquivalent } from '../../shared/model/validity.ts';
import { isJsonObject, type JsonObject } from '../../shared/base/json.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import type { Document } from '../../shared/resources/document/shape.ts';
import { contentGaps } from '../../shared/resources/document/review/content-rules.ts';
import { withEditor } from '../../shared/resources/document/review/people.ts';
import { requireProjectMove } from '../../shared/resources/project/states.ts';
import { requireAcceptableRisk } from '../../shared/resources/document/review/residual.ts';
import { monthsLater } from '../../shared/resources/document/review/review-date.ts';
import { requireMinor, significantChanges } from '../../shared/resources/document/review/significance.ts';

/** The files hold lists of entries under these names. */
const members = { section: 'sections', hazard: 'hazards', coshh: 'coshh_assessments', personnel: 'personnel' } as const;
type Member = (typeof members)[keyof typeof members];
type Content = JsonObject & Readonly<Record<Member, readonly JsonObject[]>>;

const sample = (name: string): Content =>
  JSON.parse(readFileSync(new URL(`../sample/${name}.json`, import.meta.url), 'utf8')) as Content; // the repository's own file
const sites = JSON.parse(
  readFileSync(new URL('../sample/sites.json', import.meta.url), 'utf8'),
) as readonly JsonObject[]; // likewise

function recordOf(kind: string, body: JsonObject): StoredRecord {
  const [at, who] = ['2026-11-21T09:00:00.000Z', 'author'];
  const envelope = { rev: 1, seq: 1, deleted: false, created_at: at, updated_at: at, created_by: who, updated_by: who };
  return { id: String(body['id']), kind, ...envelope, body };
}

/** Pointers of what the document lacks. */
function gapsOf(content: Content, site?: JsonObject): readonly (string | undefined)[] {
  const { sections: _s, hazards: _h, coshh_assessments: _c, personnel: _p, ...head } = content;
  const named = site ?? sites.find(({ id }) => id === content['site_id']);
  // The file has every field of a document that the rules look at.
  return contentGaps(String(content['id']), head as unknown as Document, {
    children: (_id, kind) =>
      Object.hasOwn(members, kind)
        ? content[members[kind as keyof typeof members]].map((body) => recordOf(kind, body)) // just checked
        : [],
    record: (id) => (named && id === named['id'] ? recordOf('site', named) : undefined),
  }).map(({ pointer }) => pointer);
}

const approved = [
  'document-01-rams-curtain-walling',
  'document-02-rams-excavation-services',
  'document-03-risk-assessment-soft-strip',
  'document-05-coshh-resin-floor',
  'document-06-toolbox-talk-silica',
  'document-07-permit-hot-works',
  'document-08-powra-crane-wind',
];

describe('content rules', () => {
  test.each(approved)('[RV7] a real document that was handed in has all that is asked for: %s', (name) => {
    expect(gapsOf(sample(name))).toEqual([]);
  });

  test('[RV6] sections and roles that are missing and comments that nobody answered are named', () => {
    expect(gapsOf(sample('document-04-method-statement-glulam-lift'))).toEqual([
      '#/sections',
      '#/sections',
      '#/personnel',
      '#/review_rounds/0/comments/0',
      '#/review_rounds/0/comments/1',
      '#/review_rounds/0/comments/3',
    ]);
  });

  test('[RV6] every gap is named at once: sections, ratings, COSHH, roles, emergency data', () => {
    const rams = sample('document-01-rams-curtain-walling');
    const ppe = rams.sections.findIndex(({ section_type }) => section_type === 'ppe');
    const emptied: Content = {
      ...rams,
      sections: rams.sections.map((section, i) =>
        i === ppe ? { ...section, body: ' ', data: { items: [] } } : section,
      ),
      hazards: rams.hazards.slice(0, 2).map((hazard) => ({ ...hazard, category: 'dust_silica', severity_after: null })),
      coshh_assessments: [],
      personnel: rams.personnel.filter(({ role }) => role === 'operative'),
    };
    const bare = { ...sites[0], emergency_assembly_point: null, nearest_hospital: '' };
    expect(gapsOf(emptied, bare)).toEqual([
      `#/sections/${ppe}/body`,
      '#/hazards',
      '#/hazards/0/severity_after',
      '#/hazards/1/severity_after',
      '#/coshh_assessments',
      '#/personnel',
      '#/personnel',
      '#/site_id',
      '#/site_id',
    ]);
  });

  test('[RV6] a permit needs its form, an issuer and another holder; a POWRA needs a decision', () => {
    const permit = sample('document-07-permit-hot-works');
    const alone = permit.personnel.map((person) => ({ ...person, person_id: null, name: 'Sinéad Gallagher' }));
    expect(gapsOf({ ...permit, permit: null, personnel: alone })).toEqual(['#/permit', '#/personnel/1/role']);
    const powra = sample('document-08-powra-crane-wind');
    expect(gapsOf({ ...powra, powra: null })).toEqual(['#/powra/decision']);
  });

  test('[RV6] fields that a COSHH assessment must have are named one by one', () => {
    const coshh = sample('document-05-coshh-resin-floor');
    const [first, ...rest] = coshh.coshh_assessments;
    const lacking = { ...first, sds_reference: null, controls: [], pictograms: [] };
    expect(gapsOf({ ...coshh, coshh_assessments: [lacking, ...rest] })).toEqual([
      '#/coshh_assessments/0/sds_reference',
      '#/coshh_assessments/0/controls',
    ]);
  });
});

describe('significance', () => {
  const snapshot = (version: number): Content => {
    const { content } = sample(`document-01-v${version}-snapshot`);
    if (!isJsonObject(content)) throw new Error('a snapshot holds its content');
    return content as Content; // the repository's own file
  };
  const before = snapshot(1);
  const changed = (member: Member, i: number, fields: JsonObject): Content => ({
    ...before,
    [member]: before[member].map((entry, at) => (at === i ? { ...entry, ...fields } : entry)),
  });
  const at = (after: JsonObject): readonly (string | undefined)[] =>
    significantChanges(before, after).map(({ pointer }) => pointer);
  const placeOf = (type: string): number => before.sections.findIndex(({ section_type }) => section_type === type);

  test('[RV13] layout, contacts and wording of other sections are minor', () => {
    expect(at(before)).toEqual([]);
    expect(at(changed('sections', placeOf('project_details'), { body: 'New telephone number.' }))).toEqual([]);
    expect(at(changed('personnel', 0, { name: 'Somebody else' }))).toEqual([]);
    expect(at({ ...before, title: 'Curtain walling, block C' })).toEqual([]);
    expect(
      at({ ...before, hazards: before.hazards.toReversed().map((hazard, i) => ({ ...hazard, position: i + 1 })) }),
    ).toEqual([]);
  });

  test.each([
    'ppe',
    'permits_required',
    'emergency_arrangements',
    'weather_limits',
    'sequence_of_works',
    'lifting_arrangements',
  ])('[RV13] a change of the section %s is not', (type) => {
    const i = placeOf(type);
    expect(at(changed('sections', i, { body: 'Otherwise.', data: null }))).toContain(`#/sections/${i}/body`);
    expect(at({ ...before, sections: before.sections.filter((_, place) => place !== i) })).toEqual([`#/sections/${i}`]);
  });

  test('[RV13] changes of ratings, controls, substances, hazards, permits or site are not minor', () => {
    expect(at(changed('hazards', 2, { severity_after: 1 }))).toEqual(['#/hazards/2/severity_after']);
    expect(at(changed('hazards', 0, { controls: [] }))).toEqual(['#/hazards/0/controls']);
    expect(at(changed('coshh_assessments', 0, { storage: 'Elsewhere' }))).toEqual(['#/coshh_assessments/0/storage']);
    expect(at({ ...before, hazards: before.hazards.slice(1) })).toEqual(['#/hazards/0']);
    expect(at({ ...before, hazards: [...before.hazards, { id: 'new', name: 'Noise' }] })).toEqual([
      `#/hazards/${before.hazards.length}`,
    ]);
    expect(at({ ...before, permit: { permit_type: 'hot_work' }, site_id: null })).toEqual(['#/site_id', '#/permit']);
  });

  test('[RV13] the real second version of the sample is no minor one', () => {
    expect(() => requireMinor(before, snapshot(2), ['Vacuum lifter replaced, wind limits lowered'])).toThrow(
      expect.objectContaining({ code: 'not_minor' }),
    );
    expect(() => requireMinor(before, before, ['too short', null])).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  test('[RV14] a version lives on in the minor ones after it, up to the next material one', () => {
    const versions = [
      { version: 1, state: 'superseded', change_significance: null },
      { version: 2, state: 'superseded', change_significance: 'minor' },
      { version: 3, state: 'superseded', change_significance: 'material' },
      { version: 4, state: 'current', change_significance: 'minor' },
    ];
    expect(versions.map((each) => latestEquivalent(each, versions).version)).toEqual([2, 2, 4, 4]);
  });
});

test('[RV15] months later is the same day, or the last one of a shorter month', () => {
  const days = [
    ['2026-11-21T09:00:00.000Z', 6],
    ['2026-08-31T09:00:00.000Z', 6],
    ['2027-08-31T09:00:00.000Z', 6],
    ['2026-12-31T23:59:59.999Z', 1],
    ['2026-01-15T09:00:00.000Z', 120],
  ] as const;
  expect(days.map(([from, months]) => monthsLater(from, months))).toEqual([
    '2027-05-21',
    '2027-02-28',
    '2028-02-29',
    '2027-01-31',
    '2036-01-15',
  ]);
});

test('[RV8] residual risk that is too high or not accepted in writing is named by hazard', () => {
  const hazards = [
    { id: 'a', name: 'Fine', risk_after: 4 },
    { id: 'b', name: 'High', risk_after: 10 },
    { id: 'c', name: 'Accepted', risk_after: 12, residual_acceptance: { text: 'x', by: 'y', at: 'z' } },
    { id: 'd', name: 'Very high', risk_after: 16, residual_acceptance: { text: 'x', by: 'y', at: 'z' } },
    { id: 'e', name: 'Not rated', risk_after: null },
  ];
  const limits = { max_residual_score_for_approval: 15, residual_score_needing_justification: 10 };
  expect(() => requireAcceptableRisk({ hazards }, limits)).toThrow(
    expect.objectContaining({
      code: 'residual_too_high',
      members: {
        hazards: [
          { id: 'b', name: 'High', risk_after: 10 },
          { id: 'd', name: 'Very high', risk_after: 16 },
        ],
      },
      errors: [
        expect.objectContaining({ pointer: '#/hazards/1/residual_acceptance', code: 'not_accepted' }),
        expect.objectContaining({ pointer: '#/hazards/3/severity_after', code: 'too_high' }),
      ],
    }),
  );
  const none = { max_residual_score_for_approval: null, residual_score_needing_justification: null };
  expect(() => requireAcceptableRisk({ hazards }, none)).not.toThrow();
});

test('[RV3] an editor is named once, and the server itself is none', () => {
  const [ann, tom] = [
    { id: 'a', name: 'Ann' },
    { id: 't', name: 'Tom' },
  ];
  expect([ann, tom, ann, { id: 'system', name: 'System' }].reduce(withEditor, [])).toEqual([ann, tom]);
});

test('[RV17] a project moves along its life, and says where it can go', () => {
  const statuses = ['draft', 'active', 'on_hold', 'completed', 'archived'] as const;
  const refused = (from: (typeof statuses)[number]): readonly string[] =>
    statuses.filter((to) => {
      try {
        requireProjectMove(from, to);
        return false;
      } catch {
        return true;
      }
    });
  expect(Object.fromEntries(statuses.map((from) => [from, refused(from)]))).toEqual({
    draft: ['on_hold', 'completed'],
    active: ['draft'],
    on_hold: ['draft'],
    completed: ['draft', 'active', 'on_hold'],
    archived: ['draft', 'active', 'on_hold', 'completed'],
  });
});
