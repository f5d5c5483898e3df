/**
 * Tokenisation for search: which fields are searched, and what counts as a word. Stored words and query words are
 * made by this one rule, so that all engines find the same: the store compares words and never parses text.
 */
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../base/json.ts';

export const searchKinds = ['document', 'project', 'hazard', 'section', 'coshh', 'personnel'] as const;
/** What the interface searches where nothing else is asked for. */
export const usualSearchKinds: readonly SearchKind[] = ['document', 'project', 'hazard'];
export type SearchKind = (typeof searchKinds)[number];

/** A record as search sees it, in its original spelling. */
export interface SearchText {
  readonly title: string;
  readonly reference: string | null;
  readonly body: readonly string[];
}

/** The searched fields of each kind. A change requires the index to be rebuilt. */
const textByKind: Readonly<Record<SearchKind, (body: JsonObject) => SearchText>> = {
  document: ({ title, reference }) => ({ title: plain(title), reference: plain(reference) || null, body: [] }),
  project: ({ name, reference, client_name }) => ({
    title: plain(name),
    reference: plain(reference) || null,
    body: texts(client_name),
  }),
  hazard: ({ name, description, who_at_risk, controls }) => ({
    title: plain(name),
    reference: null,
    body: texts(description, who_at_risk, ...each(controls, 'description')),
  }),
  section: ({ title, body, data }) => ({
    title: plain(title),
    reference: null,
    body: [...texts(body), ...textsWithin(data ?? null)],
  }),
  coshh: ({ substance_name, product_code, manufacturer, cas_numbers, used_as, task, location, ...rest }) => ({
    title: plain(substance_name),
    reference: null,
    body: [
      ...texts(product_code, manufacturer, used_as, task, location),
      ...textsWithin(cas_numbers ?? null),
      ...texts(...each(rest['hazard_statements'], 'code'), ...each(rest['hazard_statements'], 'text')),
      ...texts(...each(rest['controls'], 'description')),
    ],
  }),
  personnel: ({ name, employer_name, trade, responsibilities }) => ({
    title: plain(name),
    reference: null,
    body: texts(employer_name, trade, responsibilities),
  }),
};

export function searchTextOf(kind: SearchKind, body: JsonObject): SearchText {
  return textByKind[kind](body);
}

export function isSearched(kind: string): kind is SearchKind {
  return (searchKinds as readonly string[]).includes(kind);
}

/** A folded word and its position in the text: UTF-16 offsets, `end` exclusive. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer words are cut, and match if they begin alike: PostgreSQL stores no lexeme beyond 2 KB. */
const maxWordLength = 64;

/**
 * Runs of letters and digits, with case and accents folded: `Łódź` becomes `lodz`, `Straße` becomes `strasse`. Vowel signs that are letters
 * of their script (Gurmukhi, Devanagari) stay. The result contains neither spaces nor punctuation, so it cannot act as query syntax.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let [word, start, end] = ['', 0, 0];
  const close = (): void => {
    if (word !== '') words.push({ word, start, end });
    word = '';
  };
  const extend = (letters: string, from: number, to: number): void => {
    if (word === '') start = from;
    end = to;
    word += letters;
  };
  for (let at = 0, next = 0; at < text.length; at = next) {
    next = endOfPlain(text, at);
    if (next > at) {
      extend(
        text
          .slice(at, next)
          .toLowerCase()
          .slice(0, maxWordLength - word.length),
        at,
        next,
      );
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    next = at + character.length;
    const letters = fold(character);
    if (letters === '' && word !== '') end = next;
    for (const letter of letters) {
      if (!partOfWord.test(letter)) close();
      // Both halves of a surrogate pair, or neither.
      else extend(word.length + letter.length > maxWordLength ? '' : letter, at, next);
    }
  }
  close();
  return words;
}

/** The words of a query, without duplicates. The last may be a prefix, because its author is still typing. */
export function askedWords(query: string): string[] {
  const words = wordsOf(query).map(({ word }) => word);
  const last = words.pop();
  return last === undefined ? [] : [...new Set(words).difference(new Set([last])), last];
}

const partOfWord = /^[\p{L}\p{N}\p{M}]$/u;
/** Combining accents and joiners of no particular script, and the soft hyphen. */
const silent = /[\p{Script=Inherited}\u00ad]/gu;
/** Letters that Unicode does not decompose, though readers expect it. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

/** Fast path for ASCII, which is most text of a push: folds a run at a time. */
function endOfPlain(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); isPlain(code); code = text.charCodeAt(end)) end++;
  return end;
}

/** 0-9, A-Z, a-z. */
function isPlain(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** Folds character by character, so that neighbours do not matter and offsets stay known. */
function fold(character: string): string {
  if (character < '\u0080') return character;
  const bare = character.normalize('NFKD').toLowerCase().replaceAll(silent, '');
  return spelledOut[bare] ?? bare;
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(...values: readonly (Json | undefined)[]): string[] {
  return values.map(plain).filter((text) => text !== '');
}

/** That field of each object of a list; the schema of the kind ensures that it is one. */
function each(list: Json | undefined, field: string): (Json | undefined)[] {
  return Array.isArray(list) ? list.map((entry: JsonObject) => entry[field]) : [];
}

/** Values that nobody searches for: the id of an entry, and the code of a named value. */
const unread: readonly string[] = ['id', 'key'];

/** Every text that is in it, at any depth. */
function textsWithin(value: Json): string[] {
  if (typeof value === 'string') return texts(value);
  if (isJsonList(value)) return value.flatMap(textsWithin);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, within]) => (unread.includes(name) ? [] : textsWithin(within ?? null)));
}
