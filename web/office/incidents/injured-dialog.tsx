/** The form about one injured person: what the HSE asks for (F2508). */
import { useState } from 'preact/hooks';
import { Problem } from '../../../shared/model/problem.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { emptied, useEdit } from '../base/edit.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { readAgain, type Read } from './part.ts';
import { injuries, personTypes } from './words.ts';

export type Person = Read['injured_persons'][number];

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

/** Asked with yes, no, or nothing said. */
const questions = [
  'taken_to_hospital',
  'in_hospital_over_24_hours',
  'became_unconscious',
  'needed_resuscitation',
] as const satisfies readonly (keyof Person)[];

type Question = (typeof questions)[number];

function textsOf({ person }: Place) {
  const said = (name: Question): string => (person?.[name] == null ? '' : person[name] ? 'yes' : 'no');
  return {
    name: person?.name ?? '',
    age: textOf(person?.age),
    sex: person?.sex ?? '',
    person_type: person?.person_type ?? '',
    job_title: person?.job_title ?? '',
    phone: person?.phone ?? '',
    address: person?.address ?? '',
    injury_severity: person?.injury_severity ?? '',
    body_part: person?.body_part ?? '',
    days_lost: textOf(person?.days_lost),
    taken_to_hospital: said('taken_to_hospital'),
    in_hospital_over_24_hours: said('in_hospital_over_24_hours'),
    became_unconscious: said('became_unconscious'),
    needed_resuscitation: said('needed_resuscitation'),
  };
}

/** What no field shows stays as it was. */
function personOf(before: Person | undefined, written: ReturnType<typeof textsOf>): Person {
  const { age, days_lost: days, sex, ...texts } = written;
  const answers = Object.fromEntries(
    questions.map((name) => [name, written[name] === '' ? null : written[name] === 'yes']),
  ) as Record<Question, boolean | null>; // of these names
  return {
    ...before,
    ...emptied(texts),
    ...answers,
    age: numberOf(age),
    days_lost: numberOf(days),
    sex: sex === 'female' || sex === 'male' ? sex : null,
  };
}

const asked: Readonly<Record<Question, string>> = {
  taken_to_hospital: 'Taken to hospital from the scene',
  in_hospital_over_24_hours: 'In hospital for more than 24 hours',
  became_unconscious: 'Became unconscious',
  needed_resuscitation: 'Needed resuscitation',
};

const gone =
  'Somebody took this person off the list, or changed the name. Close this, look at the list, and write it again.';

export function InjuredDialog({
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
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, values }) => {
      const { id, revision, injured_persons: people } = base.incident;
      const place = base.person ? people.indexOf(base.person) : people.length;
      const body = { injured_persons: people.toSpliced(place, 1, personOf(base.person, values)) };
      await attempt.updateIncident({ incident: id, ifRevision: revision, body });
    });
    tell('Kept. The suggestion for the HSE follows from it.');
  };
  const unsaid = ['', 'Not said'] as const;
  return (
    <FormDialog onClose={onClose} save={save} title="Who was hurt" verb="Keep it">
      <Meanwhile of={form} />
      <div class="pair">
        <TextField {...form.field('name')} label="Name" optional />
        <TextField {...form.field('age')} label="Age" optional type="number" />
        <SelectField {...form.field('sex')} label="Sex" options={[unsaid, ['female', 'Female'], ['male', 'Male']]} />
        <TextField {...form.field('phone')} label="Telephone" optional />
        <SelectField {...form.field('person_type')} label="Who they are" options={[unsaid, ...personTypes]} />
        <TextField {...form.field('job_title')} label="Job title" optional />
      </div>
      <TextField {...form.field('address')} label="Home address" optional rows={2} />
      <div class="pair">
        <SelectField {...form.field('injury_severity')} label="Injury" options={[unsaid, ...injuries]} />
        <TextField {...form.field('body_part')} label="Part of the body" optional />
        <TextField {...form.field('days_lost')} label="Days lost" optional type="number" />
        {questions.map((name) => (
          <SelectField
            {...form.field(name)}
            key={name}
            label={asked[name]}
            options={[unsaid, ['yes', 'Yes'], ['no', 'No']]}
          />
        ))}
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
