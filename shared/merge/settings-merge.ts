/**
 * Partial update of settings (contract, Organisation): objects merge member by member, null removes a member of a map, and everything else
 * replaces the current value. Unknown settings are refused, because a misspelt strictness setting would never take effect.
 */
import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import type { FieldProblem } from '../model/problem.ts';

/** The merged settings, or a part of them; the schema still has to check them. */
export function mergedSettings(schema: z.ZodType, current: Json | undefined, asked: Json): Json {
  const shape = inner(schema);
  if (!isJsonObject(asked) || !isJsonObject(current)) return asked;
  if (shape instanceof z.ZodObject)
    return joined(current, asked, (name, value) =>
      mergedSettings(memberOf(shape, name) ?? z.unknown(), current[name], value),
    );
  if (shape instanceof z.ZodRecord) {
    const whole = joined(current, asked, (_name, value) => value);
    return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
  }
  return asked;
}

/** Unknown members, each with a pointer below `at`. */
export function unknownSettings(schema: z.ZodType, asked: Json | undefined, at: string): FieldProblem[] {
  const shape = inner(schema);
  if (!(shape instanceof z.ZodObject) || !isJsonObject(asked)) return [];
  return Object.entries(asked).flatMap(([name, value]) => {
    const pointer = `${at}/${encodeURIComponent(name.toWellFormed().slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    const member = memberOf(shape, name);
    if (!member) return [{ pointer, code: 'unrecognized_keys', detail: 'is not a setting' }];
    return unknownSettings(member, value, pointer);
  });
}

function joined(
  current: JsonObject,
  asked: JsonObject,
  merge: (name: string, value: Json) => Json,
): Readonly<Record<string, Json>> {
  const members = new Map(Object.entries(current).map(([name, value]) => [name, value ?? null]));
  for (const [name, value] of Object.entries(asked)) members.set(name, merge(name, value ?? null));
  return Object.fromEntries(members);
}

function memberOf({ shape }: z.ZodObject, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined; // every member of a zod object is a schema
}

/** Unwraps defaults and nullable types. */
function inner(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional;
  return isWrapped ? inner(schema.unwrap() as z.ZodType) : schema; // a zod type, which zod's own declarations do not express
}
