/** Who was hurt, and how badly: seen and written only by those who manage incidents. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import { Problem } from '../../../shared/model/problem.ts';
import { emptied, useEdit } from '../base/edit.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { readAgain, type IncidentPart, type Read } from './part.ts';
import { injuries, personTypes } from './words.ts';

type Person = Read['injured_persons'][number];

export function Injured({ incident, again }: IncidentPart) {
  const { injured_persons: people, status } = incident;
  /** Its place in the list; one beyond the last is a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const isClosed = status === 'closed';
  return (
    <Panel
      actions={
        !isClosed && (
          <Button icon="plus" onClick={() => setOpen(people.length)} small>
            Add a person
          </Button>
        )
      }
      count={people.length}
      title="Who was hurt"
    >
      {people.length === 0 ? (
        <Empty icon="user" title="Nobody was hurt, as far as is known." />
      ) : (
        <ul class="rows">
          {people.map((person, at) => (
            <li key={at}>
              <Icon name="user" size={20} />
              <span class="main">
                <b class="title">{person.name ?? 'Not named'}</b>
                <span class="second">{aboutOf(person)}</span>
              </span>
              {person.days_lost ? <Tag tone="care">{person.days_lost} days lost</Tag> : null}
              {person.taken_to_hospital && <Tag tone="stop">Taken to hospital</Tag>}
              {!isClosed && (
                <Button icon="pen-line" onClick={() => setOpen(at)} small>
                  Edit
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <PersonDialog
          at={open}
          incident={incident}
          key={open}
          onClose={() => {
            setOpen(null);
            again();
          }}
        />
      )}
    </Panel>
  );
}

function aboutOf({ person_type, age, injury_severity, body_part }: Person): string {
  const parts = [
    person_type && asWords(person_type),
    age && `${age} years`,
    injury_severity && asWords(injury_severity),
    body_part,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** One of the list, as the incident had it when it was read; absent = a new one. */
interface Place {
  readonly incident: Read;
  readonly person: Person | undefined;
}

/** Where somebody is in a list that others may have changed: the same record, else the one person with that name. */
function placeIn(people: readonly Person[], person: Person | undefined): number {
  if (!person) return people.length;
  const same = people.findIndex((each) => JSON.stringify(each) === JSON.stringify(person));
  const named = people.filter(({ name }) => name && name === person.name);
  return same >= 0 || named.length !== 1 ? same : people.findIndex((each) => each === named[0]);
}

function textsOf({ person }: Place) {
  return {
    name: person?.name ?? '',
    age: textOf(person?.age),
    person_type: person?.person_type ?? '',
    injury_severity: person?.injury_severity ?? '',
    body_part: person?.body_part ?? '',
    days_lost: textOf(person?.days_lost),
    taken_to_hospital: person?.taken_to_hospital == null ? '' : person.taken_to_hospital ? 'yes' : 'no',
  };
}

function personOf({ age, days_lost: days, taken_to_hospital: hospital, ...texts }: ReturnType<typeof textsOf>): Person {
  return {
    ...emptied(texts),
    age: numberOf(age),
    days_lost: numberOf(days),
    taken_to_hospital: hospital === '' ? null : hospital === 'yes',
  };
}

const gone =
  'Somebody took this person off the list, or changed the name. Close this, look at the list, and write it again.';

function PersonDialog({
  incident,
  at,
  onClose,
}: {
  readonly incident: Read;
  readonly at: number;
  readonly onClose: () => void;
}) {
  const start: Place = { incident, person: incident.injured_persons[at] };
  const [first] = useState(start.person);
  const form = useEdit<keyof ReturnType<typeof textsOf>, Place>(start, textsOf, async () => {
    const now = await readAgain(incident);
    const place = placeIn(now.injured_persons, first);
    if (place < 0) throw new Problem('conflict', gone);
    return { incident: now, person: now.injured_persons[place] };
  });
  const save = async (): Promise<void> => {
    await form.save(async ({ base, values }) => {
      const { id, revision, injured_persons: people } = base.incident;
      const place = base.person ? people.indexOf(base.person) : people.length;
      const body = { injured_persons: people.toSpliced(place, 1, personOf(values)) };
      await rest.updateIncident({ incident: id, ifRevision: revision, body });
    });
    tell('Kept. The suggestion for the HSE follows from it.');
  };
  const unsaid = ['', 'Not said'] as const;
  return (
    <FormDialog isComplete={() => true} onClose={onClose} save={save} title="Who was hurt" verb="Keep it">
      <Meanwhile of={form} />
      <div class="pair">
        <TextField {...form.field('name')} label="Name" optional />
        <TextField {...form.field('age')} label="Age" optional type="number" />
        <SelectField {...form.field('person_type')} label="Who they are" options={[unsaid, ...personTypes]} />
        <SelectField {...form.field('injury_severity')} label="Injury" options={[unsaid, ...injuries]} />
        <TextField {...form.field('body_part')} label="Part of the body" optional />
        <TextField {...form.field('days_lost')} label="Days lost" optional type="number" />
        <SelectField
          {...form.field('taken_to_hospital')}
          label="Taken to hospital from the scene"
          options={[unsaid, ['yes', 'Yes'], ['no', 'No']]}
        />
      </div>
    </FormDialog>
  );
}

function textOf(value: number | null | undefined): string {
  return value == null ? '' : String(value);
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
