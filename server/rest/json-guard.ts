/** What `JSON.parse` lets through and we do not: text too deep or of too many parts, members that stand twice, numbers beyond range. */
import { Problem } from '../../shared/problem.ts';

const maxDepth = 32;

interface Level {
  /** Names seen in an object; null in an array. */
  readonly names: Set<string> | null;
  expectsName: boolean;
}

/** `text` is known to be JSON. Throws `json_too_complex` or `malformed_json`. */
export function guardJson(text: string, maxNodes: number): void {
  const levels: Level[] = [];
  let nodes = 1;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    const level = levels.at(-1);
    if (character === '"') {
      const end = endOfString(text, i);
      if (level?.names && level.expectsName) takeName(level, text.slice(i, end + 1));
      i = end;
    } else if (character === '{' || character === '[') {
      levels.push({ names: character === '{' ? new Set() : null, expectsName: true });
      nodes++;
    } else if (character === '}' || character === ']') {
      levels.pop();
    } else if (character === ',') {
      if (level) level.expectsName = true;
      nodes++;
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      i = endOfNumber(text, i);
    }
    if (levels.length > maxDepth)
      throw new Problem('json_too_complex', `The body is nested more than ${maxDepth} levels deep.`);
    if (nodes > maxNodes) throw new Problem('json_too_complex', `The body has more than ${maxNodes} parts.`);
  }
}

function takeName(level: Level, literal: string): void {
  const name: unknown = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1);
  if (level.names?.has(String(name))) throw new Problem('malformed_json', 'A member of the body stands twice.');
  level.names?.add(String(name));
  level.expectsName = false;
}

/** JavaScript reads what is beyond its numbers as infinite, which no JSON can say again. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (/[-+.\dEe]/.test(text.charAt(end))) end++;
  if (!Number.isFinite(Number(text.slice(start, end))))
    throw new Problem('malformed_json', 'A number of the body is too large.');
  return end - 1;
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
}
