/** Scenarios of copies of documents, and of their short titles. */
import { expect } from 'vitest';
import type { Reply } from '../support/outcome.ts';
import type { Scenario } from '../support/scenario.ts';
import { nothing } from '../support/site.ts';

export const duplicateScenarios: readonly Scenario[] = [
  {
    title: '[WB314] a duplicate for another project is made there, without the site of this one',
    endpoint: 'duplicate',
    given: async (site) => {
      const { id: document } = await site.draft({ site_id: site.ids['site'], project_id: site.ids['project'] });
      const { id: project_id } = await site.must('createProject', { body: { name: 'Elsewhere' } });
      return { params: { document }, body: { project_id } };
    },
    status: 201,
    emits: ['document.created'],
    check: ({ body }, _site, { body: asked }) => expect(body).toMatchObject({ ...Object(asked), site_id: null }),
  },
  {
    title: '[R21] a duplicate is a draft with the same content, new ids and a new reference',
    endpoint: 'duplicate',
    given: async (site) => {
      const { id: document } = await site.draft({
        title: 'x'.repeat(200),
        site_id: site.ids['site'],
        project_id: site.ids['project'],
      });
      const params = { document };
      await site.must('createHazard', {
        params,
        body: { name: 'Dust', controls: [{ description: 'Extract at source' }] },
      });
      await site.must('createHazard', { params, body: { name: 'Noise', position: 1 } });
      await site.must('submitReview', { params });
      await site.must('approve', { params });
      await site.must('recordSignoff', { params, body: { worker_name: 'Jo' } });
      return { params };
    },
    status: 201,
    emits: ['document.created'],
    check: async ({ headers, body }, site, given) => {
      const original = await site.must('getDocument', given);
      expect(headers.get('location')).toBe(`/api/v1/documents/${body.id}`);
      expect(body.title).toBe(`${'x'.repeat(193)} (copy)`);
      expect(body).toMatchObject({
        status: 'draft',
        version: 1,
        current_approved_version: null,
        site_id: site.ids['site'],
      });
      expect(body.reference).not.toBe(original.reference);
      expect(body.hazards.map(({ name }) => name)).toEqual(['Noise', 'Dust']);
      const idsOf = ({ id, hazards }: Reply<'getDocument'>): (string | undefined)[] => [
        id,
        ...hazards.map((hazard) => hazard.id),
        hazards[1]?.controls[0]?.id,
      ];
      expect(idsOf(body).filter((id) => idsOf(original).includes(id))).toEqual([]);
      const { id: document } = body;
      expect((await site.must('listVersions', { params: { document } })).data).toEqual([]);
      expect((await site.must('listSignoffs', { params: { document } })).data).toEqual([]);
    },
  },
  {
    title: '[WB314] a document is not copied to a project that there is not',
    endpoint: 'duplicate',
    given: () => ({ body: { project_id: nothing } }),
    status: 422,
    code: 'reference_unknown',
  },
  {
    title: '[WB315] a short title is one line that can be seen, or none',
    endpoint: 'createDocument',
    given: () => ({ body: { title: 'T', document_type: 'rams', short_title: ' \u200B\u2800 ' } }),
    status: 201,
    emits: ['document.created'],
    check: async ({ body: { id, short_title } }, site) => {
      const put = (words: string) =>
        site.call('updateDocument', { params: { document: id }, body: { short_title: words } });
      expect(short_title).toBeNull();
      for (const words of ['a\nb', 'x\u0000y']) expect((await put(words)).status).toBe(422);
      expect((await put(' Roof ')).body).toMatchObject({ short_title: 'Roof' });
      expect((await put('  ')).body).toMatchObject({ short_title: null });
    },
  },
];
