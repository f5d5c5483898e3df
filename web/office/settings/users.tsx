/** Users: who may sign in, with which role; added, changed and switched off here. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { useMe } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { ChangeUser } from './change-user.tsx';
import { FirmField, firmNeeded } from './firm-field.tsx';
import { RemovePasskeysButton } from './remove-passkeys-button.tsx';
import { SettingsScreen } from './settings-screen.tsx';
import { ofFirm, userRoles } from './user-roles.ts';
import { Refusal } from '../frame/refusal.tsx';

export function Users() {
  const list = useLive('users', (told) => everyRow((query) => rest.listUsers({ query }), told('users')));
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<User | null>(null);
  const work = useWork();
  const change = (words: string, call: (attempt: Rest) => Promise<unknown>): Promise<void> =>
    work.run(async (attempt) => {
      await call(attempt);
      tell(words);
      list.again();
    });
  return (
    <SettingsScreen chosen="users">
      <Refusal of={work} />
      <Panel
        actions={
          <Button icon="plus" look="act" onClick={() => setAdding(true)} small>
            Add user
          </Button>
        }
        count={list.value?.meta.total ?? ''}
        title="Users"
      >
        <ShownRows empty={<Empty icon="users" title="No users yet." />} of={list}>
          {(rows) => (
            <ul class="rows">
              {rows.map((user) => (
                <UserRow change={change} key={user.id} onChange={() => setChanged(user)} user={user} />
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
      {changed && (
        <ChangeUser
          onClose={() => {
            setChanged(null);
            list.again();
          }}
          user={changed}
        />
      )}
      {isAdding && (
        <AddUser
          onClose={() => {
            setAdding(false);
            list.again();
          }}
        />
      )}
    </SettingsScreen>
  );
}

type User = Parameters<typeof ChangeUser>[0]['user'];

/** What nobody does to themselves is not offered there. */
function UserRow({
  user: { id, name, email, role, job_title, active },
  onChange,
  change,
}: {
  readonly user: User;
  readonly onChange: () => void;
  readonly change: (words: string, call: (attempt: Rest) => Promise<unknown>) => Promise<void>;
}) {
  const isMe = useMe()?.actor.id === id;
  return (
    <li>
      <Icon name="user" size={20} />
      <span class="main">
        <b class="title">{name}</b>
        <span class="second">{[job_title, email].filter(Boolean).join(' · ')}</span>
      </span>
      <Tag tone={active ? 'plain' : 'care'}>{active ? asWords(role) : 'Switched off'}</Tag>
      {active && (
        <Button onClick={onChange} small>
          Change
        </Button>
      )}
      {!isMe && active && <RemovePasskeysButton id={id} name={name} />}
      {!isMe &&
        (active ? (
          <Button
            key="off"
            onClick={() =>
              change(`${name} is signed out everywhere.`, (attempt) => attempt.deactivateUser({ user: id }))
            }
            small
          >
            Switch off
          </Button>
        ) : (
          <Button
            key="on"
            onClick={() => change(`${name} may sign in again.`, (attempt) => attempt.reactivateUser({ user: id }))}
            small
          >
            Switch on
          </Button>
        ))}
    </li>
  );
}

function AddUser({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ name: '', email: '', job_title: '', role: 'author', contractor_id: '' });
  const isOfFirm = form.values.role === ofFirm;
  const save = async (attempt: Rest): Promise<void> => {
    const role = userRoles.find(([each]) => each === form.values.role)?.[0] ?? 'viewer';
    const { contractor_id: firm, ...written } = form.written();
    await attempt.createUser({
      body: { ...written, name: form.values.name, role, ...(isOfFirm && firm ? { contractor_id: firm } : {}) },
    });
    tell(`${form.values.name} signs in with ${form.values.email}.`);
  };
  return (
    <FormDialog
      isComplete={() => form.has('name', 'email', ...(isOfFirm ? (['contractor_id'] as const) : []))}
      onClose={onClose}
      save={save}
      title="Add a user"
      verb="Add user"
    >
      <TextField {...form.field('name', 'Write the name.')} autofocus label="Name" />
      <TextField
        {...form.field('email', 'Write the address that the sign-in link goes to.')}
        help="The sign-in link goes there."
        label="E-mail"
        type="email"
      />
      <TextField {...form.field('job_title')} label="Job title" optional />
      <SelectField {...form.field('role')} label="Role" options={userRoles} />
      {isOfFirm && <FirmField {...form.field('contractor_id', firmNeeded)} />}
    </FormDialog>
  );
}
