/** Enrols a tablet: a name, then a code that the field app takes once, within 15 minutes. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useForm } from '../base/form.ts';
import type { Rest } from '../base/attempt.ts';
import { atTime } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { ChooseProjects } from './choose-projects.tsx';
import { QrCode } from '../../ui/charts/qr-code.tsx';

export function EnrolDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ name: '' });
  const [projects, setProjects] = useState<readonly string[]>([]);
  const [made, setMade] = useState<Awaited<ReturnType<Rest['createDeviceCode']>> | null>(null);
  const withdrawing = useWork();
  const withdraw = (id: string): Promise<void> =>
    withdrawing.run(async (attempt) => {
      await attempt.revokeToken({ token: id });
      tell('The code is withdrawn.');
      onClose();
    });
  if (made)
    return (
      <Dialog onClose={onClose} title={`A code for ${made.name}`}>
        <QrCode label={`The code ${made.code} as a QR code`} text={made.url} />
        <p class="number big device-code">{made.code}</p>
        <ol class="bullets">
          <li>
            Scan it with the camera of the tablet, or open {new URL(made.url).host}/field there and type the code.
          </li>
          <li>Add the page to the home screen.</li>
          <li>Stay in reach of the signal until the site is on the tablet.</li>
        </ol>
        <p class="second">It works once, until {atTime(made.expires_at)}.</p>
        <Refusal of={withdrawing} />
        <div class="dialog-foot">
          <Button busy={withdrawing.isBusy} onClick={() => withdraw(made.id)}>
            Withdraw the code
          </Button>
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
      save={async (attempt) => {
        const limit = projects.length > 0 ? { project_ids: [...projects] } : {};
        setMade(await attempt.createDeviceCode({ body: { name: form.values.name, ...limit } }));
      }}
      title="Enrol a tablet"
      verb="Make the code"
    >
      <TextField
        {...form.field('name', 'Give the tablet a name.')}
        autofocus
        help="As it is written on its back, such as Block C site tablet 1."
        label="Name of the tablet"
      />
      <ChooseProjects chosen={projects} legend="Which projects does it get?" onChoose={setProjects} />
    </FormDialog>
  );
}
