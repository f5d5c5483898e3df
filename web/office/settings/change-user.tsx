/** Changes a user: name, address, job title and role; a new role holds at once, wherever they are signed in. */
import { SelectField, TextField } from '../../ui/field.tsx';
import { tell } from '../../ui/toasts.tsx';
import { emptied, useEdit } from '../base/edit.ts';
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Meanwhile } from '../frame/meanwhile.tsx';
import { FirmField, firmNeeded } from './firm-field.tsx';
import { ofFirm, userRoles } from './user-roles.ts';

type User = Awaited<ReturnType<Rest['listUsers']>>['data'][number];

function textsOf(user: User) {
  const { name, email, job_title, contractor_id } = user;
  return {
    name,
    email: email ?? '',
    job_title: job_title ?? '',
    role: user.role as string,
    contractor_id: contractor_id ?? '',
  };
}

export function ChangeUser({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const form = useEdit<keyof ReturnType<typeof textsOf>, User>(user, textsOf, () => rest.getUser({ user: user.id }));
  const { name, role } = form.values;
  const isOfFirm = role === ofFirm;
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(async ({ base, changes }) => {
      const body = emptied(changes) as Partial<User>; // the name is not empty, and the role is one of those that are offered
      await attempt.updateUser({ user: base.id, body, ifRevision: base.revision });
    });
    tell(`${name} is changed.`);
  };
  const isOther = !userRoles.some(([each]) => each === user.role);
  return (
    <FormDialog
      isComplete={() => form.has('name', ...(isOfFirm ? (['contractor_id'] as const) : []))}
      onClose={onClose}
      save={save}
      title={`Change ${user.name}`}
      verb="Save"
    >
      <Meanwhile of={form} />
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
      {isOfFirm && <FirmField {...form.field('contractor_id', firmNeeded)} />}
    </FormDialog>
  );
}
