/** Scenarios of contractors, sites and photos. */
import { expect } from 'vitest';
import { heic, jpeg, png, webp } from '../support/images.ts';
import type { Scenario } from '../support/scenario.ts';
import { photosOf, type Site } from '../support/site.ts';

const names = ({ data }: { readonly data: readonly { readonly name: string }[] }): string[] =>
  data.map(({ name }) => name);

/** The date that many days after today on the test server's clock. */
const inDays = ({ world }: Site, days: number): string =>
  new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10);

export const siteAndContractorScenarios: readonly Scenario[] = [
  {
    title: '[R30] inviting a contractor creates it with its submission',
    endpoint: 'inviteContractor',
    given: (site) => ({
      body: { name: 'Ironbridge Steel', trade: 'Steel', required_document_types: ['rams'], deadline: inDays(site, 6) },
    }),
    status: 201,
    emits: ['contractor.invited'],
    check: ({ body }, site) =>
      expect(body).toMatchObject({
        name: 'Ironbridge Steel',
        submission_status: 'invited',
        submission: {
          status: 'invited',
          required_document_types: ['rams'],
          deadline: inDays(site, 6),
          invited_at: expect.any(String),
        },
      }),
  },
  {
    title: '[R30] a known contractor is invited by id, once per project',
    endpoint: 'inviteContractor',
    given: async (site) => {
      const { id } = await site.must('inviteContractor', { body: { name: 'Severn Groundworks' } });
      const { id: project } = await site.must('createProject', { body: { name: 'Second job' } });
      await site.must('inviteContractor', { params: { project }, body: { contractor_id: id } });
      return { params: { project }, body: { contractor_id: id } };
    },
    status: 409,
    code: 'conflict',
  },
  {
    title: '[R30] an unknown contractor cannot be invited by its id',
    endpoint: 'inviteContractor',
    given: () => ({ body: { contractor_id: '018f0000-0000-7000-8000-00000000dead' } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/contractor_id'],
  },
  {
    title: '[R30] an invitation needs a name',
    endpoint: 'inviteContractor',
    given: () => ({ body: {} }),
    status: 422,
    at: ['#/name'],
  },
  {
    title: '[R30] a submission whose deadline has passed is overdue',
    endpoint: 'listContractors',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Late job' } });
      const [params, yesterday, today] = [{ project }, inDays(site, -1), inDays(site, 0)];
      await site.must('inviteContractor', { params, body: { name: 'Late Ltd', deadline: yesterday } });
      await site.must('inviteContractor', { params, body: { name: 'Today Ltd', deadline: today } });
      return { params, query: '?status=overdue' };
    },
    status: 200,
    check: ({ body }) => {
      expect(names(body)).toEqual(['Late Ltd']);
      expect(body.data[0]?.submission_status).toBe('overdue');
    },
  },
  {
    title: '[R9] a site needs a project and a name',
    endpoint: 'createSite',
    given: (site) => ({ body: { project_id: site.ids['project'], name: 'Gate 2', latitude: 51.5, longitude: -0.1 } }),
    status: 201,
    check: ({ headers, body }) => {
      expect(headers.get('location')).toBe(`/api/v1/sites/${body.id}`);
      expect(body).toMatchObject({ name: 'Gate 2', latitude: 51.5, address: null });
    },
  },
  {
    title: '[R8] an incomplete site with an impossible latitude is refused',
    endpoint: 'createSite',
    given: () => ({ body: { latitude: 91 } }),
    status: 422,
    at: ['#/project_id', '#/name', '#/latitude'],
  },
  {
    title: '[R3] another organisation’s project in a body is unknown',
    endpoint: 'createSite',
    given: (site) => ({ as: 'stranger', body: { project_id: site.ids['project'], name: 'Gate 3' } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_id'],
  },
  {
    title: '[R9] a site is read',
    endpoint: 'getSite',
    status: 200,
    check: ({ body }) => expect(body.name).toBe('Block A'),
  },
  {
    title: '[R98] the sites of a project are listed, newest first',
    endpoint: 'listSites',
    given: async (site) => {
      const { id: project_id } = await site.must('createProject', { body: { name: 'Two gates' } });
      for (const name of ['Gate 4', 'Gate 5']) await site.must('createSite', { body: { project_id, name } });
      return { query: `?project_id=${project_id}` };
    },
    status: 200,
    check: ({ body }) => {
      expect(names(body)).toEqual(['Gate 5', 'Gate 4']);
      expect(body.meta.total).toBe(2);
    },
  },
  {
    title: '[R98] a site that was changed since a time is listed by updated_since',
    endpoint: 'listSites',
    given: async (site) => {
      const { updated_at } = await site.must('updateSite', { body: { site_contact_name: 'Sinéad Gallagher' } });
      return { query: `?updated_since=${updated_at}` };
    },
    status: 200,
    check: ({ body }, site) => expect(body.data).toMatchObject([{ id: site.ids['site'] }]),
  },
  {
    title: '[R99] a project names its sites, oldest first, and its tag moves with them',
    endpoint: 'getProject',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Growing' } });
      const given = { params: { project } };
      const first = await site.call('getProject', given);
      for (const name of ['East', 'West']) await site.must('createSite', { body: { project_id: project, name } });
      return { ...given, headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
    },
    status: 200,
    check: async ({ headers, body }, site) => {
      const { data } = await site.must('listSites', { query: `?project_id=${body.id}&sort=created_at` });
      expect(body.site_ids).toEqual(data.map(({ id }) => id));
      expect(names({ data })).toEqual(['East', 'West']);
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      expect((await site.world.api('GET', `/api/v1/projects/${body.id}`, undefined, known)).status).toBe(304);
    },
  },
  {
    title: '[R100] the tag of a project with sites guards its change',
    endpoint: 'updateProject',
    given: async (site) => {
      const { headers } = await site.call('getProject');
      return { body: { client_name: 'Quay Estates' }, headers: { 'if-match': headers.get('etag') ?? '' } };
    },
    status: 200,
    check: async ({ headers, body }, site, given) => {
      expect(body.site_ids).toContain(site.ids['site']);
      expect((await site.call('getProject')).headers.get('etag')).toBe(headers.get('etag'));
      expect((await site.call('updateProject', given)).status).toBe(412);
      const byRevision = { body: { client_name: null }, headers: { 'if-match': `"r${body.revision}"` } };
      expect((await site.call('updateProject', byRevision)).status).toBe(200);
    },
  },
  {
    title: '[R11] a site is changed field by field',
    endpoint: 'updateSite',
    given: () => ({ body: { emergency_assembly_point: 'North gate' } }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ name: 'Block A', emergency_assembly_point: 'North gate' }),
  },
  {
    title: '[R8] a site change beyond the limits is refused',
    endpoint: 'updateSite',
    given: () => ({ body: { postcode: 'x'.repeat(13) } }),
    status: 422,
    at: ['#/postcode'],
  },
  {
    title: '[R29] photos of the four kinds are stored with hash, bytes and size in pixels',
    endpoint: 'uploadPhotos',
    given: () => ({ body: photosOf(png(7), jpeg(640, 480), webp(), heic()) }),
    status: 201,
    check: ({ headers, body }, site) => {
      expect(headers.get('location')).toBe(`/api/v1/photos/${body.data[0]?.id}`);
      expect(body.data.map((photo) => [photo.media_type, photo.width, photo.height])).toEqual([
        ['image/png', 7, 1],
        ['image/jpeg', 640, 480],
        ['image/webp', 1, 1],
        ['image/heic', null, null],
      ]);
      expect(body.data[0]).toMatchObject({
        file_name: 'photo 1.png',
        url: `${site.world.url}/api/v1/photos/${body.data[0]?.id}`,
      });
      expect(body.data[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    },
  },
  {
    title: '[R29] the same photo of the same site returns the existing one',
    endpoint: 'uploadPhotos',
    given: () => ({ body: photosOf(png(1), png(1)) }),
    status: 201,
    check: ({ body }, site) => expect(body.data.map((photo) => photo.id)).toEqual([site.ids['photo']]),
  },
  {
    title: '[BL17] the photos of a site are listed as they were uploaded, newest first',
    endpoint: 'listSitePhotos',
    given: async (site) => {
      const { id } = await site.must('createSite', { body: { project_id: site.ids['project'], name: 'Gate 6' } });
      const params = { site: id };
      for (const size of [31, 32]) {
        site.world.clock.advance(1);
        await site.must('uploadPhotos', { params, body: photosOf(png(size)) });
      }
      return { params };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      expect(body.data.map(({ width }) => width)).toEqual([32, 31]);
      const again = await site.must('uploadPhotos', { ...given, body: photosOf(png(32)) });
      expect(body.data[0]).toEqual(again.data[0]);
    },
  },
  {
    title: '[R29] a file that is not a photo refuses the whole upload',
    endpoint: 'uploadPhotos',
    given: () => ({ body: photosOf(png(11), Uint8Array.from(Buffer.from('<svg onload="alert(1)"/>'))) }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    title: '[R29] a photo of more than 15 MiB is refused',
    endpoint: 'uploadPhotos',
    given: () => ({ body: photosOf(Uint8Array.from(Buffer.concat([png(2), Buffer.alloc(15 * 1024 * 1024)]))) }),
    status: 413,
    code: 'payload_too_large',
  },
  {
    title: '[R29] more than ten files in one upload are refused',
    endpoint: 'uploadPhotos',
    given: () => ({ body: photosOf(...Array.from({ length: 11 }, (_, i) => png(20 + i))) }),
    status: 422,
    at: ['#/photos'],
  },
  {
    title: '[R29] an upload without a file is refused',
    endpoint: 'uploadPhotos',
    given: () => ({ body: photosOf() }),
    status: 422,
    at: ['#/photos'],
  },
  {
    title: '[R29] photos sent as JSON are refused',
    endpoint: 'uploadPhotos',
    given: () => ({ body: { photos: [] } }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    title: '[R29] a photo’s file is returned with its media type',
    endpoint: 'getPhoto',
    status: 200,
    check: ({ headers }) => {
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('content-length')).toBe(String(png(1).length));
      expect(headers.get('content-disposition')).toBe("inline; filename*=UTF-8''photo%201.png");
    },
  },
];
