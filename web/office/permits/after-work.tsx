/** The end of a permit: the place is handed back, and it is closed, with or without all that is asked for, or cancelled. */
import { withEmployer } from '../../../shared/model/same-person.ts';
import { unmetAtClosing } from '../../../shared/resources/permit/limits.ts';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from '../base/form.ts';
import { usePeople } from '../base/people.ts';
import { ActionForm, type Act, type ActionProps } from './action-form.tsx';
import { PersonField } from './person-field.tsx';
import { personNamed } from './person-named.ts';
import { asStored, inName } from './types.ts';
import { unmetWords } from './unmet-words.ts';

export function Finish(props: ActionProps) {
  const { holder } = props.permit;
  return (
    <ActionForm
      {...props}
      act={(target, attempt) => attempt.completePermitWork({ ...target, body: { by: inName(holder) } })}
      verb="work_complete"
      said="The work is finished. The permit stays until it is closed."
    >
      <p>
        {holder?.name ?? 'The holder'} hands the place back: nobody works under this permit any more. A fire watch
        counts from now.
      </p>
    </ActionForm>
  );
}

export function Cancel(props: ActionProps) {
  const form = useForm({ reason: '' });
  return (
    <ActionForm
      {...props}
      act={(target, attempt) => attempt.cancelPermit({ ...target, body: { reason: form.values.reason } })}
      verb="cancel"
      isComplete={() => form.has('reason')}
      said="The permit is cancelled."
    >
      <p>The permit ends for good, without being closed. It stays in the list of past ones.</p>
      <TextField {...form.field('reason', 'Say why it is cancelled.')} autofocus label="Why?" />
    </ActionForm>
  );
}

export function Close(props: ActionProps) {
  const { permit, settings } = props;
  const people = usePeople();
  const form = useForm({ accepted_by: '', reason: '', notes: '' });
  const unmet = unmetAtClosing(asStored(permit), settings);
  const isEarly = unmet.length > 0;
  const { accepted_by, reason, notes } = form.values;
  const act: Act = async (target, attempt) => {
    const by = isEarly ? await personNamed(attempt, accepted_by, people) : null;
    const exception = by ? { closure_exception: { accepted_by: by, reason } } : {};
    const body = { by: inName(permit.holder), closure_notes: notes.trim() || null, ...exception };
    return attempt.closePermit({ ...target, body });
  };
  return (
    <ActionForm
      {...props}
      act={act}
      verb="close"
      isComplete={() => !isEarly || form.has('accepted_by', 'reason')}
      said="The permit is closed."
    >
      {isEarly ? (
        <>
          <Notice tone="care">
            Not all that is asked for was done:
            <ul class="bullets">
              {unmet.map((each) => (
                <li key={each.rule}>{unmetWords(each)}</li>
              ))}
            </ul>
          </Notice>
          <p>It closes all the same where somebody who neither issued nor held it accepts that, with a reason.</p>
          <PersonField
            {...form.field('accepted_by', 'Write who accepts it.')}
            autofocus
            help={`Anybody but ${insidersOf(permit).join(' and ')}.`}
            label="Who accepts it?"
            people={people}
          />
          <TextField {...form.field('reason', 'Say why it is safe.')} label="Why is it safe?" rows={2} />
        </>
      ) : (
        <p>All that is asked for was done. The permit ends, and nothing of it can be changed any more.</p>
      )}
      <TextField {...form.field('notes')} label="Notes" optional rows={2} />
    </ActionForm>
  );
}

/** Names of all who ever issued or held it. */
function insidersOf({ authorised_by, accepted_by, handovers }: ActionProps['permit']): string[] {
  const people = [authorised_by, accepted_by, ...handovers.map(({ to }) => to)];
  return [...new Set(people.flatMap((person) => (person ? [withEmployer(person)] : [])))];
}
