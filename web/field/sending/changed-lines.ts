/** Of what a section holds in rows, those that are not in another value of it, a line each. */
import type { Json } from '../../../shared/base/json.ts';
import { unnumberedLinesOf } from '../base/section-lines.ts';
import type { rowWords } from '../words/en-rows.ts';

export function changedLines(value: Json, other: Json, words: typeof rowWords): string {
  const left = unnumberedLinesOf({ data: other }, words);
  return unnumberedLinesOf({ data: value }, words)
    .filter((line) => {
      const at = left.indexOf(line);
      return at === -1 || left.splice(at, 1).length === 0; // of rows that are alike, each has one there
    })
    .join('\n');
}
