/** Before the work: asking for a permit, issuing it, accepting it, and opening it. */
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../base/form.ts';
import { instantOf, localOf } from '../base/local-time.ts';
import { personNamed, usePeople } from '../base/people.ts';
import { rest } from '../base/server.ts';
import { recently } from '../base/times.ts';
import { ActionForm, type ActionProps } from './action-form.tsx';
import { PersonField } from './person-field.tsx';
import { inName } from './types.ts';

export function Ask(props: ActionProps) {
  const people = usePeople();
  const form = useForm({ by: '' });
  const { id } = props.permit;
  const by = form.values.by.trim() ? { by: personNamed(form.values.by, people) } : {};
  return (
    <ActionForm
      {...props}
      act={() => rest.requestPermit({ permit: id, body: by })}
      verb="request"
      said="It was asked for, and waits to be issued."
    >
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
  const form = useForm({ valid_from: localOf(permit.valid_from), valid_to: localOf(permit.valid_to), notes: '' });
  const { valid_from, valid_to, notes } = form.values;
  const body = { valid_from: instantOf(valid_from), valid_to: instantOf(valid_to), notes: notes.trim() || null };
  return (
    <ActionForm
      {...props}
      act={() => rest.authorisePermit({ permit: permit.id, body })}
      verb="authorise"
      isComplete={() => form.has('valid_from', 'valid_to')}
      said="It is issued. Somebody else has to accept it."
    >
      <p>You issue it: you answer for the conditions, and cannot hold it yourself.</p>
      <div class="pair">
        <TextField
          {...form.field('valid_from', 'Say from when it is valid.')}
          label="Valid from"
          type="datetime-local"
        />
        <TextField {...form.field('valid_to', 'Say until when it is valid.')} label="Valid to" type="datetime-local" />
      </div>
      <TextField {...form.field('notes')} label="Conditions" optional rows={2} />
    </ActionForm>
  );
}

export function Accept(props: ActionProps) {
  const { permit } = props;
  const people = usePeople();
  const form = useForm({ by: '', explained: '' });
  const act = (): Promise<unknown> => {
    const names = form.values.explained.split('\n').filter((name) => name.trim() !== '');
    const explained_to = names.map((name) => personNamed(name, people));
    return rest.acceptPermit({ permit: permit.id, body: { by: personNamed(form.values.by, people), explained_to } });
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
        help={`Anybody but ${permit.issuer?.name ?? 'who issued it'}.`}
        label="Who holds it?"
        people={people}
      />
      <TextField {...form.field('explained')} help="One name on each line." label="Explained to" optional rows={3} />
    </ActionForm>
  );
}

export function Open(props: ActionProps) {
  const { id, holder, valid_to: end } = props.permit;
  return (
    <ActionForm
      {...props}
      act={() => rest.openPermit({ permit: id, body: { by: inName(holder) } })}
      verb="open"
      said="The permit is open: the work may begin."
    >
      <p>
        The work may begin, under {holder?.name}, until {end && recently(end)}.
      </p>
    </ActionForm>
  );
}
