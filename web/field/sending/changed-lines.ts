/** Of what a section holds in rows, those that are not in another value of it, a line each. */
import { lacking } from '../../../shared/base/lacking.ts';
import type { Json } from '../../../shared/base/json.ts';
import { unnumberedLinesOf } from '../base/section-lines.ts';
import type { rowWords } from '../words/en-rows.ts';

export function changedLines(value: Json, other: Json, words: typeof rowWords): string {
  const [lines, others] = [value, other].map((data) => unnumberedLinesOf({ data }, words));
  return lacking(lines ?? [], others ?? [], (line) => line).join('\n');
}
