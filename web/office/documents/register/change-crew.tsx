/** Who is on the crew of a document, as the office says it: somebody is added, is not here any more, or is here again. */
import { useState } from 'preact/hooks';
import { foldedName } from '../../../../shared/model/person-name.ts';
import { backAmong, nextNamesake, offCrew } from '../../../../shared/resources/signoff/crew-records.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import type { Coverage } from '../../base/coverage.ts';
import { useForm } from '../../base/form.ts';
import { useMay } from '../../base/me.ts';
import { personNamed, usePeople } from '../../base/people.ts';
import { useWork } from '../../base/work.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Refusal } from '../../frame/refusal.tsx';

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
  const form = useForm({ name: '', employer_name: '' });
  const workers = usePeople();
  const name = form.values.name.trim();
  const isThere = people.some((each) => foldedName(each.name) === foldedName(name));
  const add = async (attempt: Rest): Promise<void> => {
    const back = backAmong(notHere, { name, employer_name: form.values.employer_name.trim() || null });
    if (back) await remove(attempt, document, back.crew_member_ids);
    else {
      const { data: records } = await attempt.listCrew({ document });
      const namesake = nextNamesake(name, [...people, ...notHere], records);
      // Another of the name of somebody who left is not the worker whom the register has in this name.
      const isOther = notHere.some((each) => foldedName(each.name) === foldedName(name));
      const worker_id = isOther ? null : personNamed(name, workers).id;
      await attempt.addCrewMember({ document, body: { ...form.written(), name, worker_id, namesake } });
    }
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
    <FormDialog isComplete={() => form.has('name') && !isThere} onClose={onClose} save={add} title="Crew" verb="Add">
      <ul class="rows">
        {people
          .filter(({ state }) => state !== 'current')
          .map((person) => (
            <Somebody
              employer={person.employer_name}
              key={`${person.worker_id} ${person.name} ${person.namesake}`}
              name={person.name}
              verb="Not here any more"
              work={leave(person)}
            />
          ))}
        {notHere.map((each) => (
          <Somebody
            employer={[each.employer_name, 'not here any more'].filter(Boolean).join(', ')}
            key={each.crew_member_ids[0]}
            name={each.name}
            verb="Here again"
            work={async (attempt) => {
              await remove(attempt, document, each.crew_member_ids);
              again();
            }}
          />
        ))}
      </ul>
      <TextField
        {...form.field('name', 'Write the name first.')}
        {...(isThere && { error: 'Somebody of this name is on the crew. Write what tells them apart.' })}
        label="Name"
        offers={workers.map((worker) => [worker.name, ''] as const)}
      />
      <TextField {...form.field('employer_name')} label="Employer" optional />
    </FormDialog>
  );
}

async function remove(attempt: Rest, document: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await attempt.removeCrewMember({ document, id });
}

function Somebody({
  name,
  employer,
  verb,
  work: asked,
}: {
  readonly name: string;
  readonly employer: string | null;
  readonly verb: string;
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
      <Button busy={work.isBusy} onClick={() => work.run(asked)} small>
        {verb}
      </Button>
    </li>
  );
}
