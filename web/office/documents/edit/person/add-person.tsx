/** Adds a person to a draft: those of the register are offered, and come with what it says of them. Any other name may be written. */
import { useState } from 'preact/hooks';
import { personAmong } from '../../../../../shared/model/same-person.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { tell } from '../../../../ui/toasts.tsx';
import { usePeople, type KnownWorker } from '../../../base/people.ts';
import { rest } from '../../../base/server.ts';
import { Form } from '../../../frame/form.tsx';
import { namedOffers } from '../../../frame/named-offers.ts';
import type { DocumentPart } from '../../part.ts';
import type { Change } from '../line.ts';
import { entryOf, type PersonBody } from './of-register.ts';

export function AddPerson({
  document: { id: document, personnel },
  save,
}: Pick<DocumentPart, 'document'> & { readonly save: (change: Change) => Promise<boolean> }) {
  const [text, setText] = useState('');
  /** The register is read once somebody begins to write here. */
  const [isBegun, setBegun] = useState(false);
  const people = usePeople(isBegun);
  const here = new Set(personnel.flatMap(({ person_id: id }) => id?.toLowerCase() ?? []));
  const offers = [...namedOffers(people.offered)].filter(([, { id }]) => !here.has(id?.toLowerCase() ?? ''));
  const add = async (name: string): Promise<boolean> => {
    let body: (PersonBody & { readonly name: string }) | undefined;
    const isTaken = await save(async (attempt) => {
      // The same when it is asked again.
      body ??= await bodyOf(name, await people.known(attempt));
      return attempt.createPersonnelEntry({ document, body });
    });
    if (!isTaken || !body) return isTaken;
    // What is written meanwhile stays.
    setText((now) => (now.trim() === name ? '' : now));
    tell(
      body.person_type === 'worker'
        ? `${body.name} is added from the register, with what it has of trade, language and cards.`
        : `${body.name} is added by name alone, and linked to nobody in the register.`,
    );
    return true;
  };
  return (
    <Form class="pad filters" id="add-personnel" save={() => text.trim() !== '' && add(text.trim())}>
      <div onFocusIn={() => setBegun(true)}>
        <TextField
          help={people.note}
          label="Person to add"
          name="add-personnel"
          offers={offers.map(([offer, { employer_name, trade }]) => [
            offer,
            [employer_name, trade].filter(Boolean).join(' · '),
          ])}
          onInput={setText}
          value={text}
        />
      </div>
      <Button icon="plus" type="submit">
        Add
      </Button>
    </Form>
  );
}

/** Who is written as they would be offered, else whom the name alone means. */
async function bodyOf(name: string, known: readonly KnownWorker[]): Promise<PersonBody & { readonly name: string }> {
  const found = namedOffers(known).get(name) ?? personAmong(known, { name });
  if (!found) return { name, person_type: 'external' };
  if (!found.id) return { name: found.name, employer_name: found.employer_name ?? null, person_type: 'external' };
  return entryOf(await rest.getWorker({ worker: found.id }));
}
