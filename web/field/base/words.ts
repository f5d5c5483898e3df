/**
 * The words of the interface: a whole table for each language, loaded when it is chosen; the worker keeps it, so it is there without signal
 * too. English is in parts, so that a screen which is loaded later brings its own. What is recorded is in English, whatever is shown.
 */
import { keepChoice, keptChoice } from '../../ui/kept-choice.ts';
import { useMemo } from 'preact/hooks';
import { languageOf } from '../../../shared/model/language.ts';
import { english, type Words } from '../words/en.ts';
import type { Translation } from '../words/translation.ts';
import { signal, useSignal } from './signal.ts';

interface Language {
  /** In itself. */
  readonly name: string;
  /** Its words; English needs none. A language that is loaded was not checked by a native speaker. */
  readonly load?: () => Promise<Translation>;
}

/** Those of the sign-off statement. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English' },
  pl: { name: 'Polski', load: async () => (await import('../words/pl/polish.ts')).polish },
  ro: { name: 'Română', load: async () => (await import('../words/ro/romanian.ts')).romanian },
  bg: { name: 'Български', load: async () => (await import('../words/bg/bulgarian.ts')).bulgarian },
  pt: { name: 'Português', load: async () => (await import('../words/pt/portuguese.ts')).portuguese },
  pa: { name: 'ਪੰਜਾਬੀ', load: async () => (await import('../words/pa/punjabi.ts')).punjabi },
};

const key = 'sitefile-language';

export const language = signal('en');
const translation = signal<Partial<Translation>>({});

/** `part` = the English words of this screen, beside those that every screen has. */
export function useWords(): Words;
export function useWords<Part extends object>(part: Part): Words & Part;
export function useWords(part: object = english): Words {
  const translated = useSignal(translation);
  return useMemo(() => ({ ...english, ...part, ...translated }), [part, translated]);
}

/** Of who has the tablet in hand to read. */
let reader: string | null = null;

export async function chooseLanguage(code: string): Promise<void> {
  keepChoice(key, code);
  await show();
}

/** Until what this returns is called, the tablet speaks the language of who reads on it. */
export function speakTo(tag: string): () => void {
  reader = shownFor(tag);
  void show();
  return () => {
    reader = null;
    void show();
  };
}

async function show(): Promise<void> {
  const code = shownNow();
  if (code === language.value) return;
  const words = await load(code);
  if (shownNow() !== code) return; // another one was chosen meanwhile
  translation.set(words);
  language.set(code);
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
}

/** English where there is no other. */
export function shownFor(tag: string): string {
  const code = languageOf(tag);
  return Object.hasOwn(languages, code) ? code : 'en';
}

function shownNow(): string {
  return reader ?? keptChoice(key) ?? 'en';
}

/** The language that was chosen on this tablet. */
export function showLanguage(): void {
  void show();
}

export async function wordsIn<Part extends object>(tag: string, part: Part): Promise<Words & Part> {
  return { ...english, ...part, ...(await load(languageOf(tag))) };
}

/** None of the six is written from right to left; the screens are ready for one that is. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return /^(ar|fa|ps|sd|ug|ur)\b/.test(code) ? 'rtl' : 'ltr';
}

/** None where the language is not known, or cannot be loaded now: English is shown then. */
async function load(code: string): Promise<Partial<Translation>> {
  return (await languages[code]?.load?.().catch(() => undefined)) ?? {};
}
