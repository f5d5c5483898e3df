/** People named in the document, their parts and competence cards. A card that expired before the print date is marked in red. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Block, Part, Row } from './blocks.ts';
import { cell, heading, point, table, text } from './make.ts';
import { leftovers, listOf, objectsOf, plain, textOf } from './read.ts';
import { labelOf, timeOf } from './words.ts';

export function personnelTable(people: readonly JsonObject[], printedAt: string): readonly Block[] {
  if (people.length === 0) return [];
  const columns = [
    ['Name and employer', 27],
    ['Role and duties', 27],
    ['Competence cards', 30],
    ['Language and limits', 16],
  ] as const;
  return [
    heading(1, 'Personnel and competence'),
    table(
      'People named in this document',
      columns,
      people.map((person) => row(person, printedAt)),
      { rowHeader: true },
    ),
  ];
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

function row(person: JsonObject, printedAt: string): Row {
  const language = plain(person['preferred_language']);
  const restrictions = listOf(person['restrictions']).map(plain);
  return {
    cells: [
      cell(
        text(textOf(person['name']) || 'Unnamed', 'strong'),
        plain(person['employer_name']),
        kind(plain(person['person_type'])),
      ),
      cell(text(labelOf(plain(person['role'])), 'strong'), plain(person['trade']), plain(person['responsibilities'])),
      cell(...objectsOf(person['competence_cards']).map((card) => cardPoint(card, printedAt))),
      cell(
        language ? `Language: ${languageName(language)}` : null,
        person['young_person'] === true ? text('Young person (under 18)', 'alarm') : null,
        ...restrictions.map((restriction) => text(restriction, 'strong')),
        ...leftovers(person, shown).map(([name, value]) => `${name}: ${value}`),
      ),
    ],
  };
}

function kind(personType: string): Part | null {
  return personType ? text(labelOf(personType), 'muted') : null;
}

function cardPoint(card: JsonObject, printedAt: string): Part {
  const expires = plain(card['expires_on']);
  const expired = expires !== '' && expires < printedAt.slice(0, 10);
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
  const until = expires ? `, ${expired ? 'EXPIRED' : 'expires'} ${timeOf(expires)}` : '';
  return point([{ text: words.filter(Boolean).join(' ') }, { text: until, bold: expired }]);
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
