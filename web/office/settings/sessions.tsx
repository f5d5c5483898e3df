/** Where the person is signed in: sign out in one browser, or everywhere. */
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import { noteRemoved } from '../../ui/written/one-press.ts';
import { useWatched } from '../base/loaded.ts';
import { signIn } from '../base/server.ts';
import { signOut } from '../base/sign-out.ts';
import { onDay, recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { ThemeChoice } from '../living/theme-choice.tsx';
import { KeysChoice } from './keys-choice.tsx';
import { Passkeys } from './passkeys.tsx';
import { SettingsScreen } from './settings-screen.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { WaysIn } from './ways-in.tsx';

export function Sessions() {
  const list = useWatched('sessions', () => signIn.listSessions({}));
  const work = useWork();
  const end = (session: string, name: string): Promise<void> =>
    work.run(async () => {
      await signIn.endSession({ session });
      tell(`Signed out of ${name}.`);
      list.again();
    });
  const endAll = (): Promise<void> => work.run(() => signOut((ask) => signIn.endSessions(ask)));
  return (
    <SettingsScreen chosen="sign-in">
      <Refusal of={work} />
      <Panel
        actions={
          <Button busy={work.isBusy} icon="log-out" onClick={endAll} small>
            Sign out everywhere
          </Button>
        }
        title="Where you are signed in"
      >
        <ShownRows empty={null} of={list} rows={2}>
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, name, created_at, last_used_at, expires_at, is_current }) => (
                <li key={id}>
                  <Icon name="laptop" size={20} />
                  <span class="main">
                    <b class="title">{name}</b>
                    <span class="second">
                      Last used {recently(last_used_at ?? created_at)} · ends {onDay(expires_at)}
                    </span>
                  </span>
                  {is_current ? (
                    <Tag tone="safe">This browser</Tag>
                  ) : (
                    <Button
                      onClick={() => {
                        noteRemoved();
                        return end(id, name);
                      }}
                      small
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
      <Passkeys />
      <WaysIn />
      <Panel title="Theme of this device">
        <div class="pad">
          <ThemeChoice />
        </div>
      </Panel>
      <KeysChoice />
    </SettingsScreen>
  );
}
