/**
 * The words of the interface: one table for each language, and English where one has a gap. English is in parts, so that a screen which is
 * loaded later brings its own.
 */
import { useMemo } from 'preact/hooks';
import { english, type Words } from '../words/en.ts';
import type { Translation } from '../words/translation.ts';
import { signal, useSignal } from './signal.ts';

interface Language {
  /** In itself. */
  readonly name: string;
  readonly load?: () => Promise<Translation>;
}

/** Those of the sign-off statement; only English is complete and checked. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English' },
  pl: { name: 'Polski', load: async () => (await import('../words/pl.ts')).polish },
  ro: { name: 'Română' },
  bg: { name: 'Български' },
  pt: { name: 'Português' },
  pa: { name: 'ਪੰਜਾਬੀ' },
};

const key = 'sitefile-language';

export const language = signal('en');
const translation = signal<Translation>({});

/** `part` = the English words of this screen, beside those that every screen has. */
export function useWords(): Words;
export function useWords<Part extends object>(part: Part): Words & Part;
export function useWords(part: object = english): Words {
  const translated = useSignal(translation);
  return useMemo(() => ({ ...english, ...part, ...translated }), [part, translated]);
}

export async function chooseLanguage(code: string): Promise<void> {
  localStorage.setItem(key, code);
  translation.set((await languages[code]?.load?.()) ?? {});
  language.set(code);
  document.documentElement.lang = code;
}

/** The language that was chosen on this tablet. */
export function showLanguage(): void {
  const kept = localStorage.getItem(key);
  if (kept !== null && kept !== 'en') void chooseLanguage(kept);
}

export async function wordsIn<Part extends object>(code: string, part: Part): Promise<Words & Part> {
  return { ...english, ...part, ...(await languages[code]?.load?.()) };
}

export function isTranslated(code: string): boolean {
  return Object.hasOwn(languages, code);
}
