/**
 * What is kept of a refused command (contract, Security): all of a small one, so that people can see and redo it; of a large one what
 * tells which it was, with size and hash in place of its large values. The device keeps the whole until a person has dealt with it.
 */
import { hash } from 'node:crypto';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import type { CommandResult } from '../../shared/sync/sync.ts';

/** Bytes of a text that is kept whole, and about what is kept of a larger one. */
export const maxKeptBytes = 8 * 1024;
const maxValueBytes = 512;
const maxHeadLength = 200;
/** Of objects in one another, of which the members are kept: command, fields, a field of several parts. */
const maxLevels = 4;

/** JSON */
export function keptText(sent: JsonObject): string {
  const text = JSON.stringify(sent);
  if (Buffer.byteLength(text) <= maxKeptBytes) return text;
  const outline = JSON.stringify(outlineOf(sent, maxLevels));
  if (Buffer.byteLength(outline) <= maxKeptBytes) return outline;
  const { command } = sent;
  const names = ['op', 'kind', 'id'].map((name) => [name, isJsonObject(command) ? nameIn(command[name]) : null]);
  return JSON.stringify({ id: nameIn(sent['id']), command: Object.fromEntries(names) as JsonObject, cut: cutOf(text) });
}

function nameIn(value: Json | undefined): string | null {
  return typeof value === 'string' && value.length <= 64 ? value : null;
}

/** Names stay where they are: they say which values are confidential. */
function outlineOf(value: Json, levels: number): Json {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) <= maxValueBytes) return value;
  if (levels > 0 && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, outlineOf(each ?? null, levels - 1)]));
  return { cut: { ...cutOf(text), ...(typeof value === 'string' ? { head: value.slice(0, maxHeadLength) } : {}) } };
}

function cutOf(text: string): { readonly bytes: number; readonly sha256: string } {
  return { bytes: Buffer.byteLength(text), sha256: hash('sha256', text) };
}

/** Told and kept of a refusal: of very many errors the first ones, and no more of any text than its head. */
export function shortRefusal(result: CommandResult): CommandResult {
  const { problem } = result;
  if (!problem || JSON.stringify(problem).length <= maxKeptBytes / 2) return result;
  const { errors, ...members } = problem;
  const short = (each: object): object =>
    Object.fromEntries(
      Object.entries(each)
        .map(([name, value]) => [
          name,
          typeof value === 'string' ? value.slice(0, maxHeadLength).toWellFormed() : value,
        ])
        .filter(([, value]) => JSON.stringify(value).length <= 2 * maxHeadLength),
    );
  const first = Array.isArray(errors) ? errors.slice(0, 10).map((error: object) => short(error)) : [];
  return {
    ...result,
    problem: { ...(short(members) as typeof problem), ...(first.length > 0 ? { errors: first } : {}) },
  };
}
