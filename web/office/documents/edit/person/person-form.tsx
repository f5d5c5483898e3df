/** One person of a document: who they are, their role, and the cards that prove what they may do. */
import { RowsField } from '../../../../ui/written/rows-field.tsx';
import type { Row } from '../../../../ui/written/written-row.tsx';
import type { Save } from '../../../../ui/written/use-written.ts';
import { languageName, statementLanguages } from '../../../base/languages.ts';
import { roleChoices, schemeChoices, verificationChoices } from '../choices.ts';
import { entryOf, linesOf, rowsOf } from '../rows.ts';
import { SavedChoice, SavedFlag } from '../saved/choices.tsx';
import { SavedField } from '../saved/field.tsx';
import type { Cards, Person, PersonBody } from './of-register.ts';
import { RegisterLine } from './register-line.tsx';

const columns = [
  { name: 'scheme', label: 'Scheme', offers: schemeChoices },
  { name: 'card_number', label: 'Number' },
  { name: 'expires_on', label: 'Valid until', type: 'date' },
  { name: 'verification', label: 'Checked', options: verificationChoices },
] as const;

export function PersonForm({ person, save }: { readonly person: Person; readonly save: Save<PersonBody> }) {
  const { name, trade, employer_name, responsibilities, role, restrictions = [], young_person: isYoung } = person;
  return (
    <>
      <RegisterLine person={person} save={save} />
      <div class="pair">
        <SavedField label="Name" name="name" save={(text, seen) => save({ name: text }, { name: seen })} value={name} />
        <SavedChoice
          choices={roleChoices}
          label="Role"
          name="role"
          save={(value, seen) => save({ role: value }, { role: seen })}
          value={role}
        />
        <SavedField
          label="Trade"
          name="trade"
          save={(text, seen) => save({ trade: text }, { trade: seen })}
          value={trade ?? ''}
        />
        <SavedField
          label="Employer"
          name="employer_name"
          save={(text, seen) => save({ employer_name: text }, { employer_name: seen })}
          value={employer_name ?? ''}
        />
        <SavedChoice
          choices={statementLanguages}
          help="In which language they read the statement and sign."
          label="Reads"
          name="preferred_language"
          save={(value, seen) => save({ preferred_language: value }, { preferred_language: seen })}
          value={person.preferred_language}
          wordOf={languageName}
        />
        <SavedFlag
          label="Under 18?"
          name="young_person"
          save={(value, seen) => save({ young_person: value }, { young_person: seen })}
          value={isYoung}
        />
      </div>
      <SavedField
        label="Responsibilities"
        name="responsibilities"
        rows={2}
        save={(text, seen) => save({ responsibilities: text }, { responsibilities: seen })}
        value={responsibilities ?? ''}
      />
      <SavedField
        label="Must not do, one a line"
        name="restrictions"
        rows={2}
        save={(text, seen) =>
          save({ restrictions: linesOf(text) }, { restrictions: seen === undefined ? undefined : linesOf(seen) })
        }
        value={restrictions.join('\n')}
      />
      <RowsField
        columns={columns}
        legend="Cards"
        name="competence_cards"
        one="card"
        rows={rowsOf(
          person.competence_cards,
          columns.map((column) => column.name),
        )}
        save={(rows, seen) => save({ competence_cards: cardsOf(rows) }, { competence_cards: seen && cardsOf(seen) })}
      />
    </>
  );
}

function cardsOf(rows: readonly Row[]): Cards {
  return rows.map((row) => withNumber(entryOf(row))) as Cards; // its columns are those of a card
}

/** The number of a card is a text, if an empty one. */
function withNumber(card: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { ...card, card_number: card['card_number'] ?? '' };
}
