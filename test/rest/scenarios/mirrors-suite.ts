/** Managing mirrors (contract, Mirrors): each endpoint, and each way in which it refuses. The mirrors are disabled: none is written. */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { nothing, type Site } from '../support/site.ts';

const database = 'https://couch.example.com/db/sitefile';
const credentials = { username: 'mirror', password: 'a-password-of-its-own' };

const params = async (site: Site, body: object = {}): Promise<{ readonly mirror: string }> => {
  return {
    mirror: (await site.must('createMirror', { body: { url: database, credentials, enabled: false, ...body } })).id,
  };
};

export const mirrorScenarios: readonly Scenario[] = [
  {
    title: '[MR8] a mirror is set up, and its password is not shown',
    endpoint: 'createMirror',
    given: (site) => ({
      body: {
        url: `${database}/`,
        credentials,
        project_ids: [site.ids['project']],
        kinds: ['signoff', 'document'],
        enabled: false,
      },
    }),
    status: 201,
    check: ({ body, headers, text }, site) => {
      expect(body).toMatchObject({
        url: database,
        has_credentials: true,
        project_ids: [site.ids['project']],
        kinds: ['document', 'signoff'],
        attachments: false,
        enabled: false,
        revision: 1,
      });
      expect(headers.get('location')).toBe(`/api/v1/mirrors/${body.id}`);
      expect(text).not.toContain(credentials.password);
    },
  },
  refused('http://couch.example.com/sitefile', 'https_required'),
  refused('https://mirror:secret@couch.example.com/sitefile', 'userinfo'),
  refused('https://couch.example.com/sitefile#a', 'fragment'),
  refused('https://couch.example.com:22/sitefile', 'port'),
  refused('https://10.0.0.7/sitefile', 'blocked_address'),
  refused('https://couch.example.com/', 'invalid_format'),
  refused('https://couch.example.com/sitefile?a=1', 'invalid_format'),
  {
    title: '[MR10] a mirror of a project that is not there is refused',
    endpoint: 'createMirror',
    given: () => ({ body: { url: database, project_ids: [nothing] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_ids/0'],
  },
  {
    title: '[MR8] the mirrors are listed',
    endpoint: 'listMirrors',
    status: 200,
    check: ({ body, text }, site) => {
      expect(body.data.map(({ id }) => id)).toContain(site.ids['mirror']);
      expect(text).not.toContain(credentials.password);
    },
  },
  {
    title: '[MR8] one mirror is read, without its password',
    endpoint: 'getMirror',
    given: async (site) => ({ params: await params(site) }),
    status: 200,
    check: ({ body, headers, text }) => {
      expect(body).toMatchObject({ url: database, has_credentials: true, kinds: expect.arrayContaining(['hazard']) });
      expect(headers.get('etag')).toBe('"r1"');
      expect(text).not.toMatch(/a-password-of-its-own/);
    },
  },
  {
    title: '[MR8] a mirror changes the fields that are sent, and nothing else',
    endpoint: 'updateMirror',
    given: async (site) => ({
      params: await params(site, { attachments: true }),
      body: { description: 'For the data lake', kinds: ['project'] },
      headers: { 'if-match': '"r1"' },
    }),
    status: 200,
    check: ({ body, headers }) => {
      expect(body).toMatchObject({
        url: database,
        has_credentials: true,
        kinds: ['project'],
        attachments: true,
        revision: 2,
      });
      expect(headers.get('etag')).toBe('"r2"');
    },
  },
  {
    title: '[MR8] a password never goes to another server than it was meant for',
    endpoint: 'updateMirror',
    given: async (site) => ({ params: await params(site), body: { url: 'https://other.example.com/sitefile' } }),
    status: 422,
    at: ['#/credentials'],
  },
  {
    title: '[MR10] a change to a project that is not there is refused',
    endpoint: 'updateMirror',
    given: async (site) => ({ params: await params(site), body: { project_ids: [nothing] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_ids/0'],
  },
  {
    title: '[MR13] the status of a disabled mirror says how much it would have to write',
    endpoint: 'getMirrorStatus',
    given: async (site) => ({ params: await params(site) }),
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({ state: 'disabled', last_sequence: 0, documents_written: 0, last_error: null });
      expect(body.lag_records).toBeGreaterThan(3);
    },
  },
  {
    title: '[MR8] a comparison of everything is asked for',
    endpoint: 'resyncMirror',
    given: async (site) => ({ params: await params(site) }),
    status: 200,
    check: ({ body }) => expect(body).toMatchObject({ state: 'disabled' }),
  },
  {
    title: '[MR8] a deleted mirror is gone',
    endpoint: 'deleteMirror',
    given: async (site) => ({ params: await params(site) }),
    status: 204,
    check: async (_, site) => {
      const { data } = await site.must('listMirrors');
      expect(data.map(({ id }) => id)).toContain(site.ids['mirror']);
    },
  },
];

function refused(url: string, code: string): Scenario {
  return {
    title: `[MR9] a mirror at ${url} is refused: ${code}`,
    endpoint: 'createMirror',
    given: () => ({ body: { url } }),
    status: 422,
    at: ['#/url'],
    check: ({ body }) => expect(body.errors?.[0]).toMatchObject({ code }),
  };
}
