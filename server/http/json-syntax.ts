/** Where a text stops being JSON (RFC 8259), for the caller who wrote it: V8 gives a position for some errors only. */

const space = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON strings must not contain raw control characters
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end';

/** `unexpected "}" at line 3, column 7`. The text is one that `JSON.parse` refuses. */
export function firstSyntaxError(text: string): string {
  const at = errorOffset(text);
  const before = text.slice(0, at).split('\n');
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const found = at < text.length ? JSON.stringify(character) : 'end of text';
  return `unexpected ${found} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function errorOffset(text: string): number {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const isThere = pattern.test(text);
    if (isThere) at = pattern.lastIndex;
    return isThere;
  };
  for (;;) {
    skip(space);
    const next = text.charAt(at);
    const isString = next === '"' && expected !== 'colon' && expected !== 'comma or end';
    if (isString) {
      skip(string);
      if (text.charAt(at) !== '"') return at;
      at++;
      expected = expected.startsWith('name') ? 'colon' : 'comma or end';
    } else if (expected === 'comma or end') {
      if (next !== '' && next === closers.at(-1)) closers.pop();
      else if (next === ',' && closers.length > 0) expected = closers.at(-1) === '}' ? 'name' : 'value';
      else return at;
      at++;
    } else if (expected === 'colon') {
      if (next !== ':') return at;
      at++;
      expected = 'value';
    } else if ((expected === 'name or }' && next === '}') || (expected === 'value or ]' && next === ']')) {
      closers.pop();
      at++;
      expected = 'comma or end';
    } else if (expected.startsWith('value') && (next === '{' || next === '[')) {
      closers.push(next === '{' ? '}' : ']');
      at++;
      expected = next === '{' ? 'name or }' : 'value or ]';
    } else if (expected.startsWith('value') && skip(scalar)) expected = 'comma or end';
    else return at;
  }
}
