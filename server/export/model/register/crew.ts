/** The people of a short form in one table: who they are, their cards, and where they signed or are to sign. */
import type { ExportInput } from '../../input.ts';
import type { Block, Cell } from '../blocks.ts';
import { cell, type Column, heading, onOneLine, table, text } from '../make.ts';
import { briefCells, cardDays } from '../personnel.ts';
import { plain } from '../read.ts';
import { canBeSigned } from '../signable.ts';
import { labelOf } from '../words.ts';
import { peopleOf, type Person } from './people.ts';
import type { RowNumbers } from './signoff-validity.ts';

export function crewTable(input: ExportInput, rows: RowNumbers): readonly Block[] {
  // Crew without an entry who have signed stand in the register.
  const people = peopleOf(input).filter(
    ({ entries, standing, isGone }) => entries.length > 0 || (standing !== 'signed' && !isGone),
  );
  if (people.length === 0) return [];
  const signed: Column<Person> = ['Signed', 16, (person) => signedCell(person, rows, input)];
  return [
    heading(1, 'People'),
    table('People named in this document and its register', people, [
      ['Name, employer and role', 34, whoCell],
      ['Cards, language and limits', 50, ({ entries }) => ({ parts: briefCells(entries, cardDays(input)).competence })],
      ...(input.version === null ? [] : [signed]),
    ]),
  ];

  function whoCell({ entries, name, employer, role }: Person): Cell {
    if (entries.length > 0) return onOneLine(briefCells(entries, cardDays(input)).who);
    return onOneLine([
      text(name || 'Unnamed', 'strong'),
      ...[employer, labelOf(role)].filter(Boolean).map((words) => text(words)),
    ]);
  }
}

function signedCell({ standing, last, isGone }: Person, rows: RowNumbers, input: ExportInput): Cell {
  const row = last ? `row ${rows.get(plain(last['id'])) ?? ''}`.trim() : '';
  if (standing === 'signed') return cell(['Signed', row].filter(Boolean).join(': '));
  if (isGone) return cell(text('Not here any more', 'muted'));
  const version = plain(last?.['document_version']);
  const why =
    standing === 'older'
      ? `${input.document.status === 'archived' ? 'Signed' : 'To be briefed again'}: ${[`version ${version}`, row].filter(Boolean).join(', ')}`
      : row && `${standing === 'declined' ? 'Declined' : 'Not signed'}: ${row}`;
  if (canBeSigned(input))
    return cell(why ? text(why, 'strong') : null, { kind: 'signature_line', label: 'Signature and time' });
  return cell(text(why || 'Not signed', 'strong'));
}
