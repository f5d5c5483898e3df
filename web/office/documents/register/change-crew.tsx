/** Who is on the crew of a document, as the office says it: somebody is added, is not here any more, or is here again. */
import { useRef, useState } from 'preact/hooks';
import { offCrew } from '../../../../shared/resources/signoff/crew-records.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { noteRemoved } from '../../../ui/written/one-press.ts';
import type { Rest } from '../../base/attempt.ts';
import type { Coverage } from '../../base/coverage.ts';
import { useForm } from '../../base/form.ts';
import { useMay } from '../../base/me.ts';
import { usePeople, type KnownWorker } from '../../base/people.ts';
import { useWork } from '../../base/work.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { namedOffers } from '../../frame/named-offers.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { additionTo, meantBy, type CrewChange, type Written } from './add-to-crew.ts';

interface OfCrew {
  readonly coverage: Coverage;
  /** Reads the crew once more. */
  readonly again: () => void;
}

export function ChangeCrew(props: OfCrew) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('signoffs:write')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change the crew</Button>
      {isOpen && <CrewDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function CrewDialog({ coverage, again, onClose }: OfCrew & { readonly onClose: () => void }) {
  const { id: document, people, not_here: notHere } = coverage;
  const { written, workers, hasName, fields } = useWritten();
  const planned = useRef<{ readonly attempt: Rest; readonly change: CrewChange } | null>(null);
  const add = async (attempt: Rest): Promise<void> => {
    // Once for each press: what is asked again after a lost answer is the same.
    if (planned.current?.attempt !== attempt) {
      const change = await additionTo(attempt, document, written, workers);
      planned.current = { attempt, change };
    }
    const { name, removed, added } = planned.current.change;
    await remove(attempt, document, removed);
    if (added) await attempt.addCrewMember({ document, body: added });
    tell(`${name} is on the crew. The tablets show it with their next signal.`);
    again();
  };
  const leave = (person: Coverage['people'][number]) => async (attempt: Rest) => {
    const { worker_id: id, crew_member_ids: addedBy } = person;
    const { removed, added } = offCrew({ ...person, id, addedBy });
    await remove(attempt, document, removed);
    if (added) await attempt.addCrewMember({ document, body: added });
    again();
  };
  return (
    <FormDialog isComplete={hasName} onClose={onClose} save={add} title="Crew" verb="Add">
      <ul class="rows">
        {people
          .filter(({ state }) => state !== 'current')
          .map((person) => (
            <Somebody
              employer={person.employer_name}
              key={JSON.stringify([person.worker_id, person.name, person.employer_name, person.namesake])}
              name={person.name}
              onPress={noteRemoved}
              verb="Not here any more"
              work={leave(person)}
            />
          ))}
        {notHere.map((each) => (
          <Somebody
            employer={[each.employer_name, 'not here any more'].filter(Boolean).join(', ')}
            key={each.crew_member_ids[0]}
            name={each.name}
            onPress={noteRemoved}
            verb="Here again"
            work={async (attempt) => {
              await remove(attempt, document, each.crew_member_ids);
              again();
            }}
          />
        ))}
      </ul>
      {fields}
    </FormDialog>
  );
}

/** Who is to be added, as it is written: the employer follows the worker who is named until it is written, too. */
function useWritten() {
  const form = useForm({ name: '', employer_name: '' });
  const workers = usePeople();
  const offers = namedOffers(workers.offered);
  const [picked, setPicked] = useState<KnownWorker | null>(null);
  const [isOwnEmployer, setOwnEmployer] = useState(false);
  const employer = isOwnEmployer ? form.values.employer_name : null;
  const written: Written = { text: form.values.name.trim(), picked, employer };
  const nameField = form.field('name', 'Write the name first.');
  const employerField = form.field('employer_name');
  const fields = (
    <>
      <TextField
        {...nameField}
        help={workers.note}
        label="Name"
        offers={[...offers].map(([value, worker]) => [value, worker.employer_name ?? ''] as const)}
        onInput={(text) => {
          const worker = offers.get(text) ?? null;
          setPicked(worker);
          nameField.onInput(worker?.name ?? text);
        }}
      />
      <TextField
        {...employerField}
        label="Employer"
        onInput={(text) => {
          setOwnEmployer(true);
          employerField.onInput(text);
        }}
        optional
        value={employer ?? meantBy(written, workers.offered).employer_name ?? ''}
      />
    </>
  );
  return { written, workers, hasName: () => form.has('name'), fields };
}

async function remove(attempt: Rest, document: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await attempt.removeCrewMember({ document, id });
}

function Somebody({
  name,
  employer,
  verb,
  onPress,
  work: asked,
}: {
  readonly name: string;
  readonly employer: string | null;
  readonly verb: string;
  readonly onPress: () => void;
  readonly work: (attempt: Rest) => Promise<void>;
}) {
  const work = useWork();
  return (
    <li>
      <span class="main">
        <span class="title">{name}</span>
        {employer && <span class="second">{employer}</span>}
        <Refusal of={work} />
      </span>
      <Button
        busy={work.isBusy}
        onClick={() => {
          onPress();
          return work.run(asked);
        }}
        small
      >
        {verb}
      </Button>
    </li>
  );
}
