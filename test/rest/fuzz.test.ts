/**
 * Hostile bodies for every row of the endpoint table and for sync, generated from the table: each is answered, none
 * with a server fault, and everything stored can be read again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queued } from '../kit/bare-device.ts';
import { bodyExamples } from '../../server/docs/openapi/examples.ts';
import { resourceOf, resources } from '../../shared/resources/index.ts';
import { chanceFor, libraryPhrase, openFuzzer, seeds, type Fuzzer } from './support/fuzzer.ts';
import { hostileValue, mutated, rawBodies, texts } from './support/hostile.ts';
import { bodyShape, readsBody, rows, sentBy } from './support/rows.ts';
import { pathTo } from './support/site.ts';

const withBody = rows.filter(({ endpoint }) => readsBody(endpoint));

const commandId = '018f0000-0000-7000-8000-000000000001';

describe.each(seeds)('seed %i', (seed) => {
  let fuzzer: Fuzzer;
  beforeAll(async () => {
    fuzzer = await openFuzzer();
  });
  afterAll(() => fuzzer[Symbol.asyncDispose]());

  test.each(withBody)('[WA10] $name answers bodies with hostile members', async (row) => {
    const chance = chanceFor(seed, row.name);
    const ready = fuzzer.ready(row);
    for (const member of Object.keys(bodyShape(row.endpoint)))
      await ready.try((body) => ({ ...body, [member]: hostileValue(chance) }));
    for (let i = 0; i < 3; i++) await ready.try((body) => mutated({ ...bodyExamples[row.name], ...body }, chance));
  });

  test.each(withBody)('[WA10] $name answers malformed and oversized bodies', async (row) => {
    const chance = chanceFor(seed, row.name);
    const ready = fuzzer.ready(row);
    const options = await ready.options();
    const good = JSON.stringify({ ...bodyExamples[row.name], ...sentBy(options) });
    for (let i = 0; i < 5; i++) {
      const raw = chance.pick(rawBodies)(good, chance);
      await fuzzer.send(row, await ready.path(), { raw, headers: options.headers ?? {} });
    }
  });

  test.each(Object.keys(resources))('[WA12] a device’s hostile %s commands are answered one by one', async (kind) => {
    const { world, ids } = fuzzer.site;
    const chance = chanceFor(seed, kind);
    const { schema, actions } = resourceOf(kind);
    const fields = Object.keys(schema.shape);
    const id = (): string => (chance.next() < 0.5 ? world.app.commitContext.newId() : chance.pick(Object.values(ids)));
    const set = (): object =>
      Object.fromEntries(
        [...fields.filter(() => chance.next() < 0.4), '__proto__'].map((field) => [field, hostileValue(chance)]),
      );
    const action = (): string => chance.pick([...Object.keys(actions), 'constructor', chance.pick(texts)]);
    const commands = Array.from({ length: 5 }, () => [
      { op: 'create', kind, id: id(), set: set() },
      { op: 'patch', kind, id: id(), set: set(), was: set() },
      { op: 'remove', kind, id: id(), base_rev: hostileValue(chance) },
      { op: 'act', kind, id: id(), action: action(), args: set() },
      mutated({ op: 'create', kind, id: id(), set: { name: 'x', title: 'x' } }, chance),
    ]).flat();
    const wrong: string[] = [];
    for (const command of commands) {
      const push = { schema: 1, commands: [queued(world, command)] };
      const answer = await world.api<{ results?: { status: string }[] }>('POST', '/api/v1/sync/push', push);
      const status = answer.body.results?.[0]?.status ?? '';
      const isTaken = answer.status !== 200 || ['applied', 'merged', 'noop', 'refused'].includes(status);
      if (answer.status >= 500 || !isTaken || libraryPhrase.test(answer.text))
        wrong.push(`${JSON.stringify(command).slice(0, 1500)} → ${answer.text}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['hello', { protocols: [1], schema: 1 }],
    ['push', { schema: 1, commands: [{ id: commandId, made_at: 'now', command: { op: 'create' } }] }],
    ['pull', { cursor: 'begin', limit: 10 }],
  ])('[WA12] sync endpoint %s answers hostile bodies', async (door, good) => {
    const { url, adminToken } = fuzzer.site.world;
    const chance = chanceFor(seed, door);
    const raws = Array.from({ length: 10 }, () => chance.pick(rawBodies)(JSON.stringify(good), chance));
    const mutants = Array.from({ length: 15 }, () => ({
      body: JSON.stringify(mutated(good, chance)),
      type: 'application/json',
    }));
    const wrong: string[] = [];
    for (const { body, type } of [...raws, ...mutants]) {
      const headers = { authorization: `Bearer ${adminToken}`, 'content-type': type };
      const answer = await fetch(`${url}/api/v1/sync/${door}`, { method: 'POST', body, headers });
      const isSound = answer.ok || answer.headers.get('content-type') === 'application/problem+json';
      const text = await answer.text();
      if (answer.status >= 500 || !isSound || libraryPhrase.test(text))
        wrong.push(`${String(body).slice(0, 1000)} → ${answer.status} ${text}`);
    }
    expect(wrong).toEqual([]);
  });

  test('[WA13] no prototype is polluted, and every stored record parses by its schema', async () => {
    expect('polluted' in {}).toBe(false);
    const { db } = fuzzer.site.world.app.commitContext.store;
    const stored = await db.selectFrom('record').select(['kind', 'id', 'body']).execute();
    const wrong = stored.flatMap(({ kind, id, body }) => {
      const { error } = resourceOf(kind).schema.safeParse(JSON.parse(body));
      return error ? [`${kind} ${id}: ${error.message.slice(0, 300)}`] : [];
    });
    expect(wrong).toEqual([]);
    expect(stored.length).toBeGreaterThan(500);
  });

  test('[WA13] every read answers, and a valid call succeeds', async () => {
    for (const row of rows.filter(({ endpoint: { method } }) => method === 'GET'))
      await fuzzer.send(row, pathTo(row.endpoint.path, fuzzer.site.ids));
    const { name } = await fuzzer.site.must('createProject', { body: { name: 'Harrow Lane, again' } });
    expect(name).toBe('Harrow Lane, again');
  });
});
