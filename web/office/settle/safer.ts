/**
 * Which of two values is the safer one, where a plain rule says so: the higher rating, the lower limit, the shorter validity, "no" rather
 * than "yes", and what is kept rather than removed. Null = people have to judge.
 */
import { removal } from '../../../shared/merge/merge.ts';
import { plainText } from '../documents/plain-text.ts';

type Side = 'now' | 'other';

const ratings = /^(severity|likelihood)_(before|after)$|^(potential|actual)_severity$/;
const limits = /wind|gust|height|limit|maximum|load|speed|radius|quantity|capacity|duration/i;
const ends = /(valid|expires|ends|until|due|review)_?(to|on|by|until|date)?$/;

/** @param now the value in force; `other` = the one beside it, which may be nothing at all */
export function saferOf(field: string, now: unknown, other: unknown): Side | null {
  if (field === removal) return 'now';
  if (ratings.test(field)) return higher(Number(now ?? 0), Number(other ?? 0));
  if (typeof now === 'boolean' && typeof other === 'boolean') return now === other ? null : now ? 'other' : 'now';
  if (ends.test(field) && isDay(now) && isDay(other)) return now < other ? 'now' : 'other';
  if (Array.isArray(now) && Array.isArray(other)) return longer(now as readonly unknown[], other as readonly unknown[]); // lists of the API
  return lowerLimit(field, plainText(now), plainText(other));
}

function higher(now: number, other: number): Side | null {
  return now === other ? null : now > other ? 'now' : 'other';
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

/** The list that has all of the other, and more: nothing was taken away. */
function longer(now: readonly unknown[], other: readonly unknown[]): Side | null {
  const [ours, theirs] = [now, other].map((list) => new Set(list.map((each) => JSON.stringify(each))));
  if (!ours || !theirs || ours.size === theirs.size) return null;
  if (ours.isSupersetOf(theirs)) return 'now';
  return theirs.isSupersetOf(ours) ? 'other' : null;
}

const number = /\d+(?:[.,]\d+)?/g;

/** Texts that differ in one number alone, and speak of something that has a limit. */
function lowerLimit(field: string, now: string, other: string): Side | null {
  if (now.replaceAll(number, '#') !== other.replaceAll(number, '#')) return null;
  const [ours, theirs] = [now, other].map((text) => [...text.matchAll(number)].map(([digits]) => digits));
  const at = (ours ?? []).flatMap((digits, i) => (digits === theirs?.[i] ? [] : [i]));
  const [index] = at;
  if (at.length !== 1 || index === undefined) return null;
  if (!limits.test(field) && !limits.test(lineOf(now, index))) return null;
  const valueOf = (digits: string | undefined): number => Number((digits ?? '').replace(',', '.'));
  return valueOf(ours?.[index]) < valueOf(theirs?.[index]) ? 'now' : 'other';
}

/** The line that holds the number with this index. */
function lineOf(text: string, index: number): string {
  let before = 0;
  for (const line of text.split('\n')) {
    before += [...line.matchAll(number)].length;
    if (before > index) return line;
  }
  return '';
}
