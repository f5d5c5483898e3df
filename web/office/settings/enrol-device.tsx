/** Enrols a tablet: a name, then a code that the field app takes once, within 15 minutes. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../base/form.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';

export function EnrolDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ name: '' });
  const [made, setMade] = useState<Awaited<ReturnType<typeof rest.createDeviceCode>> | null>(null);
  if (made)
    return (
      <Dialog onClose={onClose} title={`A code for ${made.name}`}>
        <p>
          Open <b>{new URL(made.url).host}/field</b> on the tablet and type this code. It works once, for 15 minutes.
        </p>
        <p class="number big device-code">{made.code}</p>
        <div class="dialog-foot">
          <Button look="act" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      keepsOpen
      onClose={onClose}
      save={async () => setMade(await rest.createDeviceCode({ body: { name: form.values.name } }))}
      title="Enrol a tablet"
      verb="Make the code"
    >
      <TextField
        {...form.field('name', 'Give the tablet a name.')}
        autofocus
        help="As it is written on its back, such as Block C site tablet 1."
        label="Name of the tablet"
      />
    </FormDialog>
  );
}
