/** Scenarios of enumerated words in entries and the values derived from them (contract, REST, R92 to R94). */
import { expect } from 'vitest';
import type { CallOptions, Site } from '../support/site.ts';
import type { Scenario } from '../support/scenario.ts';

const emits = ['document.updated'] as const;
const card = { scheme: 'CSCS', card_number: 'SAMPLE-1' };
const h317 = [{ code: 'H225' }, { code: 'H317' }];

/** An entry of a separate draft, ready to be changed. */
async function entry(
  site: Site,
  create: 'createCoshhAssessment' | 'createSection' | 'createPersonnelEntry',
  body: object,
): Promise<CallOptions & { readonly params: Readonly<Record<'document' | 'id', string>> }> {
  const { id: document } = await site.draft();
  const { id } = await site.must(create, { params: { document }, body });
  return { params: { document, id } };
}

async function draftOf(site: Site): Promise<{ readonly params: { readonly document: string } }> {
  return { params: { document: (await site.draft()).id } };
}

export const listScenarios: readonly Scenario[] = [
  {
    title: '[WB27] a place beyond every entry of the audit log is before all of them',
    endpoint: 'listAudit',
    given: () => ({ query: '?limit=1&before=99999999999999999999999' }),
    status: 200,
    check: ({ body }) => expect(body.data).toHaveLength(1),
  },
  {
    title: '[R92] a card with an unknown scheme is refused with a pointer',
    endpoint: 'createPersonnelEntry',
    given: async (site) => ({
      ...(await draftOf(site)),
      body: { name: 'Ewa Nowak', competence_cards: [card, { ...card, scheme: 'FOO' }] },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/competence_cards/1/scheme'],
    check: ({ body }) => expect(body.errors?.[0]?.detail).toMatch(/^must be one of CSCS, CPCS, /),
  },
  {
    title: '[R92] adding a card with an unknown scheme is refused',
    endpoint: 'updatePersonnelEntry',
    given: async (site) => ({
      ...(await entry(site, 'createPersonnelEntry', { name: 'Ewa Nowak', competence_cards: [card] })),
      body: { competence_cards: [{ ...card, scheme: 'cscs' }] },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/competence_cards/0/scheme'],
  },
  {
    title: '[R92] an unknown physical form is refused',
    endpoint: 'createCoshhAssessment',
    given: async (site) => ({
      ...(await draftOf(site)),
      body: { substance_name: 'Epoxy resin', physical_form: 'plasma' },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/physical_form'],
    check: ({ body }) =>
      expect(body.errors?.[0]?.detail).toBe(
        'must be one of solid, dust, powder, liquid, paste, gas, vapour, aerosol, mist, fume, fibre, biological',
      ),
  },
  {
    title: '[R92] changing to an unknown physical form is refused without effect',
    endpoint: 'updateCoshhAssessment',
    given: async (site) => ({
      ...(await entry(site, 'createCoshhAssessment', { substance_name: 'Epoxy resin', physical_form: 'paste' })),
      body: { physical_form: 'Liquid', task: 'Bonding' },
    }),
    status: 422,
    code: 'validation_failed',
    at: ['#/physical_form'],
    check: async (_answer, site, given) =>
      expect(await site.must('getCoshhAssessment', given)).toMatchObject({ physical_form: 'paste', task: null }),
  },
  {
    title: '[R93] the flags of a substance follow from its hazard statements',
    endpoint: 'createCoshhAssessment',
    given: async (site) => ({
      ...(await draftOf(site)),
      body: {
        substance_name: 'Epoxy resin',
        hazard_statements: [
          { code: 'H317' },
          { code: 'H300+H334' },
          { code: 'H350i' },
          { code: 'H361d' },
          { code: 'H226' },
        ],
      },
    }),
    status: 201,
    emits,
    check: ({ body }) =>
      expect(body).toMatchObject({
        is_skin_sensitiser: true,
        is_respiratory_sensitiser: true,
        is_carcinogen_mutagen: true,
        is_reprotoxic: true,
        is_flammable_dsear: true,
      }),
  },
  {
    title: '[R93] statements without a phrase leave its flag false; without any it is unknown',
    endpoint: 'createCoshhAssessment',
    given: async (site) => ({
      ...(await draftOf(site)),
      body: { substance_name: 'Degreaser', hazard_statements: [{ code: 'H319' }, { code: 'H351' }] },
    }),
    status: 201,
    emits,
    check: async ({ body }, site, given) => {
      expect(body).toMatchObject({
        is_skin_sensitiser: false,
        is_respiratory_sensitiser: false,
        is_carcinogen_mutagen: false,
        is_reprotoxic: false,
        is_flammable_dsear: false,
      });
      const unknown = { ...given, body: { substance_name: 'Water', hazard_statements: [] } };
      expect(await site.must('createCoshhAssessment', unknown)).toMatchObject({
        is_skin_sensitiser: null,
        is_flammable_dsear: null,
      });
    },
  },
  {
    title: '[R93] a flag follows changed statements, and null derives it again',
    endpoint: 'updateCoshhAssessment',
    given: async (site) => {
      const given = await entry(site, 'createCoshhAssessment', { substance_name: 'Resin', hazard_statements: h317 });
      await site.must('updateCoshhAssessment', { ...given, body: { is_flammable_dsear: false } });
      return { ...given, body: { hazard_statements: [{ code: 'H228' }], is_flammable_dsear: null } };
    },
    status: 200,
    emits,
    check: ({ body }) => expect(body).toMatchObject({ is_skin_sensitiser: false, is_flammable_dsear: true }),
  },
  {
    title: '[R93] the assessor’s override wins, even after later changes',
    endpoint: 'updateCoshhAssessment',
    given: async (site) => {
      const said = { substance_name: 'Resin', hazard_statements: h317, is_skin_sensitiser: false };
      const given = await entry(site, 'createCoshhAssessment', said);
      return { ...given, body: { task: 'Bonding', hazard_statements: [...h317, { code: 'H319' }] } };
    },
    status: 200,
    emits,
    check: ({ body }) => expect(body).toMatchObject({ is_skin_sensitiser: false, is_flammable_dsear: true }),
  },
  {
    title: '[R93] an assessment sent back as read changes nothing',
    endpoint: 'updateCoshhAssessment',
    given: async (site) => {
      const given = await entry(site, 'createCoshhAssessment', { substance_name: 'Resin', hazard_statements: h317 });
      return { ...given, body: await site.must('getCoshhAssessment', given) };
    },
    status: 200,
    check: ({ body }, _site, given) => expect(body).toEqual(given.body),
  },
  {
    title: '[R94] a second section of the same type is refused',
    endpoint: 'createSection',
    given: async (site) => {
      const { params } = await entry(site, 'createSection', { title: 'Scope', section_type: 'scope_of_works' });
      return { params: { document: params.document }, body: { title: 'Scope 2', section_type: 'scope_of_works' } };
    },
    status: 409,
    code: 'conflict',
    at: ['#/section_type'],
    check: ({ body }) =>
      expect(body.detail).toBe('The document has a section of the type scope_of_works already: “Scope”.'),
  },
  {
    title: '[R94] changing a section to a type that exists is refused',
    endpoint: 'updateSection',
    given: async (site) => {
      const { params } = await entry(site, 'createSection', { title: 'Scope', section_type: 'scope_of_works' });
      const more = { params: { document: params.document }, body: { title: 'More', section_type: 'custom' } };
      const { id } = await site.must('createSection', more);
      return { params: { ...params, id }, body: { section_type: 'scope_of_works' } };
    },
    status: 409,
    code: 'conflict',
    at: ['#/section_type'],
  },
  {
    title: '[R94] custom sections repeat, and removing a section frees its type',
    endpoint: 'createSection',
    given: async (site) => {
      const given = await entry(site, 'createSection', { title: 'Scope', section_type: 'scope_of_works' });
      const params = { document: given.params.document };
      for (const title of ['One', 'Two']) await site.must('createSection', { params, body: { title } });
      await site.must('removeSection', given);
      return { params, body: { title: 'Scope', section_type: 'scope_of_works' } };
    },
    status: 201,
    emits,
  },
  {
    title: '[R94] a section sent back as read keeps its type',
    endpoint: 'updateSection',
    given: async (site) => {
      const given = await entry(site, 'createSection', { title: 'Scope', section_type: 'scope_of_works' });
      return { ...given, body: { ...(await site.must('getSection', given)), title: 'Scope of works' } };
    },
    status: 200,
    emits,
    check: ({ body }) => expect(body).toMatchObject({ title: 'Scope of works', section_type: 'scope_of_works' }),
  },
];
