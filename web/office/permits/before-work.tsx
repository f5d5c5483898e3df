/** Before the work: asking for a permit, issuing it, accepting it, and opening it. */
import { useState } from 'preact/hooks';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../base/form.ts';
import { usePeople } from '../base/people.ts';
import { recently } from '../base/times.ts';
import { TimeField } from '../frame/time-field.tsx';
import { ActionForm, type Act, type ActionProps } from './action-form.tsx';
import { PersonField } from './person-field.tsx';
import { personNamed } from './person-named.ts';
import { inName } from './types.ts';

export function Ask(props: ActionProps) {
  const people = usePeople();
  const form = useForm({ by: '' });
  const act: Act = async (target, attempt) => {
    const body = form.values.by.trim() ? { by: await personNamed(attempt, form.values.by, people) } : {};
    return attempt.requestPermit({ ...target, body });
  };
  return (
    <ActionForm {...props} act={act} verb="request" said="It was asked for, and waits to be issued.">
      <PersonField
        {...form.field('by')}
        help="You, where nobody is named."
        label="Who asks for it?"
        optional
        people={people}
      />
    </ActionForm>
  );
}

export function Issue(props: ActionProps) {
  const { permit } = props;
  const form = useForm({ notes: '' });
  // What nobody writes here stays as it was asked for, also where that was changed meanwhile.
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [isAsked, setAsked] = useState(false);
  const body = { ...written, notes: form.values.notes.trim() || null };
  const time = (name: 'valid_from' | 'valid_to', ask: string) => {
    const value = written[name] ?? permit[name] ?? '';
    const onInput = (at: string): void => setWritten((before) => ({ ...before, [name]: at }));
    return { name, value, onInput, error: isAsked && value === '' ? ask : undefined };
  };
  const from = time('valid_from', 'Say from when it is valid.');
  const to = time('valid_to', 'Say until when it is valid.');
  return (
    <ActionForm
      {...props}
      act={(target, attempt) => attempt.authorisePermit({ ...target, body })}
      verb="authorise"
      isComplete={() => {
        setAsked(true);
        return from.value !== '' && to.value !== '';
      }}
      said="It is issued. Somebody else has to accept it."
    >
      <p>You issue it: you answer for the conditions, and cannot hold it yourself.</p>
      <div class="pair">
        <TimeField {...from} label="Valid from" />
        <TimeField {...to} label="Valid to" />
      </div>
      <TextField {...form.field('notes')} label="Conditions" optional rows={2} />
    </ActionForm>
  );
}

export function Accept(props: ActionProps) {
  const { permit } = props;
  const people = usePeople();
  const form = useForm({ by: '', explained: '' });
  const act: Act = async (target, attempt) => {
    const names = form.values.explained.split('\n').filter((name) => name.trim() !== '');
    const by = await personNamed(attempt, form.values.by, people);
    const explained_to = await Promise.all(names.map((name) => personNamed(attempt, name, people)));
    return attempt.acceptPermit({ ...target, body: { by, explained_to } });
  };
  return (
    <ActionForm
      {...props}
      act={act}
      verb="accept"
      isComplete={() => form.has('by')}
      said={`${form.values.by} holds the permit.`}
    >
      <PersonField
        {...form.field('by', 'Write who holds the permit.')}
        autofocus
        help={`Anybody but ${permit.issuer ? withEmployer(permit.issuer) : 'who issued it'}.`}
        label="Who holds it?"
        people={people}
      />
      <TextField {...form.field('explained')} help="One name on each line." label="Explained to" optional rows={3} />
    </ActionForm>
  );
}

export function Open(props: ActionProps) {
  const { holder, valid_to: end } = props.permit;
  return (
    <ActionForm
      {...props}
      act={(target, attempt) => attempt.openPermit({ ...target, body: { by: inName(holder) } })}
      verb="open"
      said="The permit is open: the work may begin."
    >
      <p>
        The work may begin, under {holder?.name}, until {end && recently(end)}.
      </p>
    </ActionForm>
  );
}
