/** Every row of the endpoint table, generated from the table: its success and every problem that it lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takesIfMatch, takesKey, takesOwnId } from '../../shared/rest/endpoint.ts';
import { problemCodesOf } from '../../server/docs/openapi/problems.ts';
import type { ProblemCode } from '../../shared/model/problem.ts';
import { scenarios } from './scenarios/all.ts';
import { openFirm, type Firm } from './support/firm.ts';
import { png } from './support/images.ts';
import { openLedger } from './support/ledger.ts';
import { requireProblem } from './support/outcome.ts';
import { formed, probesOf } from './support/probes.ts';
import { idle, readsBody, rows, sentBy, successOf } from './support/rows.ts';
import { logoOf, openSite, photosOf, type CallOptions, type Site } from './support/site.ts';

const ledger = openLedger();
let site: Site;
let strict: Firm;
beforeAll(async () => {
  site = await openSite('sqlite', { witness: ledger.witness });
  await site.must('uploadLogo', { body: logoOf(png(9)) });
  strict = await openFirm(site, { strict_bodies: true, require_if_match: true });
});
afterAll(() => site[Symbol.asyncDispose]());

describe('a call that is wrong in form', () => {
  test.each(rows)('[WA1] $name refuses malformed calls by code and status, without effect', async (row) => {
    const probes = await probesOf(row, site, strict);
    const { events } = await site.eventsOf(async () => {
      for (const { code, status, options } of probes) {
        const answer = await site.call(row.name, options);
        expect([answer.status, requireProblem(answer).code], answer.text).toEqual([status, code]);
      }
    });
    expect(events).toEqual([]);
  });

  // Adding a card is a change of its worker.
  test.each(rows.filter(({ name, endpoint }) => takesIfMatch(endpoint) || name === 'addWorkerCard'))(
    '[WA2] $name refuses a change for an old revision',
    async ({ name }) => {
      const given = await successOf(name, site);
      const headers = { ...given.headers, 'if-match': '"r999999"' };
      const answer = await site.call(name, { ...given, headers });
      expect([answer.status, requireProblem(answer).code], answer.text).toEqual([412, 'precondition_failed']);
    },
  );
});

test.each(rows)('[WA9] $name needs only its own scopes', async ({ name, endpoint }) => {
  const { permission, alsoReads } = endpoint;
  const more = { scopes: [permission, alsoReads].filter((scope) => scope != null) };
  const headers = { authorization: `Bearer ${await site.world.token('owner', undefined, 'one scope', more)}` };
  const answer = await site.call(name, { params: idle(endpoint), ...formed(endpoint), headers });
  expect(answer.status, answer.text).not.toBe(403);
});

describe('a call that succeeds', () => {
  const changes = rows.filter(({ endpoint }) => takesKey(endpoint));
  const hasBody = ({ endpoint }: (typeof rows)[number]) => readsBody(endpoint) || endpoint.upload !== undefined;

  test.each(changes.filter(hasBody))(
    '[WA3] $name refuses a key that was used with another body',
    async ({ name, endpoint }) => {
      const given = await successOf(name, site);
      const options = { ...given, headers: { ...given.headers, 'idempotency-key': `walk-${name}` } };
      const first = await site.call(name, options);
      expect(first.status, first.text).toBeLessThan(300);
      const files = name === 'uploadLogo' ? logoOf(png(77)) : photosOf(png(77));
      const body = endpoint.upload ? files : { ...sentBy(given), walked: true };
      const { result: second, events } = await site.eventsOf(() => site.call(name, { ...options, body }));
      expect([second.status, requireProblem(second).code], second.text).toEqual([422, 'idempotency_key_reused']);
      expect(events).toEqual([]);
    },
  );

  // Where there is no body, only the token can differ.
  test.each(changes.filter((row) => !hasBody(row)))(
    '[WA3] $name refuses a key that another token of the person used',
    async ({ name }) => {
      const given = await successOf(name, site);
      const { actor } = await site.must('getMe');
      const other = await site.world.token('owner', undefined, 'other', { actor });
      const headers = { ...given.headers, 'idempotency-key': `other-${name}` };
      const first = await site.call(name, { ...given, headers });
      expect(first.status, first.text).toBeLessThan(300);
      const second = await site.call(name, { ...given, headers: { ...headers, authorization: `Bearer ${other}` } });
      expect([second.status, requireProblem(second).code], second.text).toEqual([422, 'idempotency_key_reused']);
    },
  );

  test.each(rows.filter(({ endpoint }) => takesOwnId(endpoint)))(
    '[R48] $name refuses a used id under If-None-Match: *',
    async ({ name }) => {
      const given = await successOf(name, site);
      const body = { ...sentBy(given), id: site.world.app.commitContext.newId() };
      const options = { ...given, body, headers: { ...given.headers, 'if-none-match': '*' } };
      const first = await site.call(name, options);
      expect(first.status, first.text).toBe(201);
      const second = await site.call(name, options);
      expect([second.status, requireProblem(second).code], second.text).toEqual([412, 'precondition_failed']);
    },
  );

  // A card's id is unique only within its worker.
  test.each(rows.filter(({ name, endpoint: { body } }) => body && 'id' in body.shape && name !== 'addWorkerCard'))(
    '[WA4] $name refuses an id that a record of another kind has',
    async ({ name }) => {
      const given = await successOf(name, site);
      const id = name === 'createDocument' ? site.ids['project'] : site.ids['document'];
      const answer = await site.call(name, { ...given, body: { ...sentBy(given), id } });
      expect([answer.status, requireProblem(answer).code], answer.text).toEqual([409, 'id_conflict']);
    },
  );
});

/** The problems that the tests above saw, and those that the scenarios assert. */
test('[WA5] every row answers exactly the problems that the API document lists', async () => {
  await using limited = await openSite('sqlite', { witness: ledger.witness, environment: { RATE_LIMIT: 'on' } });
  const refused: CallOptions = { headers: { authorization: 'Bearer nobody-knows-this-token' } };
  for (let i = 0; i < 10; i++) await limited.call('getOrganisation', refused);
  for (const { name } of rows) await limited.call(name, refused);
  // A history changes only with a restored server (SY91, SY92), and events go after 400 days (DB59).
  const elsewhere: readonly ProblemCode[] = ['internal_error', 'unavailable', 'history_changed', 'events_gone'];
  // A document of 3 MB (HR74), and a file that was lost.
  const tooMuch = new Set(['submitReview conflict', 'duplicate conflict', 'getLogo photo_gone']);
  const missing = rows.flatMap(({ name, endpoint }) => {
    const told = scenarios
      .filter((scenario) => scenario.endpoint === name)
      .flatMap((scenario) => ('code' in scenario ? scenario.code : []));
    const seen = ledger.codesOf(name).union(new Set([...told, ...elsewhere]));
    return problemCodesOf(name, endpoint)
      .filter((code) => !seen.has(code))
      .map((code) => `${name} ${code}`)
      .filter((problem) => !tooMuch.has(problem));
  });
  expect(missing).toEqual([]);
  expect([...ledger.undescribed]).toEqual([]);
});

test('[WA6] every path names its methods, whatever other one is tried', async () => {
  for (const [path, those] of Map.groupBy(rows, ({ endpoint }) => endpoint.path)) {
    const has = new Set<string>(those.map(({ endpoint: { method } }) => method));
    if (those.some(({ endpoint: { method, fields } }) => method === 'PUT' && fields)) has.add('PATCH');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !has.has(each))) {
      const answer = await site.world.api(method, path.replaceAll(/\{\w+\}/g, 'x'));
      if (answer.status === 404) continue; // the address is that of another row, with this as its parameter
      expect([answer.status, requireProblem(answer).code]).toEqual([405, 'method_not_allowed']);
      expect(new Set(answer.headers.get('allow')?.split(', '))).toEqual(
        has.has('GET') ? has.union(new Set(['HEAD'])) : has,
      );
    }
  }
});
