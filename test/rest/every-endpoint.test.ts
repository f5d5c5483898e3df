/** Rules of every endpoint: who may call it, and its answer for records that are not the caller's. */
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allows, permissions, roles, type Permission } from '../../shared/model/access.ts';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { png } from './support/images.ts';
import { requireProblem } from './support/outcome.ts';
import { photosOf, openSite, type CallOptions, type Site } from './support/site.ts';

const table = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]; // the keys of the very object that the type is taken from

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

/** What endpoints that refuse unknown members require. */
const strict = { formats: [], version: 1, worker: { name: 'Jo' } };

function takes(body: Endpoint['body'], name: string): boolean {
  return body instanceof z.ZodObject && name in body.shape;
}

/** A well-formed call, so that only the caller can be refused. */
function bodyFor({ upload, fields, body, refusesUnknown }: Endpoint): CallOptions {
  if (refusesUnknown) return { body: Object.fromEntries(Object.entries(strict).filter(([name]) => takes(body, name))) };
  return upload
    ? { body: photosOf(png(3)) }
    : fields || body
      ? {
          body: {
            order: [],
            formats: [],
            reason: 'long enough to count',
            worker_name: 'Jo',
            hash: 'f'.repeat(64),
            since: '2026-01-01T00:00:00Z',
          },
        }
      : {};
}

describe('a token', () => {
  test.each(table)('[R1] %s requires a valid token', async (name, endpoint) => {
    for (const authorization of ['', 'Bearer nobody-knows-this-token', `Basic ${btoa('admin:admin')}`]) {
      const answer = await site.call(name, { ...bodyFor(endpoint), as: 'nobody', headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"');
      requireProblem(answer);
    }
  });

  // Unknown ids, so that a caller with the permission changes nothing either.
  const idle = ({ path }: Endpoint): Record<string, string> =>
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [String(param), '018f0000-0000-7000-8000-00000000dead']),
    );
  /** Refused only for the missing permission, which is named. */
  function requireForbidden(answer: Awaited<ReturnType<Site['call']>>, permission: Permission): void {
    expect(answer.status, answer.text).toBe(403);
    expect(answer.body).toMatchObject({ code: 'forbidden', permission });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="api", error="insufficient_scope", scope="${permission}"`,
    );
    requireProblem(answer);
  }

  test.each(table)('[R2] %s accepts the roles with its permission and refuses the others', async (name, endpoint) => {
    const { permission } = endpoint;
    const lacking = roles.filter((role) => permission !== null && !allows(role, permission));
    const refused: unknown[] = [];
    const { events } = await site.eventsOf(async () => {
      for (const role of roles) {
        const answer = await site.call(name, { ...bodyFor(endpoint), params: idle(endpoint), as: role });
        if (answer.status === 403) refused.push([role, requireProblem(answer)['permission']]);
      }
    });
    expect(refused).toEqual(lacking.map((role) => [role, permission]));
    expect(events).toEqual([]);
  });

  const guarded = table.flatMap(([name, endpoint]) =>
    endpoint.permission === null ? [] : [{ name, endpoint, permission: endpoint.permission }],
  );
  test.each(guarded)(
    '[R2] $name refuses a token whose scopes exclude $permission',
    async ({ name, endpoint, permission }) => {
      const scopes = permissions.filter((each) => each !== permission);
      const token = await site.world.token('owner', undefined, 'all but one', { scopes });
      const headers = { authorization: `Bearer ${token}` };
      const { events } = await site.eventsOf(async () => {
        requireForbidden(await site.call(name, { ...bodyFor(endpoint), headers }), permission);
      });
      expect(events).toEqual([]);
    },
  );
});

describe('a path', () => {
  const withParams = table.filter(([, { path }]) => path.includes('{'));

  test.each(withParams)(
    '[R3] %s answers unknown, malformed and other organisations’ ids alike',
    async (name, endpoint) => {
      const params = (value: string): Record<string, string> =>
        Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [String(param), value]));
      const told: unknown[] = [];
      const { events } = await site.eventsOf(async () => {
        for (const options of [
          { params: params('018f0000-0000-7000-8000-00000000dead') },
          { params: params('..%2F\0 nothing') },
          { as: 'stranger' },
        ] as const) {
          const answer = await site.call(name, { ...bodyFor(endpoint), ...options });
          expect(answer.status, answer.text).toBe(404);
          const { instance: _, request_id: __, ...rest } = requireProblem(answer);
          told.push(rest);
        }
      });
      expect(told[1]).toEqual(told[0]);
      expect(told[2]).toEqual(told[0]);
      expect(events).toEqual([]);
    },
  );

  test.each(withParams)('[R3] %s treats an id of another kind as unknown', async (name, endpoint) => {
    const first = /\{(\w+)\}/.exec(endpoint.path)?.[1] ?? '';
    const other = String(first === 'project' ? site.ids['site'] : site.ids['project']);
    const answer = await site.call(name, { ...bodyFor(endpoint), params: { [first]: other } });
    expect(answer.status).toBe(404);
  });
});

describe('an address', () => {
  test('[R4] an unknown address is answered with a problem', async () => {
    for (const path of ['/api/v1/nothing', '/api/v2/projects', '/nothing', '/api/v1/documents/x/y/z/w']) {
      const answer = await site.world.api('GET', path);
      expect(answer.status).toBe(404);
      requireProblem(answer);
    }
  });

  test('[R4] another method is refused with the allowed ones', async () => {
    const answer = await site.world.api('PATCH', '/api/v1/projects');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(answer.body).toMatchObject({ code: 'method_not_allowed', allow: ['GET', 'HEAD', 'POST'] });
    requireProblem(answer);
    const reorder = await site.world.api('DELETE', `/api/v1/documents/${site.ids['document']}/hazards/reorder`);
    expect(reorder.headers.get('allow')).toBe('PUT');
  });

  test('[R4] an address that cannot be decoded is a bad request', async () => {
    const answer = await site.world.api('GET', '/api/v1/projects/%E0%A4%A');
    expect(answer.status).toBe(400);
    requireProblem(answer);
  });

  test('[R4] HEAD answers like GET without the body', async () => {
    const answer = await site.world.api('HEAD', `/api/v1/projects/${site.ids['project']}`);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('etag')).toMatch(/^"r\d+\.[\w-]+"$/);
    const photo = await site.world.api('HEAD', `/api/v1/photos/${site.ids['photo']}`);
    expect([photo.status, photo.headers.get('content-length')]).toEqual([200, String(png(1).length)]);
  });
});

describe('an answer', () => {
  test('[R5] the caller’s request id is used if valid, else one is generated', async () => {
    const given = async (id: string): Promise<string | null> =>
      (await site.world.api('GET', '/api/v1/projects', undefined, { 'x-request-id': id })).headers.get('x-request-id');
    expect(await given('trace-0001_A')).toBe('trace-0001_A');
    expect(await given('short')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await given('with space inside')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('[R39] every response has nosniff, no-referrer and private caching', async () => {
    for (const path of ['/api/v1/projects', '/api/v1/nothing', `/api/v1/photos/${site.ids['photo']}`]) {
      const { headers } = await site.world.api('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });
});
