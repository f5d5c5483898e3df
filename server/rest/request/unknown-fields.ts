/**
 * Fields of a body that its endpoint does not know, at any depth (contract, REST, R7). Fields of the reply count as known where a record
 * is written, so that one that was read can be sent back.
 */
import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';

/** From the body inwards: member names, and list indexes from 0. */
export type MemberPath = readonly string[];

/** Fields that every record shows and no caller sets. */
const readOnly = [
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'revision',
  'organisation_id',
  'document_id',
  'position',
  'sort_key',
];

export function unknownFields(endpoint: Endpoint, sent: JsonObject): MemberPath[] {
  const { fields, body, reply } = endpoint;
  const sendsBack = takesRecord(endpoint);
  const shown = typeof reply === 'string' || !sendsBack ? undefined : reply;
  return Object.entries(sent).flatMap(([name, value]) => {
    const readers = membersOf([fields, body], name);
    const shows = membersOf([shown], name);
    if (readers.length > 0) return unknownIn([...readers, ...shows], value ?? null).map((path) => [name, ...path]);
    return shows.length > 0 || (sendsBack && readOnly.includes(name)) ? [] : [[name]];
  });
}

/**
 * Whether the body is a record, or part of one. To an action nobody sends back what was read: a field of the reply would look as if it
 * took effect.
 */
function takesRecord({ method, status, path }: Endpoint): boolean {
  return method === 'PUT' || (status === 201 && !/\/(duplicate|compliance-check)$/.test(path));
}

/** Limits of the header: proxies allow 8 KiB for all headers together. */
const [maxNamed, maxCharacters] = [20, 2000];

/** For `X-Ignored-Fields`: steps are percent-encoded and cut to a readable length. Null where there is none. */
export function namedInHeader(paths: readonly MemberPath[]): string | null {
  const names = paths
    .slice(0, maxNamed)
    .map((path) => path.map((step) => encodeURIComponent(step.slice(0, 64).toWellFormed())).join('/'));
  while (names.join(', ').length > maxCharacters) names.pop();
  return names.length > 0 ? names.join(', ') : null;
}

/** The schemas describe one value: as it is read, and as it is shown. */
function unknownIn(schemas: readonly z.ZodType[], value: Json): MemberPath[] {
  const shapes = schemas.flatMap(plainOf);
  if (shapes.includes(settingsSchema())) return []; // settings refuse unknown fields themselves
  if (shapes.some((shape) => shape instanceof z.ZodLazy)) return leftOutOf(value);
  if (Array.isArray(value)) {
    const elements = shapes.flatMap((shape) => (shape instanceof z.ZodArray ? [shape.element as z.ZodType] : [])); // made by zod, as its own types do not say
    return value.flatMap((entry: Json, i) => unknownIn(elements, entry).map((path) => [String(i), ...path]));
  }
  const values = shapes.flatMap((shape) => (shape instanceof z.ZodRecord ? [shape.valueType as z.ZodType] : [])); // made by zod, as its own types do not say
  const isOpen = values.length === 0 && !shapes.some((shape) => shape instanceof z.ZodObject);
  if (isOpen || !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = [...membersOf(shapes, name), ...(name === leftOut ? [] : values)];
    return known.length === 0 ? [[name]] : unknownIn(known, member ?? null).map((path) => [name, ...path]);
  });
}

function membersOf(schemas: readonly (z.ZodType | undefined)[], name: string): z.ZodType[] {
  return schemas.flatMap(
    (schema) =>
      schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name) ? [schema.shape[name] as z.ZodType] : [], // every member of a zod object is a schema
  );
}

/** Without the wrappers that give defaults or allow null; of a union, each of its options. */
function plainOf(schema: z.ZodType): z.ZodType[] {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional;
  if (isWrapped) return plainOf(schema.unwrap() as z.ZodType); // made by zod, as its own types do not say
  return schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]).flatMap(plainOf) : [schema]; // made by zod, too
}

/** Where names are free, zod takes no member of this one. */
const leftOut = '__proto__';

/** Of any JSON. */
function leftOutOf(value: Json): MemberPath[] {
  const members: readonly (readonly [string, Json | undefined])[] = Array.isArray(value)
    ? value.map((entry: Json, i) => [String(i), entry])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return members.flatMap(([name, member]) =>
    name === leftOut ? [[name]] : leftOutOf(member ?? null).map((path) => [name, ...path]),
  );
}
