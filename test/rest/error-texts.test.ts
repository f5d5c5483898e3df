/** Error texts in plain words: invalid bodies and queries for every endpoint and sync, and no phrase of zod or V8 in any response. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Problem } from '../../shared/model/problem.ts';
import { parse } from '../../shared/model/validation.ts';
import { libraryPhrase, openFuzzer, type Fuzzer } from './support/fuzzer.ts';
import { requireProblem } from './support/outcome.ts';
import { bodyShape, readsBody, rows } from './support/rows.ts';

const wrongValues: readonly unknown[] = [
  null,
  '',
  'x',
  5,
  -1.5,
  true,
  [],
  ['x', 'x'],
  {},
  { x: 1 },
  'x'.repeat(70_000),
];
const tagged = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);

function errorOf(schema: z.ZodType, value: unknown): string | undefined {
  try {
    parse(schema, value);
  } catch (error) {
    if (error instanceof Problem) return error.errors[0]?.detail;
    throw error;
  }
  return undefined;
}

test.each<[string, z.ZodType, unknown]>([
  ['is required', z.object({ name: z.string() }), {}],
  ['is required', z.string().min(1), ''],
  ['must be a string', z.string(), 5],
  ['must be a whole number', z.int(), 1.5],
  ['must be an array', z.array(z.string()), {}],
  ['must be one of low, high', z.enum(['low', 'high']), 'medium'],
  ['must be yes', z.literal('yes'), 'no'],
  ['must be one of a, b', tagged, { kind: 'c' }],
  ['must be a string or a number', z.union([z.string(), z.number()]), []],
  ['must have at least 3 characters', z.string().min(3), 'ab'],
  ['must have at most 1 character', z.string().max(1), 'ab'],
  ['must have exactly 2 characters', z.string().length(2), 'a'],
  ['must have at least 1 entry', z.array(z.string()).min(1), []],
  ['must have at most 2 entries', z.array(z.string()).max(2), ['a', 'b', 'c']],
  ['must be 1 or more', z.int().min(1), 0],
  ['must be more than 0', z.number().gt(0), 0],
  ['must be 5 or less', z.int().max(5), 6],
  ['must be less than 5', z.number().lt(5), 5],
  ['must be a multiple of 5', z.number().multipleOf(5), 3],
  ['must be a UUID', z.uuid(), 'x'],
  ['must be a date such as 2026-03-31', z.iso.date(), '31 March'],
  ['does not have the required format', z.string().regex(/^a/), 'b'],
  ['must begin with a', z.string().regex(/^a/, 'must begin with a'), 'b'],
  ['has unknown members: x, y', z.strictObject({}), { x: 1, y: 2 }],
  [
    'has a name that is not allowed: it does not have the required format',
    z.record(z.string().regex(/^a/), z.int()),
    { b: 1 },
  ],
  ['is not valid', z.string().refine(() => false), 'a'],
])('[R8] an invalid value %s', (detail, schema, value) => {
  expect(errorOf(schema, value)).toBe(detail);
});

const commandId = '018f0000-0000-7000-8000-000000000001';

describe('at the server', () => {
  let fuzzer: Fuzzer;
  beforeAll(async () => {
    fuzzer = await openFuzzer();
  });
  afterAll(() => fuzzer[Symbol.asyncDispose]());

  test.each([
    ['{"name":', 'unexpected end of text at line 1, column 9'],
    ['{\n  "name": "a",\n  "client": }', 'unexpected "}" at line 3, column 13'],
    ['{"name": "a",}', 'unexpected "}" at line 1, column 14'],
    ["{'name': 1}", `unexpected "'" at line 1, column 2`],
    ['{"name" 1}', 'unexpected "1" at line 1, column 9'],
    ['{"name": "a\nb"}', String.raw`unexpected "\n" at line 1, column 12`],
    [String.raw`{"name": "\x"}`, String.raw`unexpected "\\" at line 1, column 11`],
    ['{"name": [1 2]}', 'unexpected "2" at line 1, column 13'],
    ['{"name": nul}', 'unexpected "n" at line 1, column 10'],
    ['{"name": 01}', 'unexpected "1" at line 1, column 11'],
    ['{"name": 1} x', 'unexpected "x" at line 1, column 13'],
  ])('[R6] malformed JSON is answered with line and column: %s', async (body, found) => {
    for (const path of ['/api/v1/projects', '/api/v1/sync/push']) {
      const answer = await fuzzer.site.world.api('POST', path, body, { 'content-type': 'application/json' });
      expect([answer.status, requireProblem(answer).detail]).toEqual([400, `The body is not JSON: ${found}.`]);
    }
  });

  test.each(rows.filter(({ endpoint }) => readsBody(endpoint)))(
    '[R8] $name answers invalid bodies in plain words',
    async (row) => {
      const ready = fuzzer.ready(row);
      const members = Object.keys(bodyShape(row.endpoint));
      for (const value of wrongValues) {
        await ready.try((body) => ({ ...body, ...Object.fromEntries(members.map((member) => [member, value])) }));
        await ready.try(() => value);
      }
    },
  );

  test.each(rows.filter(({ endpoint }) => endpoint.query !== undefined))(
    '[R8] $name answers invalid queries in plain words',
    async (row) => {
      const path = await fuzzer.ready(row).path();
      for (const name of Object.keys(row.endpoint.query?.shape ?? {}))
        for (const value of ['', 'x', '-1', '2026-13-40', 'x'.repeat(2000)])
          await fuzzer.send(row, `${path}?${new URLSearchParams({ [name]: value }).toString()}`);
    },
  );

  test.each([
    ['hello', { protocols: [1], schema: 1 }],
    ['pull', { cursor: null, limit: 10, max_bytes: 1, wait_ms: 0, resync: [], checksums: true }],
    ['push', { schema: 1, commands: [{ id: commandId, made_at: 'now', command: { op: 'create' } }] }],
  ])('[R8] sync/%s answers invalid bodies in plain words', async (door, good) => {
    const bodies = wrongValues.flatMap((value) => [
      value,
      ...Object.keys(good).map((member) => ({ ...good, [member]: value })),
      { ...good, commands: [{ id: commandId, command: value }] },
    ]);
    const wrong: string[] = [];
    for (const body of bodies) {
      const { text } = await fuzzer.site.world.api('POST', `/api/v1/sync/${door}`, body ?? 'null');
      if (libraryPhrase.test(text)) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });
});
