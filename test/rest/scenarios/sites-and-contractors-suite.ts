/** Scenarios of contractors, sites and photos (interface sections 4.1 and 4.2). */
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
