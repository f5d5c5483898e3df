/** Scenarios of the entries of a document: sections, hazards, COSHH assessments, personnel. */
import { expect } from 'vitest';
import { draftWith, namesIn, namesOf } from '../support/draft-with-entries.ts';
import { kinds, type EntryScenario, type Kind } from '../support/entry-kinds.ts';
import type { Scenario } from '../support/scenario.ts';

function ofEveryKind(kind: Kind): EntryScenario[] {
  return [
    {
      title: `[R22] ${kind.segment} are listed completely, in order, with their positions`,
      endpoint: kind.list,
      given: (site) => draftWith(site, kind, 'One', 'Two', 'Three'),
      status: 200,
      check: ({ body }) => {
        expect(body.meta).toEqual({ current_page: 1, per_page: 25, total: 3, last_page: 1, next_cursor: null });
        expect(namesIn(kind, body.data)).toEqual(['One', 'Two', 'Three']);
      },
    },
    {
      title: `[R22] new ${kind.segment} come last and count as an edit of the document`,
      endpoint: kind.create,
      given: async (site) => ({ ...(await draftWith(site, kind, 'One')), body: { [kind.label]: 'Two' } }),
      status: 201,
      emits: ['document.updated'],
      check: async ({ headers, body }, site, given) => {
        expect(headers.get('location')).toBe(
          `/api/v1/documents/${given.params?.['document']}/${kind.segment}/${body.id}`,
        );
        expect(body).toMatchObject({ position: 2, [kind.label]: 'Two', revision: 1 });
        expect((await site.must('getDocument', given)).revision).toBe(3);
      },
    },
    {
      title: `[R22] new ${kind.segment} go where the position says`,
      endpoint: kind.create,
      given: async (site) => ({
        ...(await draftWith(site, kind, 'One', 'Two')),
        body: { [kind.label]: 'Between', position: 2 },
      }),
      status: 201,
      emits: ['document.updated'],
      check: async (_answer, site, given) =>
        expect(await namesOf(site, kind, given)).toEqual(['One', 'Between', 'Two']),
    },
    {
      title: `[R10] ${kind.segment} with a caller’s id are created once, even after a reorder`,
      endpoint: kind.create,
      given: async (site) => {
        const { params } = await draftWith(site, kind, 'One');
        const body = { [kind.label]: 'Mine', id: site.world.app.commitContext.newId() };
        await site.must(kind.create, { params, body });
        await site.must(kind.create, { params, body: { [kind.label]: 'Two' } });
        return { params, body };
      },
      status: 200,
      check: async ({ body }, site, given) => {
        expect(body.position).toBe(2);
        expect(await namesOf(site, kind, given)).toEqual(['One', 'Mine', 'Two']);
      },
    },
    {
      title: `[R8] ${kind.segment} need their ${kind.label}`,
      endpoint: kind.create,
      given: async (site) => ({ ...(await draftWith(site, kind)), body: {} }),
      status: 422,
      code: 'validation_failed',
      at: [`#/${kind.label}`],
    },
    {
      title: `[R24] ${kind.segment} of an approved document are locked`,
      endpoint: kind.create,
      given: () => ({ body: { [kind.label]: 'Late' } }),
      status: 409,
      code: 'document_locked',
    },
    {
      title: `[R11] ${kind.segment} are changed field by field and keep their position`,
      endpoint: kind.update,
      given: async (site) => ({
        ...(await draftWith(site, kind, 'One', 'Two')),
        body: { [kind.label]: 'Other', position: 2, sort_key: 'zz' },
      }),
      status: 200,
      emits: ['document.updated'],
      check: ({ headers, body }) => {
        expect(body).toMatchObject({ [kind.label]: 'Other', position: 1 });
        expect(headers.get('x-ignored-fields')).toBeNull();
      },
    },
    {
      title: `[MG6] ${kind.segment} are merged with what their author saw; both values stay`,
      endpoint: kind.update,
      given: async (site) => {
        const given = await draftWith(site, kind, 'One');
        await site.must(kind.update, { ...given, body: { [kind.label]: 'Theirs' } });
        return { ...given, body: { [kind.label]: 'Mine', was: { [kind.label]: 'One' } } };
      },
      status: 200,
      check: async ({ body }, site, given) => {
        expect(body).toMatchObject({ [kind.label]: 'Theirs' });
        const query = `?document_id=${given.params?.['document']}`;
        const { data } = await site.must('listConflicts', { query });
        expect(data).toMatchObject([{ field: kind.label, was: 'One', theirs: 'Theirs', mine: 'Mine' }]);
      },
    },
    {
      title: `[R8] ${kind.segment} cannot clear their ${kind.label}`,
      endpoint: kind.update,
      given: async (site) => ({ ...(await draftWith(site, kind, 'One')), body: { [kind.label]: '' } }),
      status: 422,
      at: [`#/${kind.label}`],
    },
    {
      title: `[R24] ${kind.segment} are found only in their own document`,
      endpoint: kind.update,
      given: async (site) => {
        const { params } = await draftWith(site, kind, 'One');
        return { params: { ...params, document: (await site.draft()).id }, body: { [kind.label]: 'Moved' } };
      },
      status: 404,
      code: 'not_found',
    },
    {
      title: `[R22] removed ${kind.segment} are gone, and the others move up`,
      endpoint: kind.remove,
      given: (site) => draftWith(site, kind, 'One', 'Two'),
      status: 204,
      emits: ['document.updated'],
      check: async (_answer, site, given) => {
        expect(await namesOf(site, kind, given)).toEqual(['Two']);
        expect((await site.call(kind.remove, given)).status).toBe(404);
      },
    },
    {
      title: `[WB271] the removal of ${kind.segment} is taken back: the same record, at its place`,
      endpoint: kind.restore,
      given: async (site) => {
        const given = await draftWith(site, kind, 'One', 'Two');
        await site.must(kind.remove, given);
        return given;
      },
      status: 200,
      emits: ['document.updated'],
      check: async ({ body }, site, given) => {
        expect(body).toMatchObject({ id: given.params?.['id'], position: 1 });
        expect(await namesOf(site, kind, given)).toEqual(['One', 'Two']);
      },
    },
    {
      title: `[R24] ${kind.segment} of another document, or that never were, are not brought back`,
      endpoint: kind.restore,
      given: async (site) => {
        const { params } = await draftWith(site, kind, 'One');
        return { params: { ...params, document: (await site.draft()).id } };
      },
      status: 404,
      code: 'not_found',
    },
    {
      title: `[R24] ${kind.segment} of an approved document cannot be removed`,
      endpoint: kind.remove,
      status: 409,
      code: 'document_locked',
    },
    {
      title: `[R12] removing ${kind.segment} in another revision is refused`,
      endpoint: kind.remove,
      given: async (site) => ({ ...(await draftWith(site, kind, 'One')), headers: { 'if-match': '"r7"' } }),
      status: 412,
      code: 'precondition_failed',
    },
  ];
}

