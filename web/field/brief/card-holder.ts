/**
 * Whose card was scanned, as far as the tablet knows: by a card number in the text of its code, or by the id of a worker. A number counts
 * only where the code says nothing more of it: a part of a longer number is another card.
 */
import { isSamePerson, unknownOf } from '../../../shared/model/same-person.ts';

export interface Carded {
  readonly id: string | null;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
  readonly competence_cards?:
    | readonly {
        readonly scheme?: string;
        readonly card_number: string;
        readonly expires_on?: string | null | undefined;
      }[]
    | undefined;
}

/** Of the register. */
export interface Registered extends Carded {
  readonly id: string;
  readonly active: boolean;
}

export type Scanned =
  | { readonly is: 'unknown' | 'shared' }
  | {
      readonly is: 'known';
      readonly person: Carded;
      /** The day on which the card expired; null while it is good. */
      readonly over: string | null;
    };

interface Found {
  readonly person: Carded;
  readonly isRegistered: boolean;
  /** By the id of the worker, which says nothing of a card. */
  readonly isById: boolean;
  readonly over: string | null;
}

/** Shorter ones are in many a code by chance: they have to be all of it. */
const fewestInText = 5;

/**
 * @param register of whom it knows, nothing else counts: a card that it does not have any more is none
 * @param named in the document, with their cards as they were when it was approved
 * @param today `2026-11-24`
 */
export function holderOf(
  text: string,
  register: readonly Registered[],
  named: readonly Carded[],
  today: string,
): Scanned {
  const inRegister = new Set(register.map(({ id }) => id.toLowerCase()));
  const others = named.filter(({ id }) => id === null || !inRegister.has(id.toLowerCase()));
  const cards = new Map<string, Found[]>();
  const note = (number: string, found: Found): void => {
    const key = folded(number);
    if (key !== '') cards.set(key, [...(cards.get(key) ?? []), found]);
  };
  const noteAll = (person: Carded, isRegistered: boolean): void => {
    if (person.id !== null) note(person.id, { person, isRegistered, isById: true, over: null });
    for (const { scheme, card_number: number, expires_on: end } of person.competence_cards ?? []) {
      const found = { person, isRegistered, isById: false, over: end && end < today ? end : null };
      note(number, found);
      if (scheme && folded(number) !== '') note(scheme + number, found);
    }
  };
  for (const person of register) if (person.active) noteAll(person, true);
  for (const person of others) noteAll(person, false);
  const found = numbersIn(text.trim()).flatMap((number) => {
    const all = cards.get(folded(number));
    return all ? [all] : [];
  });
  return scannedAs(found);
}

/** `found` = for each number of the code. */
function scannedAs(found: readonly (readonly Found[])[]): Scanned {
  const all = found.flat();
  const [first] = all.toSorted(
    (a, b) => Number(b.isRegistered) - Number(a.isRegistered) || unknownOf(a.person) - unknownOf(b.person),
  );
  if (!first) return { is: 'unknown' };
  if (all.some((a) => all.some((b) => !isSamePerson(a.person, b.person))))
    return { is: found.length > 1 ? 'unknown' : 'shared' };
  const cards = all.filter(({ isById, isRegistered }) => !isById && isRegistered === first.isRegistered);
  const isGood = cards.length === 0 || cards.some(({ over }) => over === null);
  return { is: 'known', person: first.person, over: isGood ? null : (cards[0]?.over ?? null) };
}

/** However it is spaced and written. */
function folded(number: string): string {
  return number
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '')
    .toLowerCase();
}

/** The whole code; the parts of an address; or what follows the labels, where every part has one. */
function numbersIn(code: string): readonly string[] {
  const parts = URL.canParse(code) && code.includes('://') ? partsOf(new URL(code)) : labelledIn(code);
  return [code, ...parts.filter((part) => folded(part).length >= fewestInText)];
}

/** Without those that are beside another number: which of them is that of the card, or whether both are, nobody knows. */
function partsOf({ pathname, searchParams }: URL): readonly string[] {
  const steps = pathname.split('/').map(decoded);
  const isAlone = (i: number): boolean => ![steps[i - 1], steps[i + 1]].some((step) => step && mayBeNumber(step));
  return [...steps.filter((_, i) => isAlone(i)), ...searchParams.values()];
}

/** A step such as `v2` is the version of an address. */
function mayBeNumber(step: string): boolean {
  return /\p{N}/u.test(step) && !/^v\d+$/i.test(step);
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Such as `NAME: Ann Lee; CARD: 12345`. */
function labelledIn(code: string): readonly string[] {
  const values = code.split(/[\r\n;,|&]+/).map((part) => /^\s*\p{L}[^:=\p{N}]*[:=]([^:=]+)$/u.exec(part)?.[1]);
  return values.includes(undefined) ? [] : values.filter((value) => value !== undefined);
}
