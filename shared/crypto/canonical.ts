/** Canonical JSON (RFC 8785): equal content has equal bytes, and so one hash on every machine. */
import { isJsonList, type Json } from '../base/json.ts';
import { contentHash } from './sha256.ts';

/**
 * Keys sorted by UTF-16 code units, numbers and strings as ECMAScript writes them, no white space.
 * Members that are `undefined` are absent. Throws on NaN and infinities, which JSON cannot hold.
 */
export function canonical(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a JSON number`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Concatenated by hand for speed: this runs over every new record, and building lists of parts would take most of its time.
  let text = '';
  if (isJsonList(value)) {
    for (const entry of value) text += `${text === '' ? '' : ','}${canonical(entry)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).toSorted()) {
    const member = value[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`;
  }
  return `{${text}}`;
}

/** `sha256:` and the hex digest of the canonical form. */
export function canonicalHash(value: Json): string {
  return contentHash(canonical(value));
}

/**
 * Equal as JSON, regardless of the order of members. An absent value equals null, but an object with a null member differs from one
 * without.
 */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || canonical(a ?? null) === canonical(b ?? null);
}

/** Equal in meaning: null members, at any depth, count as absent. For merging only; hashes and seals distinguish the two. */
export function saysTheSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (!isStructure(a) || !isStructure(b)) return (a ?? null) === (b ?? null);
  return canonical(withoutNulls(a)) === canonical(withoutNulls(b));
}

/** The value without its null members. Entries of lists keep their place, null or not. */
export function withoutNulls(value: Json): Json {
  if (!isStructure(value)) return value;
  if (isJsonList(value)) return value.map(withoutNulls);
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member ?? null)]));
}

function isStructure(value: Json | undefined): value is Exclude<Json, string | number | boolean | null> {
  return typeof value === 'object' && value !== null;
}
