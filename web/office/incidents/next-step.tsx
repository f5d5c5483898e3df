/** What is next for an incident: to assess it, to investigate, to say what was found, or to close it. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useEdit } from '../base/edit.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { readAgain, type IncidentPart, type Read } from './part.ts';
import { isRiddor, riddorChoices, severities } from './words.ts';

type Step = 'triage' | 'findings';

export function NextStep({ incident, again }: IncidentPart) {
  const { id, status, investigation, revision } = incident;
  const [open, setOpen] = useState<Step | null>(null);
  const work = useWork();
  const left = (investigation?.actions ?? []).filter(({ done_on: done }) => !done).length;
  const take = (words: string, call: (attempt: Rest) => Promise<unknown>): Promise<void> =>
    work.run(async (attempt) => {
      await call(attempt);
      tell(words);
      again();
    });
  const investigate = () =>
    take('The investigation is open.', (attempt) =>
      attempt.investigateIncident({ incident: id, ifRevision: revision, body: {} }),
    );
  const close = () =>
    take('The incident is closed.', (attempt) =>
      attempt.closeIncident({ incident: id, ifRevision: revision, body: {} }),
    );
  const shut = (): void => {
    setOpen(null);
    again();
  };
  return (
    <Panel title="Next step">
      <div class="pad form">
        <Refusal of={work} />
        {status === 'reported' && (
          <Button look="act" onClick={() => setOpen('triage')} wide>
            Assess it
          </Button>
        )}
        {(status === 'triaged' || status === 'actions_open') && (
          <Button
            busy={work.isBusy}
            {...(status === 'triaged' ? { look: 'act' as const } : {})}
            onClick={investigate}
            wide
          >
            {status === 'triaged' ? 'Begin the investigation' : 'Investigate again'}
          </Button>
        )}
        {status === 'investigating' && (
          <Button look="act" onClick={() => setOpen('findings')} wide>
            Say what was found
          </Button>
        )}
        {status !== 'reported' && (
          <>
            <Button busy={work.isBusy} disabled={left > 0} icon="check" onClick={close} wide>
              Close the incident
            </Button>
            <p class="second">
              {left > 0
                ? `${left === 1 ? '1 action is' : `${left} actions are`} not done yet.`
                : 'Once it is closed only notes can be added.'}
            </p>
          </>
        )}
      </div>
      {open === 'triage' && <Triage incident={incident} onClose={shut} />}
      {open === 'findings' && <Findings incident={incident} onClose={shut} />}
    </Panel>
  );
}

type DialogProps = Pick<IncidentPart, 'incident'> & { readonly onClose: () => void };

function Triage({ incident, onClose }: DialogProps) {
  const textsOf = (read: Read) => ({
    potential_severity: String(read.potential_severity ?? ''),
    actual_severity: String(read.actual_severity ?? ''),
    riddor_category: read.riddor_category,
  });
  const form = useEdit<keyof ReturnType<typeof textsOf>, Read>(incident, textsOf, () => readAgain(incident));
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, values }) => {
      const { potential_severity: potential, actual_severity: actual, riddor_category: category } = values;
      const body = {
        potential_severity: Number(potential) || null,
        actual_severity: Number(actual) || null,
        ...(isRiddor(category) ? { riddor_category: category } : {}),
      };
      await attempt.triageIncident({ incident: base.id, ifRevision: base.revision, body });
    });
    tell('Assessed.');
  };
  return (
    <FormDialog onClose={onClose} save={save} title="Assess the report" verb="Keep the assessment">
      <Meanwhile of={form} />
      <div class="pair">
        <SelectField
          {...form.field('actual_severity')}
          label="How bad it was"
          options={[['', 'Not said'], ...severities]}
        />
        <SelectField
          {...form.field('potential_severity')}
          label="How bad it could have been"
          options={[['', 'Not said'], ...severities]}
        />
      </div>
      <SelectField {...form.field('riddor_category')} label="Report to the HSE" options={riddorChoices} />
    </FormDialog>
  );
}

function Findings({ incident, onClose }: DialogProps) {
  const textsOf = ({ investigation }: Read) => ({
    root_cause: investigation?.root_cause ?? '',
    action: '',
    owner: '',
    due_on: '',
  });
  const form = useEdit<keyof ReturnType<typeof textsOf>, Read>(incident, textsOf, () => readAgain(incident));
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, values: { root_cause: cause, action, owner, due_on: due } }) => {
      const task = { text: action.trim(), owner: owner.trim() ? { name: owner.trim() } : null, due_on: due || null };
      const body = { root_cause: cause.trim(), actions: action.trim() ? [task] : [] };
      await attempt.planIncidentActions({ incident: base.id, ifRevision: base.revision, body });
    });
    tell('Kept. The actions are open.');
  };
  const isPlanned = (incident.investigation?.actions ?? []).length > 0;
  return (
    <FormDialog
      isComplete={() => (isPlanned ? form.has('root_cause') : form.has('root_cause', 'action'))}
      onClose={onClose}
      save={save}
      title="What was found"
      verb="Keep the findings"
    >
      <Meanwhile of={form} />
      <TextField {...form.field('root_cause', 'Write why it happened.')} autofocus label="Root cause" rows={3} />
      <TextField
        {...form.field('action', 'Write what will be done.')}
        label="What will be done first"
        optional={isPlanned}
        rows={2}
      />
      <div class="pair">
        <TextField {...form.field('owner')} label="Who does it" optional />
        <TextField {...form.field('due_on')} label="Until" optional type="date" />
      </div>
    </FormDialog>
  );
}
