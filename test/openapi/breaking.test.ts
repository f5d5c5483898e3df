/** Which changes break a caller who was written for the document before, on made-up pairs. */
import { describe, expect, test } from 'vitest';
import { breakingChanges } from './support/breaking.ts';
import type { OpenApi, Operation, Schema } from '../../server/docs/openapi/types.ts';

interface MadeUp {
  readonly sent?: Schema;
  readonly read?: Schema;
  readonly operation?: Partial<Operation>;
  readonly schemas?: { readonly [name: string]: Schema };
  readonly paths?: OpenApi['paths'];
}

const thing: Schema = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 10 }, size: { type: 'integer', minimum: 1 } },
  required: ['name'],
};

function api({ sent = thing, read = thing, operation = {}, schemas = {}, paths }: MadeUp = {}): OpenApi {
  const change: Operation = {
    operationId: 'changeThing',
    summary: 'Changes a thing.',
    tags: ['Things'],
    parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
    requestBody: { content: { 'application/json': { schema: sent } } },
    responses: { 200: { description: 'Done.', content: { 'application/json': { schema: read } } } },
    ...operation,
  };
  return {
    openapi: '3.1.1',
    info: { title: 'Things', version: '1', description: '' },
    servers: [],
    tags: [],
    security: [],
    paths: paths ?? { '/things': { put: change } },
    webhooks: {},
    components: { schemas, parameters: {}, headers: {}, responses: {}, securitySchemes: {} },
  };
}

const field = (size: Schema): Schema => ({ ...thing, properties: { ...thing.properties, size } });

const breaks: readonly (readonly [string, MadeUp, MadeUp, string])[] = [
  ['a path that is gone', {}, { paths: {} }, '/things is gone'],
  ['a method that is gone', {}, { paths: { '/things': {} } }, 'PUT /things is gone'],
  [
    'another name',
    {},
    { operation: { operationId: 'setThing' } },
    'PUT /things: is called setThing and was changeThing',
  ],
  ['a reply without a field', {}, { read: { ...thing, properties: {} } }, 'PUT /things: 200.name is gone'],
  ['a field that may be missing', {}, { read: { ...thing, required: [] } }, 'PUT /things: 200.name may be missing'],
  ['a reply that may be null', {}, { read: field({ type: ['integer', 'null'] }) }, 'PUT /things: 200.size may be null'],
  ['a reply of another type', {}, { read: field({ type: 'string' }) }, 'PUT /things: 200.size may be string'],
  ['a status that is gone', {}, { operation: { responses: {} } }, 'PUT /things: 200 is no longer answered'],
  [
    'a new required field',
    {},
    { sent: { ...thing, required: ['name', 'size'] } },
    'PUT /things: body.size is required',
  ],
  [
    'a field no longer read',
    {},
    { sent: { ...thing, properties: { name: { type: 'string', maxLength: 10 } } } },
    'PUT /things: body.size is no longer read',
  ],
  [
    'a type no longer taken',
    { sent: field({ type: ['integer', 'null'] }) },
    {},
    'PUT /things: body.size no longer takes null',
  ],
  [
    'a number that must be whole',
    { sent: field({ type: 'number' }) },
    { sent: field({ type: 'integer' }) },
    'PUT /things: body.size no longer takes number',
  ],
  [
    'a value no longer taken',
    { sent: field({ enum: [1, 2] }) },
    { sent: field({ enum: [1] }) },
    'PUT /things: body.size no longer takes 2',
  ],
  [
    'values where there were none',
    { sent: field({}) },
    { sent: field({ enum: [1] }) },
    'PUT /things: body.size takes certain values alone',
  ],
  [
    'a tighter limit',
    {},
    { sent: field({ type: 'integer', minimum: 2 }) },
    'PUT /things: body.size has minimum 2, which was 1',
  ],
  [
    'a new limit',
    {},
    { sent: field({ type: 'integer', minimum: 1, maximum: 5 }) },
    'PUT /things: body.size has maximum 5',
  ],
  [
    'a new pattern',
    {},
    { sent: field({ type: 'integer', minimum: 1, pattern: '^1$' }) },
    'PUT /things: body.size has another pattern',
  ],
  [
    'a parameter that must be given',
    {},
    { operation: { parameters: [{ name: 'q', in: 'query', required: true, schema: {} }] } },
    'PUT /things: query parameter q is required',
  ],
  [
    'a parameter that takes less',
    {},
    { operation: { parameters: [{ name: 'q', in: 'query', schema: { type: 'integer' } }] } },
    'PUT /things: query parameter q no longer takes string',
  ],
  [
    'another media type',
    {},
    { operation: { requestBody: { content: {} } } },
    'PUT /things: body: application/json is gone',
  ],
];

const harmless: readonly (readonly [string, MadeUp, MadeUp])[] = [
  ['nothing', {}, {}],
  ['a new path', { paths: {} }, {}],
  ['a new field in a reply', { read: { ...thing, properties: { name: { type: 'string' } } } }, {}],
  ['a new field that may be sent', {}, { sent: { ...thing, properties: { ...thing.properties, colour: {} } } }],
  ['a reply that promises more', {}, { read: { ...thing, required: ['name', 'size'] } }],
  ['a further value in a reply', { read: field({ enum: [1] }) }, { read: field({ enum: [1, 2] }) }],
  ['a further value that is taken', { sent: field({ enum: [1] }) }, { sent: field({ enum: [1, 2] }) }],
  ['a looser limit', {}, { sent: field({ type: 'integer' }) }],
  ['a name for the same shape', {}, { read: { $ref: '#/components/schemas/Thing' }, schemas: { Thing: thing } }],
  ['a whole number that was any number', { read: field({ type: 'number' }) }, { read: field({ type: 'integer' }) }],
];

describe('a caller of before', () => {
  test.each(breaks)('[OA10] is broken by %s', (_what, before, after, said) => {
    expect(breakingChanges(api(before), api(after))).toContain(said);
  });

  test.each(harmless)('[OA10] goes on working after %s', (_what, before, after) => {
    expect(breakingChanges(api(before), api(after))).toEqual([]);
  });

  test('[OA10] a change deep inside a named shape breaks callers, told once for each place', () => {
    const nested = (name: Schema): MadeUp => ({
      read: { type: 'object', properties: { list: { type: 'array', items: { $ref: '#/components/schemas/Part' } } } },
      schemas: { Part: { type: 'object', properties: { name, next: { $ref: '#/components/schemas/Part' } } } },
    });
    expect(breakingChanges(api(nested({ type: 'string' })), api(nested({ type: 'integer' })))).toEqual([
      'PUT /things: 200.list[].name may be integer',
    ]);
  });
});
