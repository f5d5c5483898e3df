/**
 * Changing some of the settings (contract, Organisation): objects are merged member by member, null takes a member out of a map, and
 * everything else replaces the present value. A setting that nobody knows is refused: strictness that is misspelt would never come.
 */
import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';
import type { FieldProblem } from '../model/problem.ts';

/** What the settings, or a part of them, would be; to be checked by the schema itself. */
export function mergedSettings(schema: z.ZodType, standing: Json | undefined, asked: Json): Json {
  const shape = inner(schema);
  if (!isJsonObject(asked) || !isJsonObject(standing)) return asked;
  if (shape instanceof z.ZodObject)
    return joined(standing, asked, (name, value) =>
      mergedSettings(memberOf(shape, name) ?? z.unknown(), standing[name], value),
    );
  if (shape instanceof z.ZodRecord) {
    const whole = joined(standing, asked, (_name, value) => value);
    return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null));
  }
  return asked;
}

/** Members that the schema has no place for, each with a pointer below `at`. */
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
  standing: JsonObject,
  asked: JsonObject,
  merge: (name: string, value: Json) => Json,
): Readonly<Record<string, Json>> {
  const members = new Map(Object.entries(standing).map(([name, value]) => [name, value ?? null]));
  for (const [name, value] of Object.entries(asked)) members.set(name, merge(name, value ?? null));
  return Object.fromEntries(members);
}

function memberOf({ shape }: z.ZodObject, name: string): z.ZodType | undefined {
  return Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined; // every member of a zod object is a schema
}

/** Without the wrappers that give defaults or allow null. */
function inner(schema: z.ZodType): z.ZodType {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional;
  return isWrapped ? inner(schema.unwrap() as z.ZodType) : schema; // made by zod, as its own types do not say
}
