/** The results of compliance rules, and the wording of their sentences (contract, Compliance check). */
import type { Facts } from './facts.ts';

/** `share` = how much of the weight was earned, 0 to 1. */
export type Verdict =
  | { readonly result: 'pass' | 'fail'; readonly share: number; readonly detail: string }
  | { readonly result: 'not_applicable'; readonly detail: string };

export type Rule = (facts: Facts) => Verdict;

export function passed(detail: string): Verdict {
  return { result: 'pass', share: 1, detail };
}

/** Partly met: earns its share of the weight, but is not a pass. */
export function failed(detail: string, share = 0): Verdict {
  return { result: 'fail', share, detail };
}

export function notApplicable(detail: string): Verdict {
  return { result: 'not_applicable', detail };
}

/** `1 hazard`, `7 hazards`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

const named = 6;

/** `“Noise”, “Weather” and 3 more`: without duplicates, and of limited length. */
export function names(list: readonly string[]): string {
  const distinct = [...new Set(list)];
  const shown = distinct.slice(0, named).map((name) => quoted(name));
  return shown.join(', ') + (distinct.length > named ? ` and ${distinct.length - named} more` : '');
}

/** In quotation marks, cut to a line or two. */
export function quoted(text: string): string {
  return `“${text.length <= 120 ? text : `${text.slice(0, 119).replace(/\p{Cs}$/u, '')}…`}”`;
}

interface Wording {
  /** Singular, such as `hazard`; `plural` is needed only if it is irregular. */
  readonly of: string;
  readonly plural?: string;
  /** What each item has, and what the failing ones have instead. */
  readonly met: string;
  readonly unmet: string;
  /** The items that pass earn their share of the weight. */
  readonly shared?: true;
}

/** Every item must pass; the rule does not apply if there are none. */
export function checkEach<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  isMet: (thing: Thing) => boolean,
  { of, plural = `${of}s`, met, unmet, shared }: Wording,
): Verdict {
  if (things.length === 0) return notApplicable(`There is no ${of}.`);
  const all = `${things.length} ${things.length === 1 ? of : plural}`;
  const open = things.filter((thing) => !isMet(thing));
  if (open.length === 0) return passed(`${all} ${things.length === 1 ? 'has' : 'have'} ${met}.`);
  return failed(
    `${open.length} of ${all} ${open.length === 1 ? 'has' : 'have'} ${unmet}: ${names(open.map(({ name }) => name))}.`,
    shared ? 1 - open.length / things.length : 0,
  );
}

/** Document types that describe how the work is done; the other types refer to one of them. */
export function isMethod({ documentType }: Facts): boolean {
  return documentType === 'rams' || documentType === 'method_statement';
}

export const onlyForMethods = notApplicable('Asked of RAMS and method statements, which say how the work is done.');
