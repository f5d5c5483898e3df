/** `{items: [text]}`: a bulleted list. */
import type { Json } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { point } from '../make.ts';
import { plain } from '../read.ts';

export function itemList(entries: readonly Json[]): readonly Block[] {
  return entries.length === 0 ? [] : [{ kind: 'list', points: entries.map((entry) => point(plain(entry))) }];
}
