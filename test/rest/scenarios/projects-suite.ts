/** Scenarios of projects, and of rules for every record, tested on projects. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';

const names = ({ data }: { readonly data: readonly { readonly name: string }[] }): string[] =>
  data.map(({ name }) => name);

const everyField = {
  name: 'Quay House',
  reference: 'QH-1',
  client_name: 'Quay Estates',
  client_contact_name: 'Ada Moss',
  client_contact_email: 'ada@quay.example',
  cdm_notifiable: true,
  status: 'active',
  start_date: '2026-01-05',
  end_date: '2027-01-05',
  industry_id: 'd0c2a05c-6533-5bc6-babb-ee7fd20f65d3',
};

export const projectScenarios: readonly Scenario[] = [
  {
    title: '[R9] a project needs only a name, and is created with 201, Location and ETag',
    endpoint: 'createProject',
    given: () => ({ body: { name: 'Mill Street' } }),
    status: 201,
    check: ({ headers, body }) => {
      expect(headers.get('location')).toBe(`/api/v1/projects/${body.id}`);
      expect(headers.get('etag')).toBe('"r1"');
      expect(body).toMatchObject({
        name: 'Mill Street',
        status: 'draft',
        cdm_notifiable: false,
        client_name: null,
        revision: 1,
      });
    },
  },
  {
    title: '[R9] a project keeps every field of the interface document',
    endpoint: 'createProject',
    given: () => ({ body: everyField }),
    status: 201,
    check: ({ body }) => expect(body).toMatchObject(everyField),
  },
  {
    title: '[R8] an invalid body is refused with a pointer to every fault',
    endpoint: 'createProject',
    given: () => ({ body: { client_contact_email: 'nobody', status: 'open', start_date: '5 January' } }),
    status: 422,
    code: 'validation_failed',
    at: ['#/name', '#/client_contact_email', '#/status', '#/start_date'],
  },
  {
    title: '[R8] a body that is not an object is refused',
    endpoint: 'createProject',
    given: () => ({ body: '[]' }),
    status: 422,
    at: ['#'],
  },
  {
    title: '[R8] a null body is refused, even if every member is optional',
    endpoint: 'submitReview',
    given: async (site) => ({ params: { document: (await site.draft()).id }, body: 'null' }),
    status: 422,
    code: 'validation_failed',
    at: ['#'],
    check: async (_refusal, site, given) => expect((await site.must('getDocument', given)).status).toBe('draft'),
  },
  {
    title: '[R10] a create repeated under the caller’s id returns the existing project',
    endpoint: 'createProject',
    given: async (site) => {
      const body = { id: '018f0000-0000-7000-8000-0000000000aa', name: 'Twice', client_name: 'Quay Estates' };
      await site.must('createProject', { body });
      return { body: { client_name: 'Quay Estates', name: 'Twice', id: body.id.toUpperCase() } };
    },
    status: 200,
    check: ({ body }) => expect(body.revision).toBe(1),
  },
  {
    title: '[R10] an id in use for other content is a conflict',
    endpoint: 'createProject',
    given: (site) => ({ body: { id: site.ids['project'], name: 'Something else' } }),
    status: 409,
    code: 'id_conflict',
  },
  {
    title: '[R7] unknown fields are ignored and named, read-only ones ignored silently',
    endpoint: 'createProject',
    given: () => ({
      body: {
        name: 'Typing',
        clientname: 'x',
        'a b': 1,
        created_at: 'never',
        revision: 9,
        archived_at: 'x',
        ['__proto__']: { name: 'y' },
      },
    }),
    status: 201,
    check: ({ headers, body }) => {
      expect(headers.get('x-ignored-fields')).toBe('clientname, a%20b, __proto__');
      expect(body).toMatchObject({ name: 'Typing', revision: 1, archived_at: null });
    },
  },
  {
    title: '[R9] a project without sites is read with its revision as ETag',
    endpoint: 'getProject',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Bare land' } });
      return { params: { project: id } };
    },
    status: 200,
    check: ({ headers, body }) => expect(headers.get('etag')).toBe(`"r${body.revision}"`),
  },
  {
    title: '[R11] an update changes what is sent, null clears, and the rest stays',
    endpoint: 'updateProject',
    given: async (site) => {
      const { id } = await site.must('createProject', {
        body: { name: 'Before', client_name: 'Quay', reference: 'B-1' },
      });
      return { params: { project: id }, body: { name: 'After', client_name: null } };
    },
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ name: 'After', client_name: null, reference: 'B-1', revision: 2 }),
  },
  {
    title: '[R11] a project sent back as read changes nothing',
    endpoint: 'updateProject',
    given: async (site) => ({ body: await site.must('getProject') }),
    status: 200,
    check: ({ headers, body }, _site, given) => {
      expect(body).toEqual(given.body);
      expect(headers.get('x-ignored-fields')).toBeNull();
    },
  },
  {
    title: '[R11] a required field cannot be cleared',
    endpoint: 'updateProject',
    given: () => ({ body: { name: null } }),
    status: 422,
    at: ['#/name'],
  },
  {
    title: '[R12] a change for another revision is refused with the current one',
    endpoint: 'updateProject',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Guarded' } });
      await site.must('updateProject', {
        params: { project: id },
        body: { name: 'Guarded 2' },
        headers: { 'if-match': '"r1"' },
      });
      return { params: { project: id }, body: { name: 'Guarded 3' }, headers: { 'if-match': '"r1"' } };
    },
    status: 412,
    code: 'precondition_failed',
    check: ({ headers, body }) => {
      expect(headers.get('etag')).toBe('"r2"');
      expect(body.current_etag).toBe('"r2"');
    },
  },
  {
    title: '[R15] deleting a project archives it, keeps its documents and hides it from the list',
    endpoint: 'archiveProject',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Done with', status: 'active' } });
      await site.draft({ project_id: id });
      return { params: { project: id } };
    },
    status: 204,
    check: async (_answer, site, given) => {
      expect(await site.must('getProject', given)).toMatchObject({
        status: 'archived',
        archived_from_status: 'active',
      });
      expect((await site.must('listProjectDocuments', given)).meta.total).toBe(1);
      expect(names(await site.must('listProjects', { query: '?per_page=100' }))).not.toContain('Done with');
      expect(names(await site.must('listProjects', { query: '?status=archived,completed' }))).toContain('Done with');
    },
  },
  {
    title: '[R15] a project in the list has the fields of the interface document',
    endpoint: 'listProjects',
    given: () => ({ query: '?status=active&per_page=100' }),
    status: 200,
    check: ({ body }, site) =>
      expect(body.data).toContainEqual(
        expect.objectContaining({
          id: site.ids['project'],
          name: 'Harrow Lane',
          reference: 'HLC-014',
          client_name: null,
          status: 'active',
          cdm_notifiable: false,
          start_date: null,
          end_date: null,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        }),
      ),
  },
  {
    title: '[R13] a page has the requested size, the total and the number of pages',
    endpoint: 'listProjects',
    given: async (site) => {
      for (const name of ['One', 'Two', 'Three'])
        await site.must('createProject', { body: { name, status: 'on_hold' } });
      return { query: '?status=on_hold&per_page=2&page=2&whatever=1' };
    },
    status: 200,
    check: ({ body }) => {
      expect(body.meta).toEqual({ current_page: 2, per_page: 2, total: 3, last_page: 2, next_cursor: null });
      expect(names(body)).toEqual(['One']);
    },
  },
  {
    title: '[R13] a page beyond the end is empty, and no page is larger than 100',
    endpoint: 'listProjects',
    given: () => ({ query: '?page=999&per_page=5000' }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ data: [], meta: { current_page: 999, per_page: 100 } }),
  },
  {
    title: '[R13] a page far beyond the end is empty',
    endpoint: 'listProjects',
    given: () => ({ query: '?page=1000000000000' }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ data: [], meta: { current_page: 1_000_000_000_000, next_cursor: null } }),
  },
  {
    title: '[R13] a page number with too many digits is an empty page',
    endpoint: 'listProjectDocuments',
    given: () => ({ query: `?page=${'9'.repeat(400)}&per_page=${'9'.repeat(400)}` }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ data: [], meta: { per_page: 100 } }),
  },
  {
    title: '[R13] a page has 25 items by default',
    endpoint: 'listProjects',
    status: 200,
    check: ({ body }) => expect(body.meta).toMatchObject({ current_page: 1, per_page: 25 }),
  },
  {
    title: '[R8] invalid parameters are refused by name',
    endpoint: 'listProjects',
    given: () => ({ query: '?status=open&page=0&per_page=1.5' }),
    status: 422,
    code: 'validation_failed',
    at: ['status', 'page', 'per_page'],
  },
  {
    title: '[R14] the documents of a project come complete',
    endpoint: 'listProjectDocuments',
    status: 200,
    check: ({ body }, site) => expect(body.data.map(({ id }) => id)).toContain(site.ids['document']),
  },
];
