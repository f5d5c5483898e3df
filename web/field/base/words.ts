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
  /** The module that has its words and nothing else; English needs none. A language that is loaded was not checked by a native speaker. */
  readonly load?: () => Promise<Readonly<Record<string, Translation>>>;
}

/** Those of the sign-off statement. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English' },
  pl: { name: 'Polski', load: () => import('../words/pl/polish.ts') },
  ro: { name: 'Română', load: () => import('../words/ro/romanian.ts') },
  bg: { name: 'Български', load: () => import('../words/bg/bulgarian.ts') },
  pt: { name: 'Português', load: () => import('../words/pt/portuguese.ts') },
  pa: { name: 'ਪੰਜਾਬੀ', load: () => import('../words/pa/punjabi.ts') },
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

/** The words of the language that is shown did not arrive. */
let areWordsMissing = false;

async function show(): Promise<void> {
  const isShown = (): boolean => shownNow() === language.value && !areWordsMissing;
  if (isShown()) return;
  const code = shownNow();
  const words = await load(code);
  if (shownNow() !== code || isShown()) return; // another one was chosen meanwhile, or another attempt was faster
  areWordsMissing = words === null;
  translation.set(words ?? {});
  language.set(code);
  const written = words ? code : 'en';
  document.documentElement.lang = written;
  document.documentElement.dir = directionOf(written);
}

/** English where there is no other. */
export function shownFor(tag: string): string {
  const code = languageOf(tag);
  return Object.hasOwn(languages, code) ? code : 'en';
}

function shownNow(): string {
  return reader ?? keptChoice(key) ?? 'en';
}

/** The language that was chosen on this tablet. Words that did not arrive are asked for again with a connection, and with each press. */
export function showLanguage(): void {
  const again = (): void => {
    if (areWordsMissing) void show();
  };
  addEventListener('online', again);
  addEventListener('click', again);
  void show();
}

export async function wordsIn<Part extends object>(tag: string, part: Part): Promise<Words & Part> {
  return { ...english, ...part, ...(await load(languageOf(tag))) };
}

/** None of the six is written from right to left; the screens are ready for one that is. */
export function directionOf(code: string): 'ltr' | 'rtl' {
  return /^(ar|fa|ps|sd|ug|ur)\b/.test(code) ? 'rtl' : 'ltr';
}

/** By language: those that arrived, or are on their way. */
const attempts = new Map<string, Promise<Partial<Translation> | null>>();

/** None where the language is not known; null where they cannot be loaded now. */
function load(code: string): Promise<Partial<Translation> | null> {
  const before = attempts.get(code);
  if (before) return before;
  const attempt = loadNow(code);
  attempts.set(code, attempt);
  void attempt.then((words) => words ?? attempts.delete(code));
  return attempt;
}

async function loadNow(code: string): Promise<Partial<Translation> | null> {
  try {
    const [words = {}] = Object.values((await moduleOf(code)) ?? {});
    return words;
  } catch (error) {
    const [address] = /https?:\S+\.js\b/.exec(String(error)) ?? [];
    if (address !== undefined) notLoaded.set(code, address);
    return null;
  }
}

/** Where the words are that did not arrive, by language. */
const notLoaded = new Map<string, string>();
let turn = 0;

/**
 * A browser may ask only once for code that it did not get, but does for the same under another address. Chromium and Firefox say which it
 * was; where a browser does not, it is asked for as before.
 */
async function moduleOf(code: string): Promise<Readonly<Record<string, Partial<Translation>>> | undefined> {
  const address = notLoaded.get(code);
  if (address === undefined) return await languages[code]?.load?.();
  turn += 1;
  return (await import(/* @vite-ignore */ `${address}?${turn}`)) as Readonly<Record<string, Translation>>; // as at the first attempt
}
