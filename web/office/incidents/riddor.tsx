/** Whether the HSE has to be told, by when, and who decided: the facts suggest, a person decides. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { emptied, useEdit } from '../base/edit.ts';
import { useMay } from '../base/me.ts';
import { daysUntil, onDay } from '../base/times.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { readAgain, type IncidentPart, type Read } from './part.ts';
import { isRiddor, riddorChoices, riddorWord } from './words.ts';

export function Riddor({ incident, again }: IncidentPart) {
  const { riddor_category: decided, riddor_suggested: suggested, riddor_due_on: due, status } = incident;
  const [isDeciding, setDeciding] = useState(false);
  const mayManage = useMay('incidents:manage');
  const isOpen = decided === 'undetermined';
  return (
    <Panel
      actions={due && !isReported(incident) && <Tag tone={daysUntil(due) < 3 ? 'stop' : 'care'}>Due {onDay(due)}</Tag>}
      title="Report to the HSE (RIDDOR)"
    >
      <Facts
        facts={[
          ['Decision', riddorWord(decided)],
          ['The facts suggest', isOpen && (suggested ? riddorWord(suggested) : 'no report')],
          ['Report by', due && onDay(due)],
          ['Why', incident.riddor_rationale],
          ['Diagnosed', incident.diagnosed_on && onDay(incident.diagnosed_on)],
          ['F2508 reference', incident.f2508_reference],
        ]}
      />
      {mayManage && status !== 'closed' && (
        <div class="pad choices">
          <Button icon="scale" onClick={() => setDeciding(true)}>
            {isOpen ? 'Decide' : 'Change the decision'}
          </Button>
        </div>
      )}
      {isDeciding && (
        <Decide
          incident={incident}
          onClose={() => {
            setDeciding(false);
            again();
          }}
        />
      )}
    </Panel>
  );
}

function isReported({ f2508_reference: reference }: IncidentPart['incident']): boolean {
  return Boolean(reference);
}

function Decide({ incident, onClose }: { readonly incident: IncidentPart['incident']; readonly onClose: () => void }) {
  const textsOf = (read: Read) => ({
    riddor_category: read.riddor_category,
    riddor_rationale: read.riddor_rationale ?? '',
    f2508_reference: read.f2508_reference ?? '',
    diagnosed_on: read.diagnosed_on ?? '',
  });
  const form = useEdit<keyof ReturnType<typeof textsOf>, Read>(incident, textsOf, () => readAgain(incident));
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, values: { riddor_category: category }, changes }) => {
      const { riddor_category: _, ...texts } = changes;
      // The category is a decision even where it stays as it was.
      const body = { ...emptied(texts), ...(isRiddor(category) ? { riddor_category: category } : {}) };
      await attempt.updateIncident({ incident: base.id, ifRevision: base.revision, body });
    });
    tell('The decision is kept.');
  };
  return (
    <FormDialog onClose={onClose} save={save} title="Report to the HSE" verb="Keep the decision">
      <Meanwhile of={form} />
      <SelectField {...form.field('riddor_category')} label="What it is" options={riddorChoices} />
      <TextField {...form.field('riddor_rationale')} label="Why" optional rows={2} />
      <div class="pair">
        <TextField
          {...form.field('diagnosed_on')}
          help="Of a disease, by a doctor in writing."
          label="Diagnosed on"
          optional
          type="date"
        />
        <TextField {...form.field('f2508_reference')} label="F2508 reference" optional />
      </div>
    </FormDialog>
  );
}
