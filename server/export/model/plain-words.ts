/** The last look at what a field held: codes, instants and ids within it become words that a reader on site understands. */
import type { ExportInput } from '../input.ts';
import type { Block } from './blocks.ts';
import { eachText } from './each-text.ts';
import { labelOf, timeOf } from './words.ts';

const code = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/;
const event = /^(?:document|incident|permit|signoff)\.[a-z_]+$/;
/** All of those below have one of these. */
const joined = /[_-]/;
const within = /(?<![\w@./-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w@./-])/g;
const instants = /(?<![\w./-])\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?(?![\w/-])/g;
const ids = /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/g;

/** Statements that were signed stay to the letter. */
export function inPlainWords(
  blocks: readonly Block[],
  linked: ExportInput['linked'],
  timezone: string,
): readonly Block[] {
  return eachText(blocks, (words, isExact) => (isExact ? words : plainWords(words, timezone, linked)));
}

export function plainWords(words: string, timezone: string, linked: ExportInput['linked'] = {}): string {
  if (code.test(words)) return labelOf(words);
  if (event.test(words)) return labelOf(words.replace('.', '_'));
  if (!joined.test(words)) return words;
  return words
    .replace(within, (found) => found.replaceAll('_', ' '))
    .replace(instants, (found) => timeOf(found, timezone))
    .replace(ids, (found) => linked[found]?.name ?? 'another record');
}
