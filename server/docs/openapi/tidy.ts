/** Makes zod's JSON Schema readable: no noise, `null` as one of the types, component names instead of `$defs`. */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../shared/base/json.ts';
import type { Schema } from './types.ts';

export const schemaPath = '#/components/schemas/';

/** Members without meaning here. A response with further members stays valid, so that the API can grow. */
const noise = ['$schema', '$id', '$defs', 'propertyNames'];
const spoken = ['uuid', 'date', 'date-time', 'email', 'uri'];

/** These members come first. */
const first = ['type', 'format', 'enum', 'const'];

export function tidy(schema: Json | undefined): Schema {
  if (!isJsonObject(schema)) return {};
  if (typeof schema['$ref'] === 'string') return named(schema['$ref']);
  if (isJsonList(schema['anyOf'])) return inOrder(nullable(schema, schema['anyOf'].map(tidy)));
  const kept = Object.entries(schema).filter(([name, value]) => !noise.includes(name) && !isNoise(schema, name, value));
  const minimum = schema['type'] === 'integer' && schema['exclusiveMinimum'] === 0 ? { minimum: 1 } : {};
  return inOrder(
    Object.fromEntries([...kept.map(([name, value]) => [name, part(name, value)]), ...Object.entries(minimum)]),
  );
}

function inOrder(schema: Schema): Schema {
  const place = ([name]: readonly [string, unknown]): number => first.indexOf(name);
  const isFirst = ([name]: readonly [string, unknown]): boolean => first.includes(name);
  const entries = Object.entries(schema);
  return Object.fromEntries([
    ...entries.filter(isFirst).toSorted((a, b) => place(a) - place(b)),
    ...entries.filter((entry) => !isFirst(entry)),
  ]);
}

/** The only recursive schema, arbitrary JSON, is the one that zod moves to its definitions. */
function named($ref: string): Schema {
  return /__s(?:chema|hared)/.test($ref)
    ? { description: 'Any JSON value.' }
    : { $ref: $ref.replace('#/$defs/', schemaPath) };
}

function nullable({ anyOf: _, ...schema }: JsonObject, options: readonly Schema[]): Schema {
  const [only, ...others] = options.filter(({ type }) => type !== 'null');
  const rest = tidy(schema);
  if (!only || others.length > 0 || options.length !== 2) return { ...rest, anyOf: options };
  if (typeof only.type !== 'string') return isAny(only) ? { ...rest, ...only } : { ...rest, anyOf: options };
  return { ...rest, ...only, type: [only.type, 'null'], ...(only.enum ? { enum: [...only.enum, null] } : {}) };
}

function isAny({ description: _, ...schema }: Schema): boolean {
  return Object.keys(schema).length === 0;
}

function isNoise(schema: JsonObject, name: string, value: Json | undefined): boolean {
  if (name === 'additionalProperties')
    return value === false || (isJsonObject(value) && Object.keys(value).length === 0);
  if (name === 'pattern') return spoken.includes(String(schema['format']));
  if (name === 'default') return value === null;
  if (name === 'minimum' || name === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return name === 'exclusiveMinimum' && schema['type'] === 'integer' && value === 0;
}

function part(name: string, value: Json | undefined): Json | undefined {
  if (name === 'pattern') return String(value).replaceAll(String.raw`\P{Cc}`, notControl);
  if (name === 'properties' && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([field, schema]) => [field, tidy(schema)]));
  if (name === 'items') return tidy(value);
  if (name === 'additionalProperties' && isJsonObject(value)) return tidy(value);
  return value;
}

/** The category `Cc` spelt out: not every JSON Schema validator supports Unicode properties. */
const notControl = String.raw`[^\u0000-\u001f\u007f-\u009f]`;
