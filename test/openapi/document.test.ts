/** The OpenAPI document itself: valid, complete, and without stale names. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpointsWithOwnProblems } from '../../server/docs/openapi/problems.ts';
import { notedFields } from '../../server/docs/openapi/notes.ts';
import { methods, type Parameter } from '../../server/docs/openapi/types.ts';
import { oneLine } from '../../shared/model/fields.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import type { Endpoint } from '../../shared/rest/endpoint.ts';
import { nothing } from '../rest/support/site.ts';
import { nameOf, openDescribed } from './described.ts';

const { document, operations, faults } = openDescribed();
const table = Object.entries<Endpoint>(endpoints);
const text = JSON.stringify(document);

test('[OA1] the document is valid OpenAPI 3.1, and every reference in it resolves', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(text) as Record<string, unknown>);
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  const lost = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((path) => at(document, path.split('/')) === undefined);
  expect(lost).toEqual([]);
});

test('[OA1] the same table always gives the same document', () => {
  expect(JSON.stringify(openDescribed().document)).toBe(text);
});

test('[OA2] every endpoint is in it once, with path, permission, events and status', () => {
  expect([...operations.keys()].toSorted()).toEqual(table.map(([name]) => name).toSorted());
  for (const [name, { method, path, permission, summary, emits, status }] of table) {
    const operation = document.paths[path]?.[methods.find((each) => each === method.toLowerCase()) ?? 'get'];
    expect(operation, name).toMatchObject({
      operationId: name,
      summary,
      ...(permission === null ? {} : { 'x-permission': permission }),
      'x-events': emits,
    });
    expect(Object.keys(operation?.responses ?? {}), name).toContain(String(status));
  }
});

test('[OA2] operations have unique names, a described area and all path parameters', () => {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, operation: item[method] }] : [])),
  );
  const names = all.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const areas = document.tags.map(({ name }) => name);
  for (const { path, operation } of all) {
    expect(areas).toEqual(expect.arrayContaining([...operation.tags]));
    const own = (operation.parameters ?? []).filter((each): each is Parameter => 'name' in each);
    const inPath = own.filter((each) => each.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const { name, schema } of own) expect(schema.type, `${operation.operationId} ${name}`).toBeDefined();
  }
});

test('[OA2] records are named once and referred to', () => {
  const inline = [...operations.values()].flatMap(({ responses, operationId }) =>
    Object.values(responses).flatMap((reply) =>
      'content' in reply && Object.keys(reply.content?.['application/json']?.schema.properties ?? {}).length > 0
        ? [operationId]
        : [],
    ),
  );
  expect(inline).toEqual([]);
  for (const name of ['Project', 'Site', 'Document', 'Hazard', 'Signoff', 'Version', 'Export', 'Problem'])
    expect(document.components.schemas).toHaveProperty(name);
});

test('[OA11] patterns use only character ranges', () => {
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, written = '']) => JSON.parse(written) as unknown,
  );
  expect(patterns.length).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\\[pPkuU]\{|\(\?[^:]/);
    expect(() => new RegExp(String(pattern))).not.toThrow();
  }
});

test('[OA11] a schema refuses the same characters in a line as the server', () => {
  const { pattern = '' } = document.components.schemas['CreateUserBody']?.properties?.['name'] ?? {};
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  const line = oneLine(10);
  const refused = characters.filter((character) => !line.safeParse(`a${character}b`).success);
  expect(refused).toHaveLength(65);
  expect(characters.filter((character) => !new RegExp(pattern).test(`a${character}b`))).toEqual(refused);
});

test.each([
  ['RecordSignoffBody', [{ worker_name: 'Jo' }, { worker: { name: 'Jo' } }], [{}, { notes: 'x' }]],
  ['InviteContractorBody', [{ name: 'Vantage' }, { contractor_id: nothing }], [{}, { contractor_id: null }]],
] as const)('[OA12] %s names what one of is needed', (name, fitting, lacking) => {
  for (const body of fitting) expect(faults(name, body)).toEqual([]);
  for (const body of lacking) expect(faults(name, body)).not.toEqual([]);
});

test('[OA2] every operation needs a token unless a signed link replaces it', () => {
  expect(document.security).toEqual([{ bearer: [] }]);
  for (const [name, { signed }] of table)
    expect(operations.get(name)?.security, name).toEqual(signed ? [{ bearer: [] }, {}] : undefined);
});

test('[OA2] notes and problem lists name only what exists', () => {
  expect(endpointsWithOwnProblems.filter((name) => !(name in endpoints))).toEqual([]);
  const fields = new Set([
    ...Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
      Object.keys(properties ?? {}).flatMap((field) => [`${name}.${field}`, field]),
    ),
    ...[...operations].flatMap(([operation, { requestBody }]) => {
      const $ref = requestBody?.content['application/json']?.schema.$ref ?? '';
      const { properties } = document.components.schemas[nameOf($ref)] ?? {};
      return Object.keys(properties ?? {}).map((field) => `${operation}.${field}`);
    }),
  ]);
  expect(notedFields.filter((field) => !fields.has(field))).toEqual([]);
});

function at(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
  return typeof value === 'object' && value !== null && name in value
    ? at(value[name as keyof typeof value], rest)
    : undefined;
}
