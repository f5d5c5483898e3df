/** Scenarios of reading one entry of a document, and one sign-off, by its id (contract, REST). */
import { expect } from 'vitest';
import { kinds, type EntryScenario, type Kind } from '../support/entry-kinds.ts';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

/** The second of two entries of a separate draft. */
async function second(site: Site, kind: Kind): Promise<CallOptions & { readonly params: Record<string, string> }> {
  const { id: document } = await site.draft();
  const params = { document };
  await site.must(kind.create, { params, body: { [kind.label]: 'One' } });
  const { id } = await site.must(kind.create, { params, body: { [kind.label]: 'Two' } });
  return { params: { document, id } };
}

/** The response to a reader who already has the current state. */
async function statusFor(site: Site, path: string, etag: string): Promise<number> {
  return (await site.world.api('GET', `/api/v1/${path}`, undefined, { 'if-none-match': etag })).status;
}

function ofEveryKind(kind: Kind): EntryScenario[] {
  return [
    {
      title: `[R60] one of ${kind.segment} reads as in its list, with its position`,
      endpoint: kind.read,
      given: (site) => second(site, kind),
      status: 200,
      check: async ({ body }, site, given) => {
        expect(body).toMatchObject({ position: 2, [kind.label]: 'Two', revision: 1 });
        expect((await site.must(kind.list, { params: given.params ?? {} })).data[1]).toEqual(body);
      },
    },
    {
      title: `[R61] one of ${kind.segment} answers 304 to its ETag, which guards a change too`,
      endpoint: kind.read,
      given: async (site) => {
        const given = await second(site, kind);
        await site.must(kind.update, { ...given, headers: { 'if-match': '"r1"' }, body: { [kind.label]: 'Third' } });
        return given;
      },
      status: 200,
      check: async ({ headers, body }, site, given) => {
        expect(headers.get('etag')).toBe('"r2"');
        expect(body).toMatchObject({ [kind.label]: 'Third', revision: 2 });
        expect(
          await statusFor(site, `documents/${given.params?.['document']}/${kind.segment}/${body.id}`, '"r2"'),
        ).toBe(304);
        const late = await site.call(kind.update, { ...given, headers: { 'if-match': '"r1"' }, body: {} });
        expect(late.status).toBe(412);
      },
    },
    {
      title: `[R62] one of ${kind.segment} of another document is not found`,
      endpoint: kind.read,
      given: async (site) => {
        const { params } = await second(site, kind);
        return { params: { ...params, document: String(site.ids['document']) } };
      },
      status: 404,
      code: 'not_found',
    },
    {
      title: `[R62] one of ${kind.segment} that was removed is not found`,
      endpoint: kind.read,
      given: async (site) => {
        const given = await second(site, kind);
        await site.must(kind.remove, given);
        return given;
      },
      status: 404,
      code: 'not_found',
    },
  ];
}

const ofSignoffs: readonly Scenario[] = [
  {
    title: '[EX51] the exports of a document are listed, and say whether they are current',
    endpoint: 'listExports',
    status: 200,
    check: async ({ body }, site) => {
      const { id, current } = await site.must('getExport');
      expect(body.data).toContainEqual(expect.objectContaining({ id, current }));
    },
  },
  {
    title: '[EX54] the standing exports of a document are read, also where nobody has set any',
    endpoint: 'getStandingExports',
    status: 200,
    check: ({ body }, site) =>
      expect(body).toEqual({
        document_id: site.ids['document'],
        formats: [],
        of: 'current',
        set_by: null,
        set_at: null,
      }),
  },
  {
    title: '[R63] a sign-off reads as in the register, at the Location of its creation',
    endpoint: 'getSignoff',
    given: async (site) => {
      const { id: document } = await site.approved();
      const recorded = await site.call('recordSignoff', { params: { document }, body: { worker_name: 'Jo Marsh' } });
      const signoff = recorded.ok ? recorded.body.id : '';
      expect(recorded.headers.get('location')).toBe(`/api/v1/signoffs/${signoff}`);
      return { params: { document, signoff } };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      expect(body).toMatchObject({ worker: { name: 'Jo Marsh' }, status: 'recorded', currency: 'current' });
      expect((await site.must('listSignoffs', given)).data).toEqual([body]);
    },
  },
  {
    title: '[R64] a sign-off whose validity has changed does not answer 304',
    endpoint: 'getSignoff',
    given: async (site) => {
      const { id: document } = await site.approved();
      const { id: signoff } = await site.must('recordSignoff', { params: { document }, body: { worker_name: 'Jo' } });
      const params = { document, signoff };
      const had = await site.call('getSignoff', { params });
      const etag = String(had.headers.get('etag'));
      expect(await statusFor(site, `signoffs/${signoff}`, etag)).toBe(304);
      await site.must('revise', { params });
      await site.must('submitReview', { params });
      await site.must('approve', { params });
      return { params, headers: { 'if-none-match': etag } };
    },
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ currency: 'superseded', revision: 1 }),
  },
  {
    title: '[R62] a sign-off is not found by the id of another kind',
    endpoint: 'getSignoff',
    given: (site) => ({ params: { signoff: String(site.ids['document']) } }),
    status: 404,
    code: 'not_found',
  },
  {
    title: '[WB14] the coverage names who signed, on which version, and who is missing',
    endpoint: 'listCoverage',
    given: async (site) => {
      const { id: document } = await site.draft();
      for (const name of ['Ewa Nowak', 'Luke Farrell'])
        await site.must('createPersonnelEntry', { params: { document }, body: { name } });
      for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params: { document } });
      await site.must('recordSignoff', { params: { document }, body: { worker_name: 'ewa nowak' } });
      await site.must('recordSignoff', { params: { document }, body: { worker_name: 'Ivan Petrov' } });
      // Somebody leaves the draft of the next version, and is still missing from the one in force.
      await site.must('revise', { params: { document } });
      const { data } = await site.must('listPersonnel', { params: { document } });
      const id = data.find(({ name }) => name === 'Luke Farrell')?.id ?? '';
      await site.must('removePersonnelEntry', { params: { document, id } });
      await site.must('updateDocument', { params: { document }, body: { title: 'Never', reference: 'NEVER-1' } });
      return {};
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data[0]).toMatchObject({ title: 'Roof works' });
      expect(body.data[0]?.people.map(({ name, state }) => [name, state])).toEqual([
        ['Luke Farrell', 'missing'],
        ['Ewa Nowak', 'current'],
        ['Ivan Petrov', 'current'],
      ]);
    },
  },
];

export const singleReadScenarios: readonly Scenario[] = [...kinds.flatMap(ofEveryKind), ...ofSignoffs];
