/** How two schemas of one place differ for a caller that sends or reads by the old one. */
import { schemaPath } from '../../../server/docs/openapi/tidy.ts';
import type { Schema, Schemas } from '../../../server/docs/openapi/types.ts';

export interface SchemaPair {
  readonly was: Schema;
  readonly is: Schema;
  readonly before: Schemas;
  readonly after: Schemas;
}

type Direction = 'sent' | 'read';

export function comparedSchemas(pair: SchemaPair, direction: Direction, at: string): string[] {
  return compared(pair, direction, at, []);
}

/** `seen` = the pairs of names on the way down: a shape that contains itself is compared once. */
function compared(
  { was, is, before, after }: SchemaPair,
  direction: Direction,
  at: string,
  seen: readonly string[],
): string[] {
  const names = `${was.$ref} ${is.$ref}`;
  if (was.$ref && is.$ref && seen.includes(names)) return [];
  const [old, now] = [resolved(was, before), resolved(is, after)];
  const below = (olds: Schema, news: Schema, place: string): string[] =>
    compared({ was: olds, is: news, before, after }, direction, place, [...seen, names]);
  return [
    ...(direction === 'sent' ? narrowed(old, now, at) : widened(old, now, at)),
    ...(direction === 'sent' ? newlyAsked(old, now, at) : noLongerShown(old, now, at)),
    ...Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const field = now.properties?.[name];
      return field ? below(schema, field, `${at}.${name}`) : [];
    }),
    ...(old.items && now.items ? below(old.items, now.items, `${at}[]`) : []),
  ];
}

/** Follows a name, and takes `X or null` apart, so that it compares with a plain nullable type. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  if (schema.$ref) return resolved(schemas[schema.$ref.replace(schemaPath, '')] ?? {}, schemas);
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (!only || others.length > 0) return schema;
  const inner = resolved(only, schemas);
  return { ...inner, type: [...typesOf(inner), 'null'] };
}

function typesOf({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

/** An integer is a number; no type at all is every type. */
function takes(schema: Schema, type: string): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
}

function narrowed(was: Schema, is: Schema, at: string): string[] {
  const types = typesOf(was).filter((type) => !takes(is, type));
  if (typesOf(was).length === 0 && typesOf(is).length > 0) types.push('any type');
  const values = is.enum ? (was.enum ?? []).filter((value) => !is.enum?.includes(value)) : [];
  return [
    ...types.map((type) => `${at} no longer takes ${type}`),
    ...values.map((value) => `${at} no longer takes ${JSON.stringify(value)}`),
    ...(is.enum && !was.enum ? [`${at} takes certain values alone`] : []),
    ...(is.const !== undefined && is.const !== was.const ? [`${at} takes ${JSON.stringify(is.const)} alone`] : []),
    ...(is.pattern && is.pattern !== was.pattern ? [`${at} has another pattern`] : []),
    ...(is.format && is.format !== was.format ? [`${at} must be a ${is.format}`] : []),
    ...limits.flatMap(([limit, sign]) => {
      const [old, now] = [was[limit], is[limit]];
      return now !== undefined && (old === undefined || (now - old) * sign > 0)
        ? [`${at} has ${limit} ${now}${old === undefined ? '' : `, which was ${old}`}`]
        : [];
    }),
  ];
}

/** 1 = a higher number takes less, -1 = a lower one does. */
const limits = [
  ['minimum', 1],
  ['exclusiveMinimum', 1],
  ['minLength', 1],
  ['minItems', 1],
  ['maximum', -1],
  ['exclusiveMaximum', -1],
  ['maxLength', -1],
  ['maxItems', -1],
] as const;

function widened(was: Schema, is: Schema, at: string): string[] {
  const types = typesOf(is).filter((type) => !takes(was, type));
  if (typesOf(is).length === 0 && typesOf(was).length > 0) types.push('any type');
  const isOther = was.const !== undefined && is.const !== was.const;
  return [
    ...types.map((type) => `${at} may be ${type}`),
    ...(was.enum && !is.enum ? [`${at} may be any value`] : []),
    ...(isOther ? [`${at} is no longer ${JSON.stringify(was.const)}`] : []),
  ];
}

function newlyAsked(was: Schema, is: Schema, at: string): string[] {
  const asked = (is.required ?? []).filter((name) => !was.required?.includes(name));
  const unread = Object.keys(was.properties ?? {}).filter((name) => is.properties && !is.properties[name]);
  return [
    ...asked.map((name) => `${at}.${name} is required`),
    ...unread.map((name) => `${at}.${name} is no longer read`),
  ];
}

function noLongerShown(was: Schema, is: Schema, at: string): string[] {
  return Object.keys(was.properties ?? {}).flatMap((name) => {
    if (!is.properties?.[name]) return [`${at}.${name} is gone`];
    return was.required?.includes(name) && !is.required?.includes(name) ? [`${at}.${name} may be missing`] : [];
  });
}
