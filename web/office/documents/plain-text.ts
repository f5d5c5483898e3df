/** Any value of a document as text that a person can read: one line for each item, "Label: value" for named ones. */
import { asWords } from '../../ui/status.ts';

/** Names that only programs read. */
const hidden = new Set(['id', 'document_id', 'sha256']);

export function plainText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plainText).filter(Boolean).join('\n');
  if (typeof value !== 'object') return String(value);
  const fields = value as Readonly<Record<string, unknown>>; // an object that is no list
  const { key, value: own, no, text, columns, rows, entries, items, ...others } = fields;
  if (key !== undefined) return `${asWords(plainText(key))}: ${plainText(own)}`;
  if (Array.isArray(rows))
    return rows.map((row) => (Array.isArray(row) ? row.map(plainText).join(' · ') : '')).join('\n');
  const lines = [
    plainText(entries),
    plainText(items),
    text === undefined ? '' : `${no === undefined ? '' : `${plainText(no)}. `}${plainText(text)}`,
    ...Object.entries(others).map(([name, each]) => {
      const words = hidden.has(name) || each === false ? '' : plainText(each);
      return words && `${asWords(name)}: ${words}`;
    }),
  ];
  return lines.filter(Boolean).join(text === undefined ? '\n' : '. ');
}
