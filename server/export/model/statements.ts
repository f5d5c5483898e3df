/** The exact statements that people signed, one per wording and language, with the hash that each sign-off holds. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Block, Cell, Part } from './blocks.ts';
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
  return [
    heading(2, 'Statements signed'),
    table('Statements in the languages they were signed in', distinct, [
      ['Statement', 22, ([statement = {}, ...others]) => wordingCell(statement, 1 + others.length)],
      ['The words that were signed', 78, ([statement = {}]) => wordsCell(statement)],
    ]),
  ];
}

function wordingCell(statement: JsonObject, signers: number): Cell {
  const version = plain(statement['version']);
  return cell(
    text(languageName(plain(statement['language'])), 'strong'),
    plain(statement['id']),
    version ? `Wording ${version}` : null,
    text(`Signed by ${signers}`, 'muted'),
  );
}

function wordsCell(statement: JsonObject): Cell {
  const hash = plain(statement['text_hash']);
  const words: Part = { kind: 'text', runs: [{ text: plain(statement['text']), exact: true }], tone: 'normal' };
  return cell(words, hash ? text(hash, 'muted') : null);
}
