/** Reads content of any shape: every function here accepts any JSON and never throws (contract, Compliance check, CC3). */
import { isJsonObject, type JsonObject } from '../base/json.ts';

/** An object's members; none if the value is not an object. */
export function members(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const nothingSaid =
  /^[\s.?–—-]*(?:(?:tbc|tba|n\/?a|none|nil|unknown|not (?:stated|known|given|applicable))[\s.?–—-]*)?$/i;

/** The text; empty for placeholders such as blanks, dashes, “tbc” and “not stated”. */
export function words(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return nothingSaid.test(text.slice(0, 40)) && text.length <= 40 ? '' : text;
}

/** Null for anything but a finite number. */
export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Counts and ids, which carry no information about the work. */
const bookkeeping: ReadonlySet<string> = new Set(['no', 'id']);

/** All text in the value at any depth, in order, one line for each piece. Not recursive, so deep nesting cannot overflow the stack. */
export function textIn(value: unknown): string {
  const said: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (let i = next.length - 1; i >= 0; i--) waiting.push(next[i]);
    else if (isJsonObject(next)) {
      const named = Object.entries(next).filter(([name]) => !bookkeeping.has(name));
      for (const [, member] of named.toReversed()) waiting.push(member);
    } else {
      const text = words(next);
      if (text) said.push(text);
    }
  }
  return said.join('\n');
}
