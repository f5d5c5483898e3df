/** During the work: stopping it, letting it go on, more time, and handing a part over. */
import { useState } from 'preact/hooks';
import { withEmployer } from '../../../shared/model/same-person.ts';
import { FieldGroup } from '../../ui/input/field-group.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm } from '../base/form.ts';
import { usePeople } from '../base/people.ts';
import { recently } from '../base/times.ts';
import { TimeField } from '../frame/time-field.tsx';
import { ActionForm, type Act, type ActionProps } from './action-form.tsx';
import { PersonField } from './person-field.tsx';
import { personNamed } from './person-named.ts';
import { inName } from './types.ts';

const reasons = ['Wind or weather', 'Alarm', 'Gas', 'Unsafe access', 'Services found', 'Not as planned'];

export function Suspend(props: ActionProps) {
  const { holder } = props.permit;
  const form = useForm({ reason: '' });
  return (
    <ActionForm
      {...props}
      act={(target, attempt) => attempt.suspendPermit({ ...target, body: { reason: form.values.reason } })}
      verb="suspend"
      isComplete={() => form.has('reason')}
      said="The work is stopped. Tell the holder now."
    >
      <p>
        The permit says that the work stops. Tell {holder?.name ?? 'the holder'} besides: a tablet may have no signal.
      </p>
      <TextField
        {...form.field('reason', 'Say why the work stops.')}
        autofocus
        label="Why?"
        offers={reasons.map((reason) => [reason, ''] as const)}
      />
    </ActionForm>
  );
}

const usualChecks = ['The place is safe again', 'The precautions are in place', 'Everybody has been told'];

export function Resume(props: ActionProps) {
  const { issuer, checks, suspensions } = props.permit;
  const items = checks.length > 0 ? checks.map(({ item }) => item) : usualChecks;
  const stop = suspensions.length;
  const [looked, setLooked] = useState<{ after: number; at: readonly string[] }>({ after: stop, at: [] });
  // What was looked at before another stop has to be looked at again.
  const ticked = looked.after === stop ? looked.at : [];
  const [isMissing, setMissing] = useState(false);
  // The permit may change meanwhile: what counts is what it asks now.
  const isAll = items.every((item) => ticked.includes(item));
  const isComplete = (): boolean => {
    setMissing(!isAll);
    return isAll;
  };
  const body = { revalidated_checks: items, by: inName(issuer) };
  return (
    <ActionForm
      {...props}
      act={(target, attempt) => attempt.resumePermit({ ...target, body })}
      verb="resume"
      isComplete={isComplete}
      said="The work goes on."
    >
      <p>Only {issuer?.name} lets the work go on, and it is recorded in that name.</p>
      <FieldGroup
        error={isMissing && !isAll ? 'Each of these has to be looked at before the work goes on.' : undefined}
        legend="Tick what was looked at again"
      >
        <div class="form">
          {items.map((item) => (
            <CheckField
              checked={ticked.includes(item)}
              key={item}
              label={item}
              onInput={(checked) =>
                setLooked({ after: stop, at: checked ? [...ticked, item] : ticked.filter((each) => each !== item) })
              }
            />
          ))}
        </div>
      </FieldGroup>
    </ActionForm>
  );
}

export function Extend(props: ActionProps) {
  const { valid_to: end, holder } = props.permit;
  const form = useForm({ to: end ?? '', notes: '' });
  const { to } = form.values;
  return (
    <ActionForm
      {...props}
      act={(target, attempt) =>
        attempt.extendPermit({ ...target, body: { to, notes: form.values.notes.trim() || null } })
      }
      verb="extend"
      isComplete={() => form.has('to')}
      said={`It holds until ${to && recently(to)}.`}
    >
      <p>You extend it, after a look at the place. {holder?.name}, who holds it, cannot.</p>
      <TimeField {...form.field('to', 'Say until when.')} autofocus label="Valid to" />
      <TextField {...form.field('notes')} label="Why?" optional />
    </ActionForm>
  );
}

const roles = [
  ['holder', 'The work: somebody else holds the permit'],
  ['issuer', 'The conditions: somebody else answers as issuer'],
] as const;

export function HandOver(props: ActionProps) {
  const { holder, issuer } = props.permit;
  const people = usePeople();
  const form = useForm({ role: 'holder', to: '', notes: '' });
  const role = form.values.role === 'issuer' ? 'issuer' : 'holder';
  const [from, other] = role === 'issuer' ? [issuer, holder] : [holder, issuer];
  const act: Act = async (target, attempt) => {
    const to = await personNamed(attempt, form.values.to, people);
    return attempt.handOverPermit({
      ...target,
      body: { to, role, by: inName(from), notes: form.values.notes.trim() || null },
    });
  };
  return (
    <ActionForm
      {...props}
      act={act}
      verb="hand_over"
      isComplete={() => form.has('to')}
      said={`${form.values.to} took it over.`}
    >
      <SelectField {...form.field('role')} label="What is handed over?" options={roles} />
      <p>It is recorded in the name of {from?.name}, who hands it over.</p>
      <PersonField
        {...form.field('to', 'Write who takes it over.')}
        help={other ? `Anybody but ${withEmployer(other)}.` : undefined}
        label="Who takes it over?"
        people={people}
      />
      <TextField {...form.field('notes')} label="What do they have to know?" optional rows={3} />
    </ActionForm>
  );
}
