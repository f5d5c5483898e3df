/** Every string that a snapshot holds, and the forms in which a printed copy may show it. */
import type { Json } from '../../shared/base/json.ts';
import { plainWords } from '../../server/export/model/plain-words.ts';
import { labelOf, timeOf } from '../../server/export/model/words.ts';
import { squeezed } from './reading.ts';

/** Names that a reader has no use for: ids, order, and ratings that are worked out again. `section_type` is shown by its title. */
const unprinted =
  /(^|_)ids?$|^(position|sort_key|revision|section_type|band_before|band_after|method|value|created_at|updated_at|updated_by|fill|ink)$/;

export interface Leaf {
  readonly path: string;
  readonly text: string;
}

export function leavesOf(value: Json | undefined, path = ''): readonly Leaf[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  // `value` of a key-values entry is words, `value` of a risk level or quantity a number or code.
  return Object.entries(value).flatMap(([name, member]) =>
    unprinted.test(name) && !(name === 'value' && path.includes('entries')) ? [] : leavesOf(member, `${path}/${name}`),
  );
}

const languages = new Intl.DisplayNames(['en-GB'], { type: 'language' });

/** True where `words` (squeezed) holds the leaf as it was written, in words, or as a date. */
export function shows(words: string, { text }: Leaf): boolean {
  const written = text.replaceAll('**', '');
  return [
    written,
    languages.of(/^[a-z]{2}$/.test(written) ? written : 'en') ?? '',
    labelOf(written),
    timeOf(written, 'Europe/London'),
    plainWords(written, 'Europe/London'),
    written.replaceAll('_', ' '),
  ].some((form) => words.includes(squeezed(form)));
}
