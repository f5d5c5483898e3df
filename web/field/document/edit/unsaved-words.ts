/** Words of a draft that the tablet could not save, because it was no draft any more: kept here until somebody copied or dropped them. */
import { createContext } from 'preact';
import { kept, type Beside } from '../../base/kept.ts';

export interface UnsavedWords {
  /** The hazard or section in which they were written, and its name. */
  readonly entry: string;
  readonly name: string;
  /** Of the field. */
  readonly label: string;
  readonly text: string;
  /** It was removed; otherwise its document is no draft. */
  readonly isGone: boolean;
}

/** By entry and field. */
export const unsavedWords = kept<Readonly<Record<string, UnsavedWords>>>('words not saved', {});

/** For the fields of an entry: what could not be saved, or null once it is. */
export const KeepWords = createContext<(label: string, text: string | null) => void>(() => undefined);

export function dropWords(key: string): Promise<void> {
  return unsavedWords.change(({ [key]: _, ...others }) => others);
}

export async function keepWords(words: UnsavedWords, onlyOwn: Beside): Promise<void> {
  await unsavedWords.change((others) => ({ ...others, [`${words.entry} ${words.label}`]: words }), onlyOwn);
}