const leadingEdge = {
  name: 'Fall from the leading edge',
  category: 'work_at_height',
  description: 'Decking is laid from the edge inwards.',
  who_at_risk: 'Roofers',
  severity_before: 5,
  likelihood_before: 4,
  severity_after: 5,
  likelihood_after: 1,
};
const edgeProtection = {
  description: 'Edge protection',
  hierarchy_level: 'engineering',
  responsibility: 'Site manager',
};

export const entryScenarios: readonly Scenario[] = [
  ...kinds.flatMap(ofEveryKind),
  {
    title: '[R22] a hazard shows its ratings, and its controls have ids',
    endpoint: 'createHazard',
    given: async (site) => ({
      params: { document: (await site.draft()).id },
      body: { ...leadingEdge, controls: [edgeProtection] },
    }),
    status: 201,
    emits: ['document.updated'],
    check: ({ body }) => {
      expect(body).toMatchObject({
        ...leadingEdge,
        risk_before: 20,
        band_before: 'very_high',
        risk_after: 5,
        band_after: 'medium',
      });
      expect(body.controls).toEqual([{ ...edgeProtection, id: expect.any(String) }]);
    },
  },
  {
    title: '[R8] an invalid hazard is refused with pointers, down to the control',
    endpoint: 'createHazard',
    given: async (site) => ({
      params: { document: (await site.draft()).id },
      body: { name: 'x', severity_before: 6, controls: [{ description: '', hierarchy_level: 'hope' }] },
    }),
    status: 422,
    at: ['#/severity_before', '#/controls/0/description', '#/controls/0/hierarchy_level'],
  },
  {
    title: '[R22] an entry can be inserted between two at the same position',
    endpoint: 'createHazard',
    given: async (site) => {
      const { id: document_id } = await site.draft();
      const { newId } = site.world.app.commitContext;
      for (const name of ['Ours', 'Theirs'])
        await site.device({ op: 'create', kind: 'hazard', id: newId(), set: { document_id, name, sort_key: 'a1' } });
      return { params: { document: document_id }, body: { name: 'Between', position: 2 } };
    },
    status: 201,
    emits: ['document.updated'],
    check: async ({ body }, site, given) => {
      expect(body.position).toBe(2);
      const { data } = await site.must('listHazards', given);
      expect(data.map(({ position }) => position)).toEqual([1, 2, 3]);
      expect(data[1]?.name).toBe('Between');
    },
  },
  {
    title: '[R10] the id of a removed entry cannot be used again',
    endpoint: 'createHazard',
    given: async (site) => {
      const { id: document } = await site.draft();
      const body = { id: site.world.app.commitContext.newId(), name: 'Gone' };
      await site.must('createHazard', { params: { document }, body });
      await site.must('removeHazard', { params: { document, id: body.id } });
      return { params: { document }, body };
    },
    status: 409,
    code: 'gone',
  },
  {
    title: '[R22] a position below 1 is refused',
    endpoint: 'createHazard',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: { name: 'x', position: 0 } }),
    status: 422,
    at: ['#/position'],
  },
];
