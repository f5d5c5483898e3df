/**
 * What a merge must come to, told a second time and in the plainest words (contract, Merging): the value that has to stand after an
 * edit, and whether both values have to be kept. It shares nothing with the rules of the product.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../shared/base/json.ts';

/** `lines` = text by lines, `entries` = a list by ids, `higher` = the more careful number; of anything else the first one stays. */
export type Rule = 'first' | 'higher' | 'lines' | 'entries' | 'place';

const ruleByField: Readonly<Record<string, Rule>> = {
  'hazard description': 'lines',
  'section body': 'lines',
  'coshh health_effects_acute': 'lines',
  'personnel responsibilities': 'lines',
  'hazard severity_before': 'higher',
  'hazard likelihood_before': 'higher',
  'hazard controls': 'entries',
  'coshh severity_before': 'higher',
  'coshh likelihood_before': 'higher',
  'worker competence_cards': 'entries',
  'hazard sort_key': 'place',
  'section sort_key': 'place',
  'coshh sort_key': 'place',
  'personnel sort_key': 'place',
};

export function ruleOf(kind: string, field: string): Rule {
  return ruleByField[`${kind} ${field}`] ?? 'first';
}

/** A value as it is compared: of text only which lines it has, because the order of merged ones is not foretold; no list is an empty one. */
export function plain(rule: Rule, value: Json): Json {
  if (rule === 'entries') return value ?? [];
  return rule === 'lines' && typeof value === 'string' ? split(value).toSorted().join('\n') : value;
}

export interface Expected {
  readonly value: Json;
  /** Both values must be kept in a conflict; this one applies. */
  readonly kept: 'theirs' | 'mine' | 'both' | null;
}

/** Of plain values. */
export function expected(rule: Rule, was: Json, theirs: Json, mine: Json): Expected {
  if (isDeepStrictEqual(theirs, mine)) return { value: theirs, kept: null };
  if (isDeepStrictEqual(theirs, was)) return { value: mine, kept: null };
  if (rule === 'place') return { value: mine, kept: null };
  if (rule === 'higher') return higher(theirs, mine);
  if (rule === 'entries') return entries(listOf(was), listOf(theirs), listOf(mine));
  if (rule === 'lines') return { value: lines(theirs, added(was, mine), added(mine, was)), kept: null };
  return { value: theirs, kept: 'theirs' };
}

function higher(theirs: Json, mine: Json): Expected {
  return Number(mine) > Number(theirs) ? { value: mine, kept: 'mine' } : { value: theirs, kept: 'theirs' };
}

interface Entry {
  readonly id: string;
  readonly [member: string]: Json | undefined;
}

function entries(was: readonly Entry[], theirs: readonly Entry[], mine: readonly Entry[]): Expected {
  const of = (list: readonly Entry[], id: string): Entry | undefined => list.find((entry) => entry.id === id);
  const ids = [...new Set([...theirs, ...mine].map(({ id }) => id))];
  let clash = false;
  const value = ids.flatMap((id) => {
    const [before, standing, wanted] = [of(was, id), of(theirs, id), of(mine, id)];
    const [theyLeftIt, iLeftIt] = [isDeepStrictEqual(before, standing), isDeepStrictEqual(before, wanted)];
    if (iLeftIt) return standing ?? [];
    if (theyLeftIt || isDeepStrictEqual(standing, wanted)) return wanted ?? [];
    // An edit beats a removal; of two edits of one member theirs stays.
    if (!standing || !wanted) clash = true;
    else for (const name of Object.keys(wanted)) clash ||= isTorn(before?.[name], standing[name], wanted[name]);
    return standing && wanted ? withMembers(before, standing, wanted) : (standing ?? wanted ?? []);
  });
  return { value, kept: clash ? 'both' : null };
}

function isTorn(before: Json | undefined, standing: Json | undefined, wanted: Json | undefined): boolean {
  return (
    !isDeepStrictEqual(before, standing) && !isDeepStrictEqual(before, wanted) && !isDeepStrictEqual(standing, wanted)
  );
}

/** No member of an entry is ever taken away in a simulation. */
function withMembers(before: Entry | undefined, standing: Entry, wanted: Entry): Entry {
  const mine = Object.entries(wanted).filter(
    ([name, value]) => !isDeepStrictEqual(before?.[name], value) && isDeepStrictEqual(before?.[name], standing[name]),
  );
  return { ...standing, ...Object.fromEntries(mine) };
}

function listOf(value: Json): readonly Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : []; // lists of this rule hold entries with ids
}

/** Lines of `after` that `before` has not. Every line of a simulation is unlike every other. */
function added(before: Json, after: Json): string[] {
  const known = new Set(split(before));
  return split(after).filter((line) => !known.has(line));
}

function lines(theirs: Json, mine: readonly string[], dropped: readonly string[]): Json {
  const standing = split(theirs).filter((line) => !dropped.includes(line));
  return [...new Set([...standing, ...mine])].toSorted().join('\n');
}

function split(text: Json): string[] {
  return typeof text === 'string' && text !== '' ? text.split('\n') : [];
}
