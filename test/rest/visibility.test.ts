/** What a contractor user can read, at every endpoint that the role may call (contract, What a contractor sees). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allows } from '../../shared/model/access.ts';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { engines } from '../kit/engines.ts';
import { openFirm, type Firm } from './support/firm-part.ts';
import { requireProblem } from './support/outcome.ts';
import { openSite, type CallOptions, type Site } from './support/site.ts';

const table = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][]; // the keys of the very object that the type is taken from
const open = table.filter(
  ([, { permission, path }]) => path.includes('{') && permission !== null && allows('contractor_author', permission),
);
/** Reads first, endpoints that end something last. */
const inOrder = open.toSorted(([a, { method: x }], [b, { method: y }]) => rank(a, x) - rank(b, y));
const unknown = '018f0000-0000-7000-8000-00000000dead';

function rank(name: EndpointName, method: string): number {
  return method === 'GET' ? 0 : /withdraw/i.test(name) ? 3 : method === 'DELETE' ? 2 : 1;
}

function bodyFor({ fields, body }: Endpoint): CallOptions {
  return fields || body ? { body: { order: [], formats: [], reason: 'long enough to count' } } : {};
}

function paramsOf({ path }: Endpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
}

/** The ids of the path's parameters; an entry's is found under its segment. */
function idsIn({ path }: Endpoint, ids: Readonly<Record<string, string>>): Record<string, string> {
  const segment = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? '';
  return Object.fromEntries(paramsOf({ path } as Endpoint).map((name) => [name, ids[name] ?? ids[segment] ?? unknown]));
}

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  let own: Firm;
  let other: Firm;
  beforeAll(async () => {
    site = await openSite(engine);
    other = await openFirm(site);
    own = await openFirm(site);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test.each(inOrder)(
    '[CV1] %s answers other contractors’ and unassigned records as unknown',
    async (name, endpoint) => {
      const told: unknown[] = [];
      const absent = Object.fromEntries(paramsOf(endpoint).map((param) => [param, unknown]));
      const { events } = await site.eventsOf(async () => {
        for (const params of [absent, idsIn(endpoint, other.ids), idsIn(endpoint, site.ids)]) {
          const answer = await own.call(name, { ...bodyFor(endpoint), params });
          expect([answer.status, answer.text]).toEqual([404, expect.any(String)]);
          const { instance: _, request_id: __, ...rest } = requireProblem(answer);
          told.push(rest);
        }
      });
      expect(told[1]).toEqual(told[0]);
      expect(told[2]).toEqual(told[0]);
      expect(events).toEqual([]);
    },
  );

  test.each(inOrder.filter(([, { path }]) => path.endsWith('/{id}')))(
    '[CV1] %s finds no entry of one contractor through another’s document',
    async (name, endpoint) => {
      const theirs = idsIn(endpoint, other.ids);
      for (const params of [
        { document: theirs['document'] ?? '' },
        { id: theirs['id'] ?? '', document: own.ids['document'] ?? '' },
      ])
        expect((await own.call(name, { ...bodyFor(endpoint), params })).status).toBe(404);
    },
  );

  // Comments and notifications need their own set-up.
  test.each(inOrder.filter(([, { path }]) => !/\{(comment|notification)\}/.test(path)))(
    '[CV1] %s finds the contractor’s own record',
    async (name, endpoint) => {
      const { status, text } = await own.call(name, bodyFor(endpoint));
      expect([401, 403, 404, 500], text).not.toContain(status);
    },
  );
});
