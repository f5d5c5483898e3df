/** Renames a tablet; what it writes from then on has the new name. */
import { TextField } from '../../../ui/field.tsx';
import { tell } from '../../../ui/toasts.tsx';
import type { Rest } from '../../base/attempt.ts';
import { useForm } from '../../base/form.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';

export function RenameDevice({
  id,
  name,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const form = useForm({ name });
  const save = async (attempt: Rest): Promise<void> => {
    await attempt.updateToken({ token: id, body: { name: form.values.name } });
    tell(`It is called ${form.values.name} now.`);
  };
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title={`Rename ${name}`}
      verb="Rename"
    >
      <TextField {...form.field('name', 'Give the tablet a name.')} autofocus label="Name of the tablet" />
    </FormDialog>
  );
}
