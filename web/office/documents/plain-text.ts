/** Any value of a document as text that a person can read: one line for each item, "Label: value" for named ones. */
import { asWords } from '../../ui/status.ts';

/** Names that only programs read. */
const hidden = new Set(['id', 'document_id', 'sha256']);

/** Of a person who is named on a document: what they and their employer are in the register. Their names are shown beside it. */
export const registered: readonly string[] = ['person_id', 'employer_id'];

export function plainText(value: unknown): string {
  return written(value, isNoHoldPoint);
}

/** What is chosen from a list, as `safety_boots`, and not written. */
const chosen = new Set(['item', 'level', 'scheme', 'verification', 'hierarchy_level']);

/** To be read, not compared or edited: with what was chosen from a list in words. */
export function readText(value: unknown): string {
  return written(value, isNoHoldPoint, (text, name) =>
    chosen.has(name) && !text.includes(' ') ? asWords(text) : text,
  );
}

/** With what goes without saying, too, where two values are compared. */
export function fullText(value: unknown): string {
  return written(value, () => false);
}

type IsUnsaid = (name: string, value: unknown) => boolean;

function isNoHoldPoint(name: string, value: unknown): boolean {
  return name === 'hold_point' && value === false;
}

/** @param said a text as it is shown, by the name of its field; '' = it has none */
function written(
  value: unknown,
  isUnsaid: IsUnsaid,
  said = (text: string, _name: string): string => text,
  own = '',
): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const words = (each: unknown, name = ''): string => written(each, isUnsaid, said, name);
  if (Array.isArray(value))
    return value
      .map((each) => words(each))
      .filter(Boolean)
      .join('\n');
  if (typeof value !== 'object') return said(String(value), own);
  const fields = value as Readonly<Record<string, unknown>>; // an object that is no list
  const { key, no, text, columns, rows, entries, items, ...rest } = fields;
  const { value: of, ...beside } = rest;
  const details = Object.entries(key === undefined ? rest : beside).map(([name, each]) => {
    const detail = hidden.has(name) || isUnsaid(name, each) ? '' : words(each, name);
    return detail && `${asWords(name)}: ${detail}`;
  });
  const lead = [
    key === undefined ? '' : `${asWords(words(key))}: ${words(of)}`,
    text === undefined ? '' : `${no === undefined ? '' : `${words(no)}. `}${words(text)}`,
  ].filter(Boolean);
  return [
    ...(lead.length > 0 ? [inSentences([...lead, ...details])] : []),
    ...[columns, ...(Array.isArray(rows) ? rows : [rows])].map((row) =>
      Array.isArray(row) ? row.map((cell) => words(cell)).join(' · ') : words(row),
    ),
    words(entries),
    words(items),
    ...(lead.length > 0 ? [] : details),
  ]
    .filter(Boolean)
    .join('\n');
}

function inSentences(texts: readonly string[]): string {
  return texts.filter(Boolean).reduce((all, next) => `${all}${/[.!?]$/.test(all) ? '' : '.'} ${next}`);
}
