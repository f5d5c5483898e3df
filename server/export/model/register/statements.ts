/** The exact statements that people signed, one per wording and language, with the hash that each sign-off holds. */
import printed from '../../../../shared/reference/signoff-statement.json' with { type: 'json' };
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ExportInput } from '../../input.ts';
import type { Block, Cell, Part } from '../blocks.ts';
import { cell, heading, text } from '../make.ts';
import { languageName } from '../personnel.ts';
import { objectOf, plain } from '../read.ts';
import { canBeSigned } from '../signable.ts';

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
    {
      kind: 'table',
      columns: [
        { title: 'Statement', width: 20 },
        { title: 'The words that were signed', width: 80 },
      ],
      rows: distinct.map(([statement = {}, ...others]) => ({
        cells: [wordingCell(statement, 1 + others.length), wordsCell(statement)],
      })),
      header: false,
      rowHeader: true,
      summary: 'Statements in the languages they were signed in',
    },
  ];
}

/** What people confirm by signing on paper, in the language that the copy was requested for. */
export function statementToSign({ language, ...input }: ExportInput): readonly Block[] {
  if (!language || !canBeSigned(input)) return [];
  return [
    {
      kind: 'callout',
      tone: 'notice',
      title: `By signing I confirm (${languageName(language)})`,
      parts: [{ kind: 'text', runs: [{ text: printed.text[language], exact: true, lang: language }], tone: 'normal' }],
      dense: true,
    },
  ];
}

function wordingCell(statement: JsonObject, signers: number): Cell {
  const version = plain(statement['version']);
  const wording = [plain(statement['id']), version && `wording\u00a0${version}`].filter(Boolean).join(', ');
  return cell(
    text(languageName(plain(statement['language'])), 'strong'),
    text(`Signed by ${signers}`),
    wording ? text(wording, 'fine') : null,
  );
}

function wordsCell(statement: JsonObject): Cell {
  const hash = plain(statement['text_hash']);
  const lang = plain(statement['language']);
  const run = { text: plain(statement['text']), exact: true, ...(isLanguageTag(lang) ? { lang } : {}) };
  const words: Part = { kind: 'text', runs: [run], tone: 'normal' };
  return cell(words, hash ? text(hash, 'fine') : null);
}

/** Readers and Word take a language only in this form (BCP 47). */
function isLanguageTag(tag: string): boolean {
  return /^[a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{2,8})*$/.test(tag);
}
