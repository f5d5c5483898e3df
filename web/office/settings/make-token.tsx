/** Makes a token: what it is for, what it may do, and for how long. */
import { SelectField, TextField } from '../../ui/field.tsx';
import { useForm } from '../base/form.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';

const roles = [
  ['integration', 'Integration: reads, and writes what its scopes allow'],
  ['viewer', 'Viewer: reads only'],
  ['author', 'Author: writes documents'],
  ['manager', 'Manager: also approves'],
] as const;

export function MakeToken({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (token: string) => void;
}) {
  const form = useForm({ name: '', role: 'viewer', days: '365' });
  const save = async (): Promise<void> => {
    const role = roles.find(([each]) => each === form.values.role)?.[0] ?? 'viewer';
    const body = { name: form.values.name, role, expires_in_days: Number(form.values.days) };
    onMade((await rest.createToken({ body })).token);
  };
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title="Make a token"
      verb="Make the token"
    >
      <TextField {...form.field('name', 'Say what it is for.')} autofocus label="What is it for?" />
      <SelectField {...form.field('role')} label="What may it do?" options={roles} />
      <SelectField
        {...form.field('days')}
        label="For how long?"
        options={[
          ['30', '30 days'],
          ['365', 'One year'],
          ['730', 'Two years'],
        ]}
      />
    </FormDialog>
  );
}
