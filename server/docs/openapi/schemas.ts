/** Turns the zod schemas of the endpoint table into named JSON schemas: each is in the document once and referred to by name. */
import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { parts, records } from './names.ts';
import { noted } from './notes.ts';
import { schemaPath, tidy } from './tidy.ts';
import type { Schema, Schemas } from './types.ts';

export interface SchemaBook {
  /** All schemas requested so far, by name. */
  schemas(): Schemas;
  add(name: string, schema: Schema): Schema;
  reply(schema: z.ZodType, operation: string): Schema;
  /** Fields and own members in one object; undefined if the endpoint reads no body. */
  body(endpoint: Endpoint, operation: string): Schema | undefined;
}

/** Fields that the server sets whatever the body says. */
const serverSet: Readonly<Record<string, readonly string[]>> = { recordSignoff: ['status'] };

/** Operations that need at least one of several members. */
const neededOf: Readonly<Record<string, readonly Schema[]>> = {
  recordSignoff: [{ required: ['worker_name'] }, { required: ['worker'] }],
  // Null means a new contractor.
  inviteContractor: [
    { properties: { contractor_id: { type: 'string' } }, required: ['contractor_id'] },
    { required: ['name'] },
  ],
};

function without(names: readonly string[], schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

type Names = z.core.$ZodRegistry<{ id: string }>;

export function openSchemaBook(): SchemaBook {
  const replyNames = registryOf({ ...parts, ...records });
  const replies = drawn(replyNames, 'output');
  const sentParts = drawn(registryOf(parts), 'input');
  // A part with fields that are optional on input and always present on output has two schemas.
  const differs = (name: string): boolean => !sameText(sentParts[name], replies[name]);
  const bodyNames = registryOf(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [differs(name) ? `${name}Input` : name, part])),
  );
  const book: Record<string, Schema> = {};

  function add(name: string, schema: Schema): Schema {
    const existing = book[name];
    if (existing && !sameText(existing, schema)) throw new Error(`two schemas have the name ${name}`);
    book[name] = schema;
    return refTo(name);
  }

  for (const [name, schema] of Object.entries({ ...replies, ...drawn(bodyNames, 'input') }))
    if (name in records) add(name, noted(name, alwaysThere(withoutDefaults(schema))));
    else add(name, noted(name, withoutDefaults(schema, name.endsWith('Input'))));

  return {
    schemas: () => Object.fromEntries(Object.entries(book).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    add,
    reply(schema, operation) {
      const name = replyNames.get(schema)?.id;
      if (name) return refTo(name);
      const drawnReply = withoutDefaults(draw(schema, replyNames, 'output'));
      const { data, meta } = drawnReply.properties ?? {};
      const of = data?.items?.$ref?.replace(schemaPath, '');
      if (!of || !meta) return add(of ? `${of}s` : `${capital(operation)}Reply`, noted('', drawnReply));
      const metaName = isUsual(meta) ? 'ListMeta' : `${of}ListMeta`;
      const properties = { ...drawnReply.properties, meta: add(metaName, noted(metaName, meta)) };
      return add(`${of}List`, { ...drawnReply, properties });
    },
    body({ method, fields, body }, operation) {
      if (!fields && !body) return undefined;
      const [ofRecord, ofDoor] = [fields, body].map((schema) => (schema ? draw(schema, bodyNames, 'input') : {}));
      const anyOf = neededOf[operation];
      const merged = {
        ...without(serverSet[operation] ?? [], mergedBody(ofRecord ?? {}, ofDoor ?? {})),
        ...(anyOf ? { anyOf } : {}),
      };
      // Defaults apply to new records: in a change, an absent field keeps its value.
      return add(`${capital(operation)}Body`, noted(operation, method === 'POST' ? merged : withoutDefaults(merged)));
    },
  };
}

/** The `meta` of most lists; one with more fields has its own name. */
function isUsual({ properties = {} }: Schema): boolean {
  return 'current_page' in properties && Object.keys(properties).length === 5;
}

function registryOf(shapes: Readonly<Record<string, z.ZodType>>): Names {
  const names: Names = z.registry<{ id: string }>();
  for (const [id, shape] of Object.entries(shapes)) names.add(shape, { id });
  return names;
}

type Direction = 'input' | 'output';

function drawn(names: Names, io: Direction): Schemas {
  const { schemas } = z.toJSONSchema(names, { io, uri: (id) => `${schemaPath}${id}` });
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => name !== '__shared')
      .map(([name, schema]) => [name, tidy(plain(schema))]),
  );
}

function draw(schema: z.ZodType, names: Names, io: Direction): Schema {
  return tidy(plain(z.toJSONSchema(schema, { io, metadata: names, unrepresentable: 'any' })));
}

/** zod's output is JSON although its type says more; this also drops hidden members. */
function plain(schema: unknown): Json {
  return JSON.parse(JSON.stringify(schema)) as Json;
}

/** The endpoint's own members come last; one without a schema keeps the record's. */
function mergedBody(ofRecord: Schema, ofDoor: Schema): Schema {
  const said = Object.entries(ofDoor.properties ?? {}).filter(
    ([name, schema]) => Object.keys(schema).length > 0 || !ofRecord.properties?.[name],
  );
  const required = [...new Set([...(ofRecord.required ?? []), ...(ofDoor.required ?? [])])];
  return {
    type: 'object',
    properties: { ...ofRecord.properties, ...Object.fromEntries(said) },
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The server sends null for a missing value, so nullable fields are never absent. */
function alwaysThere(schema: Schema): Schema {
  const shown = Object.entries(schema.properties ?? {}).filter(([, field]) => takesNull(field));
  const required = new Set([...(schema.required ?? []), ...shown.map(([name]) => name)]);
  return { ...schema, required: Object.keys(schema.properties ?? {}).filter((name) => required.has(name)) };
}

function takesNull({ type, anyOf }: Schema): boolean {
  return (Array.isArray(type) && type.includes('null')) || (anyOf?.some((option) => option.type === 'null') ?? false);
}

function withoutDefaults(schema: Schema, keep = false): Schema {
  if (keep || !schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, { default: _, ...field }]) => [name, field]);
  return { ...schema, properties: Object.fromEntries(properties) as Schemas }; // the same fields, each without one member
}

function refTo(name: string): Schema {
  return { $ref: `${schemaPath}${name}` };
}

function sameText(a: JsonObject | undefined, b: JsonObject | undefined): boolean {
  return isJsonObject(a) && isJsonObject(b) && JSON.stringify(a) === JSON.stringify(b);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
