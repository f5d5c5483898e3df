/** The exact statements that people signed, one per wording and language, with the hash that each sign-off holds. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Block } from './blocks.ts';
import { cell, heading, table, text } from './make.ts';
import { languageName } from './personnel.ts';
import { objectOf, plain } from './read.ts';

export function statements(signoffs: readonly JsonObject[]): readonly Block[] {
  const held = signoffs
    .map((signoff) => objectOf(signoff['statement']))
    .filter((statement) => plain(statement['text']) !== '');
  const distinct = [
    ...Map.groupBy(held, (statement) => `${plain(statement['text_hash'])}|${plain(statement['text'])}`).values(),
  ];
  if (distinct.length === 0) return [];
  const columns = [
    ['Statement', 22],
    ['The words that were signed', 78],
  ] as const;
  const rows = distinct.map((same) => {
    const statement = same[0] ?? {};
    const version = plain(statement['version']);
    return {
      cells: [
        cell(
          text(languageName(plain(statement['language'])), 'strong'),
          plain(statement['id']),
          version ? `Wording ${version}` : null,
          text(`Signed by ${same.length}`, 'muted'),
        ),
        cell(
          plain(statement['text']),
          plain(statement['text_hash']) ? text(plain(statement['text_hash']), 'muted') : null,
        ),
      ],
    };
  });
  return [
    heading(2, 'Statements signed'),
    table('Statements in the languages they were signed in', columns, rows, { rowHeader: true }),
  ];
}
