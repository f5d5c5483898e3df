/** `{entries: [{key, value}]}`: facts side by side. */
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Block } from '../blocks.ts';
import { facts } from '../make.ts';
import { leftovers, textOf } from '../read.ts';
import { labelOf } from '../words.ts';
import { withMore } from './more.ts';

export function keyValues(entries: readonly JsonObject[]): readonly Block[] {
  return facts(
    'Details',
    entries.map((entry) => [
      labelOf(textOf(entry['key'])),
      withMore([textOf(entry['value'])], leftovers(entry, ['key', 'value'])),
    ]),
  );
}
