/** The six languages of the field app: every word in each of them, and styles that work in both directions of writing. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bulgarian } from '../../web/field/words/bg/bulgarian.ts';
import { polish } from '../../web/field/words/pl/polish.ts';
import { portuguese } from '../../web/field/words/pt/portuguese.ts';
import { punjabi } from '../../web/field/words/pa/punjabi.ts';
import { romanian } from '../../web/field/words/ro/romanian.ts';
import { pluralIn } from '../../web/field/words/plural.ts';

const root = resolve(import.meta.dirname, '../..');
const translations = { bulgarian, polish, portuguese, punjabi, romanian };

type Part = Readonly<Record<string, unknown>>;

async function englishParts(): Promise<readonly Part[]> {
  const files = await Array.fromAsync(glob('web/field/words/en*.ts', { cwd: root }));
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, Part>>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter((part) => !('permitStates' in part) || 'today' in part);
}

/** What is missing in a translation or too much: names of lists' entries, places of arrays, what a sentence is made with. */
function gaps(path: string, english: unknown, translated: unknown): string[] {
  if (typeof english === 'string') return typeof translated === 'string' && translated.trim() !== '' ? [] : [path];
  if (typeof english === 'function')
    return typeof translated === 'function' ? lostArguments(path, english, translated) : [path];
  if (typeof translated !== 'object' || translated === null) return [path];
  const names = new Set([...Object.keys(english as Part), ...Object.keys(translated)]);
  return [...names].flatMap((name) => gaps(`${path}.${name}`, (english as Part)[name], (translated as Part)[name]));
}

/** A sentence with four people's names and counts in it has them in every language. */
function lostArguments(path: string, english: Function, translated: Function): string[] {
  return [1, 2, 5, 22].flatMap((count) => {
    const given = Array.from({ length: english.length }, (_, i) => count + i * 100);
    const [theirs, ours] = [String(english(...given)), String(translated(...given))];
    const lost = given.filter((each) => theirs.includes(String(each)) && !ours.includes(String(each)));
    return lost.length > 0 && !(count === 1 && /\b1\b/.test(theirs)) ? [`${path}(${given.join(', ')}) is ${ours}`] : [];
  });
}

test('[WB85] every text is there in all six languages, with what is counted and named in it', async () => {
  const parts = await englishParts();
  expect(parts.length).toBeGreaterThan(12);
  const found = Object.entries(translations).flatMap(([name, words]) =>
    parts.flatMap((part) =>
      Object.entries(part).flatMap(([key, text]) => gaps(`${name}.${key}`, text, (words as unknown as Part)[key])),
    ),
  );
  expect(found).toEqual([]);
});

test('[WB85] counts take the forms of their language', () => {
  expect([1, 3, 5, 22].map((count) => polish.unfinished(count).split(' ')[1])).toEqual([
    'zgłoszenie',
    'zgłoszenia',
    'zgłoszeń',
    'zgłoszenia',
  ]);
  expect([1, 2, 20].map((count) => romanian.changes(count))).toEqual([
    '1 lucru s-a schimbat',
    '2 lucruri s-au schimbat',
    '20 de lucruri s-au schimbat',
  ]);
  expect(pluralIn('en')(1, { other: 'some' })).toBe('some');
});

/** `1 has signed`: what a number in the place of a name does. */
const verbs = /\b1 (?:asks|ends|hands|has|is|lets|needs|was)\b/g;

/** Of sentences with counts, when each count is one: `All 1 hazards`. */
function severalOfOne(path: string, words: unknown): string[] {
  if (typeof words === 'function') {
    const said = String(words(...Array.from({ length: words.length }, () => 1)));
    return /\b1 [a-z]+s\b/.test(said.replaceAll(verbs, '')) ? [`${path}: ${said}`] : [];
  }
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([name, each]) => severalOfOne(`${path}.${name}`, each));
}

test('[WB85] no English sentence says several things of one', async () => {
  expect((await englishParts()).flatMap((part) => severalOfOne('english', part))).toEqual([]);
});

test('[WB87] no style of the field app knows left and right, only start and end', async () => {
  const files = await Array.fromAsync(glob('web/{field,ui}/**/*.css', { cwd: root }));
  expect(files.length).toBeGreaterThan(4);
  const sided =
    /(^|[\s;{-])(left|right)\s*:|(margin|padding|border|inset)-(left|right)|(text-align|float|clear)\s*:\s*(left|right)/;
  const uneven = /(?:margin|padding|inset|border-width)\s*:\s*\S+ (\S+) \S+ (?!\1\s*;)[^\s;]+\s*;/;
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (sided.test(line) || uneven.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
