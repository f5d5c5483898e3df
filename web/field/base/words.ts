/** The words of the interface: one table for each language, and English where one has a gap. */
import { english, type Words } from '../words/en.ts';
import { signal, useSignal } from './signal.ts';

interface Language {
  /** In itself. */
  readonly name: string;
  readonly load?: () => Promise<Partial<Words>>;
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
const table = signal<Words>(english);

export function useWords(): Words {
  return useSignal(table);
}

export async function chooseLanguage(code: string): Promise<void> {
  localStorage.setItem(key, code);
  table.set(await wordsIn(code));
  language.set(code);
  document.documentElement.lang = code;
}

/** The language that was chosen on this tablet. */
export function showLanguage(): void {
  const kept = localStorage.getItem(key);
  if (kept !== null && kept !== 'en') void chooseLanguage(kept);
}

export async function wordsIn(code: string): Promise<Words> {
  return { ...english, ...(await languages[code]?.load?.()) };
}

export function isTranslated(code: string): boolean {
  return Object.hasOwn(languages, code);
}
