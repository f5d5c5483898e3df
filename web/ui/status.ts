/** The state of a document in words, and the colour that goes with them. */
import type { Tone } from './icon.tsx';

const words: Readonly<Record<string, readonly [word: string, tone: Tone]>> = {
  draft: ['Draft', 'plain'],
  pending_review: ['In review', 'care'],
  approved: ['Approved', 'safe'],
  archived: ['Archived', 'plain'],
};

export function statusWord(status: string): string {
  return words[status]?.[0] ?? asWords(status);
}

export function statusTone(status: string): Tone {
  return words[status]?.[1] ?? 'plain';
}

/** `method_statement` → `Method statement` */
export function asWords(name: string): string {
  if (/^(rams|coshh|powra)$/.test(name)) return name.toUpperCase();
  const text = name.replaceAll('_', ' ');
  if (name.includes('_') && name === name.toUpperCase()) return asWords(name.toLowerCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value that is one of a list, such as `dust_silica`, as words; any other text stays as it is. */
export function readable(text: string): string {
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? asWords(text) : text;
}
