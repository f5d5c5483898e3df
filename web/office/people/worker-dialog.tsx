/** Adds a person who works on the sites, or changes one; people have no account here. */
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import { SelectField, TextField } from '../../ui/field.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import { useForm } from '../base/form.ts';
import { statementLanguages } from '../base/languages.ts';
import { go } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import type { Worker } from './expiry.tsx';

/** `worker` null = a new one. */
export function WorkerDialog({ worker, onClose }: { readonly worker: Worker | null; readonly onClose: () => void }) {
  const form = useForm({
    name: worker?.name ?? '',
    employer_name: worker?.employer_name ?? '',
    trade: worker?.trade ?? '',
    role: worker?.role ?? '',
    preferred_language: worker?.preferred_language ?? '',
    mobile: worker?.mobile ?? '',
    young_person: worker?.young_person == null ? '' : worker.young_person ? 'yes' : 'no',
    active: worker?.active === false ? 'no' : 'yes',
  });
  const save = async (): Promise<void> => {
    const { name, young_person: young, active, ...texts } = form.values;
    const body = {
      name: name.trim(),
      young_person: young === '' ? null : young === 'yes',
      active: active === 'yes',
      ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim() || null])),
    };
    if (worker) {
      await rest.updateWorker({ worker: worker.id, ifRevision: worker.revision, body });
      tell('Saved.');
    } else {
      const { id } = await rest.createWorker({ body });
      tell(`${body.name} is on the list. Add the cards next.`);
      go(`/office/people/${id}`);
    }
  };
  const known = form.values.preferred_language;
  const others = known && !statementLanguages.some(([tag]) => tag === known) ? [[known, known] as const] : [];
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title={worker ? 'Edit the person' : 'Add a person'}
      verb={worker ? 'Save' : 'Add the person'}
    >
      <TextField {...form.field('name', 'Write the name.')} autofocus label="Name" />
      <div class="pair">
        <TextField {...form.field('employer_name')} label="Employer" optional />
        <TextField {...form.field('trade')} label="Trade" optional />
        <SelectField
          {...form.field('role')}
          label="Role"
          options={[['', 'Not said'], ...enums.personnel_role.map((each) => [each, asWords(each)] as const)]}
        />
        <SelectField
          {...form.field('preferred_language')}
          label="Reads"
          options={[['', 'Not said'], ...statementLanguages, ...others]}
        />
        <TextField {...form.field('mobile')} label="Mobile" optional />
        <SelectField
          {...form.field('young_person')}
          label="Under 18?"
          options={[
            ['', 'Not said'],
            ['yes', 'Yes'],
            ['no', 'No'],
          ]}
        />
        {worker && (
          <SelectField
            {...form.field('active')}
            help="Who has left is not offered for briefings any more; sign-offs stay."
            label="Works for us"
            options={[
              ['yes', 'Yes'],
              ['no', 'Has left'],
            ]}
          />
        )}
      </div>
    </FormDialog>
  );
}
