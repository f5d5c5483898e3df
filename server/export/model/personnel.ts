/** People named in the document, their parts and competence cards. */
import { dayIn } from '../../../shared/base/day.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../input.ts';
import type { Block, Cell, Part } from './blocks.ts';
import { cell, heading, onOneLine, point, table, text } from './make.ts';
import { leftovers, listOf, objectOf, objectsOf, plain, textOf } from './read.ts';
import { labelOf, timeOf } from './words.ts';

/** A card is marked that had expired when it was printed, or will have before the work is over. Both `2026-12-18`; empty = not known. */
export interface CardDays {
  readonly printedOn: string;
  readonly workEndsOn: string;
}

export function cardDays({ printed_at: at, content, organisation: { timezone = null } }: ExportInput): CardDays {
  const permit = objectOf(content['permit'] ?? null);
  return {
    printedOn: dayOf(at, timezone),
    workEndsOn: plain(content['work_ends_on']) || dayOf(plain(permit['valid_to']), timezone),
  };
}

/** Where the organisation is; empty for what is no time. */
function dayOf(at: string, timezone: string | null): string {
  return Number.isNaN(Date.parse(at)) ? '' : dayIn(at, timezone);
}

export function personnelTable(people: readonly JsonObject[], days: CardDays): readonly Block[] {
  if (people.length === 0) return [];
  return [
    heading(1, 'Personnel and competence'),
    table('People named in this document', people, [
      ['Name and employer', 24, nameCell],
      ['Role and duties', 24, roleCell],
      ['Competence cards', 38, (person) => cell(...cards(person, days))],
      ['Language and limits', 14, limitsCell],
    ]),
  ];
}

/** A person as a short form has room for: who and as what, then cards, language and limits. */
export function briefCells(
  entries: readonly JsonObject[],
  days: CardDays,
): { readonly who: readonly Part[]; readonly competence: readonly Part[] } {
  const [first = {}] = entries;
  return {
    who: [...nameCell(first).parts, ...entries.flatMap((entry) => roleCell(entry).parts)],
    competence: onOneLine([...cards(first, days), ...limitsCell(first).parts], '; ').parts,
  };
}

function cards(person: JsonObject, days: CardDays): readonly Part[] {
  return objectsOf(person['competence_cards']).map((card) => cardPoint(card, days));
}

const shown = [
  'name',
  'person_type',
  'employer_name',
  'role',
  'trade',
  'responsibilities',
  'competence_cards',
  'restrictions',
  'young_person',
  'preferred_language',
];

/** How somebody signs in is nothing to a reader. */
const accounts: ReadonlySet<string> = new Set(['user', 'worker']);

function nameCell(person: JsonObject): Cell {
  const type = plain(person['person_type']);
  return cell(
    text(textOf(person['name']) || 'Unnamed', 'strong'),
    plain(person['employer_name']),
    type && !accounts.has(type) ? text(labelOf(type), 'muted') : null,
  );
}

function roleCell(person: JsonObject): Cell {
  return cell(
    text(labelOf(plain(person['role'])), 'strong'),
    plain(person['trade']),
    plain(person['responsibilities']),
  );
}

function limitsCell(person: JsonObject): Cell {
  const language = plain(person['preferred_language']);
  return cell(
    language ? `Language: ${languageName(language)}` : null,
    person['young_person'] === true ? text('Young person (under 18)', 'alarm') : null,
    ...listOf(person['restrictions']).map((restriction) => text(plain(restriction), 'strong')),
    ...leftovers(person, shown).map(([name, value]) => `${name}: ${value}`),
  );
}

function cardPoint(card: JsonObject, { printedOn, workEndsOn }: CardDays): Part {
  const expires = plain(card['expires_on']);
  const expired = expires !== '' && expires < printedOn;
  const endsEarly = !expired && expires !== '' && expires < workEndsOn;
  const words = [
    plain(card['scheme']).replaceAll('_', ' '),
    plain(card['card_number']),
    labelOf(plain(card['level'])),
    plain(card['categories']),
    plain(card['verification']) && `(${labelOf(plain(card['verification'])).toLowerCase()})`,
    ...leftovers(card, ['scheme', 'card_number', 'level', 'categories', 'verification', 'expires_on']).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ];
  const until = expires
    ? `, ${expired ? 'EXPIRED' : 'expires'} ${timeOf(expires)}${endsEarly ? ', BEFORE THE WORK ENDS' : ''}`
    : '';
  return point([{ text: words.filter(Boolean).join(' ') }, { text: until, bold: expired || endsEarly }]);
}

const languages = new Intl.DisplayNames(['en-GB'], { type: 'language', fallback: 'code' });

/** "pl" as "Polish". Anything else is returned unchanged. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
