/** The person's passkeys: a second step of signing in, added and removed here. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { noteRemoved } from '../../ui/written/one-press.ts';
import { useForm } from '../base/form.ts';
import { useLive } from '../base/loaded.ts';
import { signIn } from '../base/server.ts';
import { onDay, recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { canUsePasskeys, makePasskey, noPasskey } from '../sign-in/authenticator.ts';

export function Passkeys() {
  const list = useLive('passkeys', () => signIn.listPasskeys({}));
  const [isAdding, setAdding] = useState(false);
  const work = useWork();
  const remove = (passkey: string, name: string): Promise<void> =>
    work.run(async () => {
      await signIn.endPasskey({ passkey });
      tell(`The passkey ${name} is removed.`);
      list.again();
    });
  const isPossible = list.value?.is_possible !== false && canUsePasskeys();
  return (
    <Panel
      actions={
        isPossible && (
          <Button icon="plus" onClick={() => setAdding(true)} small>
            Add a passkey
          </Button>
        )
      }
      title="Passkeys"
    >
      <Refusal of={work} />
      {!isPossible && (
        <div class="pad">
          <Notice>Browsers take passkeys only from a server that has a name and https.</Notice>
        </div>
      )}
      <ShownRows
        empty={
          <Empty
            icon="key-round"
            title="With a passkey, signing in needs your fingerprint, face or key besides the link."
          />
        }
        of={list}
        rows={1}
      >
        {(rows) => (
          <ul class="rows">
            {rows.map(({ id, name, created_at, last_used_at }) => (
              <li key={id}>
                <Icon name="key-round" size={20} />
                <span class="main">
                  <b class="title">{name}</b>
                  <span class="second">
                    Added {onDay(created_at)} ·{' '}
                    {last_used_at === null ? 'not used yet' : `last used ${recently(last_used_at)}`}
                  </span>
                </span>
                <Button
                  busy={work.isBusy}
                  onClick={() => {
                    noteRemoved();
                    return remove(id, name);
                  }}
                  small
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ShownRows>
      {isAdding && (
        <AddPasskey
          onClose={() => {
            setAdding(false);
            list.again();
          }}
        />
      )}
    </Panel>
  );
}

function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({ name: '' });
  const [missing, setMissing] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    setMissing(null);
    const options = await signIn.startPasskey({});
    const credential = await makePasskey(options).catch((error: unknown) => {
      setMissing(noPasskey(error));
      return null;
    });
    if (!credential) return;
    await signIn.createPasskey({ body: { name: form.values.name, credential } });
    tell(`From now on signing in needs a passkey.`);
    onClose();
  };
  return (
    <FormDialog
      isComplete={() => form.has('name')}
      keepsOpen
      onClose={onClose}
      save={save}
      title="Add a passkey"
      verb="Make the passkey"
    >
      {missing !== null && <Notice tone="stop">{missing}</Notice>}
      <TextField
        {...form.field('name', 'Give it a name.')}
        autofocus
        help="Where it is, such as Work laptop. Make a second one elsewhere, in case this one is lost."
        label="Name of the passkey"
      />
    </FormDialog>
  );
}
