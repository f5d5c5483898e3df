/** Whose card was scanned, as far as the tablet knows: by a card number in the text of its code, or by the id of a worker. */
import { isSamePerson } from '../../../shared/model/same-person.ts';

export interface Carded {
  readonly id: string | null;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly preferred_language?: string | null | undefined;
  readonly competence_cards?:
    | readonly { readonly card_number: string; readonly expires_on?: string | null | undefined }[]
    | undefined;
}

export type Scanned =
  | { readonly is: 'unknown' | 'shared' }
  | {
      readonly is: 'known';
      readonly person: Carded;
      /** The day on which the card ran out; null while it is good. */
      readonly over: string | null;
    };

/** `people` = first who are known best. `today` = `2026-11-24` */
export function holderOf(text: string, people: readonly Carded[], today: string): Scanned {
  const code = text.trim();
  const cards = people.flatMap((person) => [
    ...(person.id !== null && hasWord(code, person.id) ? [{ person, length: Infinity, over: null }] : []),
    ...(person.competence_cards ?? [])
      .filter(({ card_number: number }) => hasWord(code, number))
      .map(({ card_number: number, expires_on: end }) => ({
        person,
        length: signsOf(number).length,
        over: end && end < today ? end : null,
      })),
  ]);
  // A shorter number may be a part of the code by chance.
  const longest = Math.max(...cards.map(({ length }) => length));
  const [first, ...others] = cards.filter(({ length }) => length === longest);
  if (!first) return { is: 'unknown' };
  const { person } = first;
  if (others.some((each) => !isSamePerson(each.person, person))) return { is: 'shared' };
  return { is: 'known', person, over: others.some(({ over }) => over === null) ? null : first.over };
}

/** Shorter ones are in many a code by chance: they have to be all of it. */
const fewestInText = 5;

function signsOf(number: string): readonly string[] {
  return [...number.replace(/[^\p{L}\p{N}]/gu, '')];
}

/** However it is spaced, and not as a part of a longer number or word. */
function hasWord(code: string, number: string): boolean {
  const signs = signsOf(number);
  const [first = '', last = ''] = [signs[0], signs.at(-1)];
  if (signs.length === 0) return false;
  const spaced = signs.join('[^\\p{L}\\p{N}]?');
  const alike = (sign: string): string => (/\p{N}/u.test(sign) ? '\\p{N}' : '\\p{L}');
  const word = signs.length < fewestInText ? `^${spaced}$` : `(?<!${alike(first)})${spaced}(?!${alike(last)})`;
  return new RegExp(word, 'iu').test(code);
}
