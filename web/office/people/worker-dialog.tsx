/** Adds a person who works on the sites, or changes one; people have no account here. */
import enums from '../../../shared/reference/enums.json' with { type: 'json' };
import { SelectField, TextField } from '../../ui/field.tsx';
import { asWords } from '../../ui/status.ts';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { emptied, useEdit } from '../base/edit.ts';
import { statementLanguages } from '../base/languages.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import type { Worker } from './expiry.tsx';

function textsOf(worker: Worker | null) {
  return {
    name: worker?.name ?? '',
    employer_name: worker?.employer_name ?? '',
    trade: worker?.trade ?? '',
    role: worker?.role ?? '',
    preferred_language: worker?.preferred_language ?? '',
    mobile: worker?.mobile ?? '',
    young_person: worker?.young_person == null ? '' : worker.young_person ? 'yes' : 'no',
    active: worker?.active === false ? 'no' : 'yes',
  };
}

function bodyOf({ young_person: young, active, ...texts }: Partial<ReturnType<typeof textsOf>>) {
  return {
    ...(young === undefined ? {} : { young_person: young === '' ? null : young === 'yes' }),
    ...(active === undefined ? {} : { active: active === 'yes' }),
    ...emptied(texts),
  } as Partial<Worker>; // the name is not empty
}

/** `worker` null = a new one. */
export function WorkerDialog({ worker, onClose }: { readonly worker: Worker | null; readonly onClose: () => void }) {
  const form = useEdit<keyof ReturnType<typeof textsOf>, Worker | null>(worker, textsOf, () =>
    rest.getWorker({ worker: worker?.id ?? '' }),
  );
  const save = (attempt: Rest): Promise<void> =>
    form.save(async ({ base, changes, values }) => {
      if (base) {
        await attempt.updateWorker({ worker: base.id, ifRevision: base.revision, body: bodyOf(changes) });
        tell('Saved.');
      } else {
        const name = values.name.trim();
        const { id } = await attempt.createWorker({ body: { ...bodyOf(values), name } });
        tell(`${name} is on the list. Add the cards next.`);
        attempt.goOn(`/office/people/${id}`);
      }
    });
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
      <Meanwhile of={form} />
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
