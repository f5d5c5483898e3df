/** Adds a project, or a site of one. */
import { TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useForm } from '../base/form.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';

export function AddProject({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ name: '', reference: '', client_name: '', start_date: '', end_date: '' });
  const save = async (): Promise<void> => {
    await rest.createProject({ body: { ...form.written(), name: form.values.name, status: 'active' } });
    tell(`${form.values.name} is a project now.`);
  };
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title="New project"
      verb="Add project"
    >
      <TextField {...form.field('name', 'Write the name of the project.')} autofocus label="Name" />
      <TextField
        {...form.field('reference')}
        help="Part of the reference of every document, such as HLC-014."
        label="Reference"
        optional
      />
      <TextField {...form.field('client_name')} label="Client" optional />
      <div class="pair">
        <TextField {...form.field('start_date')} label="Work begins" optional type="date" />
        <TextField {...form.field('end_date')} label="Work ends" optional type="date" />
      </div>
    </FormDialog>
  );
}

export function AddSite({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const form = useForm({ name: '', address: '', postcode: '', site_contact_name: '', site_contact_phone: '' });
  const save = async (): Promise<void> => {
    await rest.createSite({ body: { ...form.written(), name: form.values.name, project_id: project } });
    tell(`${form.values.name} is a site now.`);
  };
  return (
    <FormDialog isComplete={() => form.has('name')} onClose={onClose} save={save} title="New site" verb="Add site">
      <TextField {...form.field('name', 'Write the name of the site.')} autofocus label="Name" />
      <div class="pair">
        <TextField {...form.field('address')} label="Address" optional />
        <TextField {...form.field('postcode')} label="Postcode" optional />
        <TextField {...form.field('site_contact_name')} label="Site contact" optional />
        <TextField {...form.field('site_contact_phone')} label="Telephone" optional />
      </div>
    </FormDialog>
  );
}
