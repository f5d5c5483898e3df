/** Changes a user: name, address, job title and role; a new role holds at once, wherever they are signed in. */
import { SelectField, TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import { useForm } from '../base/form.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { userRoles } from './user-roles.ts';

type User = Awaited<ReturnType<typeof rest.listUsers>>['data'][number];

export function ChangeUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const form = useForm({
    name: user.name,
    email: user.email ?? '',
    job_title: user.job_title ?? '',
    role: user.role,
  });
  const { name, email, job_title: title, role } = form.values;
  const save = async (): Promise<void> => {
    const chosen = userRoles.find(([each]) => each === role)?.[0];
    const body = { name, email: email.trim() || null, job_title: title.trim() || null };
    await rest.updateUser({
      user: user.id,
      body: { ...body, ...(chosen ? { role: chosen } : {}) },
      ifRevision: user.revision,
    });
    tell(`${name} is changed.`);
  };
  const isOther = !userRoles.some(([each]) => each === user.role);
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      onClose={onClose}
      save={save}
      title={`Change ${user.name}`}
      verb="Save"
    >
      <TextField {...form.field('name', 'Write the name.')} autofocus label="Name" />
      <TextField
        {...form.field('email')}
        help="The sign-in link goes there. Without an address nobody can sign in as this user."
        label="E-mail"
        optional
        type="email"
      />
      <TextField {...form.field('job_title')} label="Job title" optional />
      <SelectField
        {...form.field('role')}
        label="Role"
        options={isOther ? [[user.role, user.role], ...userRoles] : userRoles}
      />
    </FormDialog>
  );
}
