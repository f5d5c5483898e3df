/**
 * Right-to-left text within left-to-right pages. Each text of the input that has right-to-left letters is enclosed in Unicode
 * isolates, so that a name never reorders the words, numbers or dates that a form sets beside it.
 */

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolates = /[\u2068\u2069]/g;

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE around each line that needs them. */
export function isolated(text: string): string {
  if (!hasRightToLeft(text)) return text;
  return text
    .split('\n')
    .map((line) => (hasRightToLeft(line) ? `\u2068${line}\u2069` : line))
    .join('\n');
}

/** For text on its own: body text, bookmarks, metadata. */
export function withoutIsolates(text: string): string {
  return text.replace(isolates, '');
}

/** For the properties of a file: at most 500 UTF-16 units, without half a character at the end. */
export function metadataText(text: string): string {
  return withoutIsolates(text)
    .slice(0, 500)
    .replace(/[\ud800-\udbff]$/, '');
}
