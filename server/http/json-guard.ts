/**
 * What `JSON.parse` accepts and the API does not: text too deep or of too many parts, duplicate members, numbers beyond range.
 * Two passes: `scanJson` over the bytes before they are parsed, `requireSound` over what came of them.
 */
import { Problem } from '../../shared/model/problem.ts';

export interface JsonLimits {
  /** Values in all, counted together. */
  readonly maxNodes: number;
  /** Of these, members of objects; absent = all of them may be. */
  readonly maxMembers?: number | undefined;
  /** Objects and arrays inside one another. */
  readonly maxDepth: number;
  /** The caller can send the values in several requests, so that too many of them are `payload_too_large`. */
  readonly isDivisible?: boolean;
}

/** UTF-8 that may not be JSON at all. Returns how many members its objects have. Throws `json_too_complex`. */
export function scanJson(
  bytes: Uint8Array,
  { maxNodes, maxMembers = maxNodes, maxDepth, isDivisible = false }: JsonLimits,
): number {
  let nodes = 1;
  let depth = 0;
  let members = 0;
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x22: // "
        i++;
        while (i < bytes.length && bytes[i] !== 0x22) i += bytes[i] === 0x5c ? 2 : 1; // \ and what it escapes
        break;
      case 0x7b: // {
      case 0x5b: // [
        nodes++;
        if (++depth > maxDepth)
          throw new Problem('json_too_complex', `The body is nested more than ${maxDepth} levels deep.`);
        break;
      case 0x7d: // }
      case 0x5d: // ]
        depth--;
        break;
      case 0x3a: // :
        members++;
        break;
      case 0x2c: // ,
        nodes++;
        break;
    }
  }
  if (nodes <= maxNodes && members <= maxMembers) return members;
  throw new Problem(
    isDivisible ? 'payload_too_large' : 'json_too_complex',
    nodes > maxNodes ? `The body has more than ${maxNodes} parts.` : `The body has more than ${maxMembers} members.`,
  );
}

/** `members` = what `scanJson` counted: JSON.parse keeps the last of two members of one name, so then there are fewer. Throws `malformed_json`. */
export function requireSound(value: unknown, members: number): void {
  if (membersOf(value) !== members)
    throw new Problem('malformed_json', 'An object in the body has the same member twice.');
}

function membersOf(value: unknown): number {
  // JavaScript reads what is beyond its numbers as infinite, which no JSON can say again.
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new Problem('malformed_json', 'A number in the body is too large.');
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const entry of value) if (typeof entry !== 'string') members += membersOf(entry);
    return members;
  }
  for (const entry of Object.values(value)) members += 1 + (typeof entry === 'string' ? 0 : membersOf(entry));
  return members;
}
