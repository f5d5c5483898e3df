/** Scenarios of documents: creating, listing and changing them. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

const aDraft = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.draft()).id } });
/** Of a document in a list. */
const itemFields =
  'id title reference document_type status version project_id site_id created_by created_at updated_at'.split(' ');

export const documentScenarios: readonly Scenario[] = [
  {
    title: '[R18] a document needs only title and type; it is a draft of version 1',
    endpoint: 'createDocument',
    given: () => ({ body: { title: 'Glulam lift', document_type: 'method_statement' } }),
    status: 201,
    emits: ['document.created'],
    check: ({ headers, body }) => {
      expect(headers.get('location')).toBe(`/api/v1/documents/${body.id}`);
      expect(body).toMatchObject({
        status: 'draft',
        version: 1,
        project_id: null,
        site_id: null,
        created_by: expect.any(String),
      });
      expect(body).toMatchObject({
        sections: [],
        hazards: [],
        coshh_assessments: [],
        personnel: [],
        reference: expect.stringMatching(/^MS-\d{4}$/),
      });
    },
  },
  {
    title: '[R18] a document from the template of its type has the sections in order',
    endpoint: 'createDocument',
    given: (site) => ({
      body: { title: 'Soft strip', document_type: 'risk_assessment', project_id: site.ids['project'], template: true },
    }),
    status: 201,
    emits: ['document.created'],
    check: ({ body }) => {
      expect(body.revision).toBe(1);
      expect(body.reference).toMatch(/^HLC-014-RA-\d{4}$/);
      expect(body.sections).toHaveLength(9);
      expect(body.sections[0]).toMatchObject({
        section_type: 'project_details',
        title: 'Project and document details',
        position: 1,
      });
    },
  },
  {
    title: '[R10] a repeated create from the template returns the document with its sections once',
    endpoint: 'createDocument',
    given: async (site) => {
      const body = {
        id: '018f0000-0000-7000-8000-0000000000d0',
        title: 'Talk',
        document_type: 'toolbox_talk',
        template: true,
      };
      await site.must('createDocument', { body });
      return { body };
    },
    status: 200,
    check: ({ body }) => expect(body.sections).toHaveLength(7),
  },
  {
    title: '[R8] a document of unknown type is refused',
    endpoint: 'createDocument',
    given: () => ({ body: { title: '', document_type: 'poem', project_id: 'x', template: true } }),
    status: 422,
    at: ['#/title', '#/document_type', '#/project_id'],
  },
  {
    title: '[R18] a site of another project is refused',
    endpoint: 'createDocument',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Elsewhere' } });
      return { body: { title: 'Lost', document_type: 'rams', project_id: id, site_id: site.ids['site'] } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/site_id'],
  },
  {
    title: '[R18] an archived project refuses new documents',
    endpoint: 'createDocument',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Closed', status: 'archived' } });
      return { body: { title: 'Late', document_type: 'rams', project_id: id } };
    },
    status: 409,
    code: 'project_closed',
  },
  {
    title: '[R18] a document is read with all its relations',
    endpoint: 'getDocument',
    status: 200,
    check: ({ headers, body }, site) => {
      expect(headers.get('etag')).toBe(`"r${body.revision}"`);
      const first = (list: readonly { readonly id: string }[]): string | undefined => list[0]?.id;
      expect([body.sections, body.hazards, body.coshh_assessments, body.personnel].map(first)).toEqual(
        ['sections', 'hazards', 'coshh', 'personnel'].map((name) => site.ids[name]),
      );
    },
  },
  {
    title: '[R16] documents are listed with the fields of the interface document',
    endpoint: 'listDocuments',
    given: (site) => ({ query: `?project_id=${site.ids['project']}&type=rams,powra&status=approved,archived` }),
    status: 200,
    check: ({ body }, site) => {
      const item = body.data.find(({ id }) => id === site.ids['document']);
      expect(Object.keys(item ?? {})).toEqual(expect.arrayContaining(itemFields));
      expect(item).toMatchObject({
        status: 'approved',
        version: 1,
        project_id: site.ids['project'],
        site_id: site.ids['site'],
      });
    },
  },
  {
    title: '[R16] documents are listed by site, with risk and score on demand',
    endpoint: 'listDocuments',
    given: async (site) => {
      const { id: document } = await site.draft({ site_id: site.ids['site'] });
      const rated = { severity_before: 5, likelihood_before: 4, severity_after: 4, likelihood_after: 3 };
      await site.must('createHazard', { params: { document }, body: { name: 'Fall', ...rated } });
      await site.must('createHazard', { params: { document }, body: { name: 'Noise' } });
      return { query: `?site_id=${site.ids['site']}&figures=true&per_page=1` };
    },
    status: 200,
    check: ({ body }, site) =>
      expect(body.data).toMatchObject([
        {
          site_id: site.ids['site'],
          risk_after: 12,
          band_after: 'high',
          score: expect.any(Number),
          hazard_bands: { before: { very_high: 1, not_rated: 1, low: 0 }, after: { high: 1, not_rated: 1, low: 0 } },
        },
      ]),
  },
  {
    title: '[R16] filters exclude other documents',
    endpoint: 'listDocuments',
    given: (site) => ({ query: `?project_id=${site.ids['project']}&type=coshh` }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ data: [], meta: { total: 0, last_page: 1 } }),
  },
  {
    title: '[R17] updated_since returns changes from that time on, in order',
    endpoint: 'listDocuments',
    given: async (site) => {
      const first = await site.draft({ title: 'Changed last' });
      const second = await site.draft({ title: 'Changed first' });
      await site.must('createHazard', { params: { document: first.id }, body: { name: 'Noise' } });
      return { query: `?updated_since=${second.updated_at}&per_page=100` };
    },
    status: 200,
    check: ({ body }) => expect(body.data.map(({ title }) => title)).toEqual(['Changed first', 'Changed last']),
  },
  {
    title: '[R8] an invalid document filter is refused by name',
    endpoint: 'listDocuments',
    given: () => ({ query: '?type=poem&project_id=7&updated_since=yesterday' }),
    status: 422,
    at: ['type', 'project_id', 'updated_since'],
  },
  {
    title: '[R19] title, project and site are changed, under either name',
    endpoint: 'updateDocument',
    given: async (site) => ({
      ...(await aDraft(site)),
      body: { title: 'Roof works 2', project: site.ids['project'], site: site.ids['site'] },
    }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }, site) =>
      expect(body).toMatchObject({ title: 'Roof works 2', project_id: site.ids['project'], site_id: site.ids['site'] }),
  },
  {
    title: '[CF11] the first and the last day of the work are dates of the document',
    endpoint: 'updateDocument',
    given: async (site) => ({
      ...(await aDraft(site)),
      body: { work_starts_on: '2026-09-28', work_ends_on: '2026-09-28' },
    }),
    status: 200,
    emits: ['document.updated'],
    check: ({ body }) => expect(body).toMatchObject({ work_starts_on: '2026-09-28', work_ends_on: '2026-09-28' }),
  },
  {
    title: '[CF11] the work does not end before it starts, nor on a day that is none',
    endpoint: 'updateDocument',
    given: async (site) => ({
      ...(await aDraft(site)),
      body: { work_starts_on: '2026-09-28', work_ends_on: '2026-09-27' },
    }),
    status: 422,
    at: ['#/work_ends_on'],
  },
  {
    title: '[R19] a metadata change cannot change content, status or version',
    endpoint: 'updateDocument',
    given: async (site) => ({
      ...(await aDraft(site)),
      body: { status: 'approved', version: 9, document_type: 'coshh', hazards: [{ name: 'x' }], hazard: 1 },
    }),
    status: 200,
    check: ({ headers, body }) => {
      expect(headers.get('x-ignored-fields')).toBe('hazard');
      expect(body).toMatchObject({ status: 'draft', version: 1, document_type: 'rams', hazards: [] });
    },
  },
  {
    title: '[R8] a document’s title cannot be cleared',
    endpoint: 'updateDocument',
    given: async (site) => ({ ...(await aDraft(site)), body: { title: null } }),
    status: 422,
    at: ['#/title'],
  },
  {
    title: '[R19] an approved document cannot be edited',
    endpoint: 'updateDocument',
    given: () => ({ body: { title: 'Other' } }),
    status: 409,
    code: 'document_locked',
  },
];
