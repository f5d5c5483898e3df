/** The frame of every setting: the settings side by side, and the chosen one. */
import type { ComponentChildren } from 'preact';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMe } from '../base/me.ts';
import { Screen } from '../frame/screen.tsx';

/** Each with what its reader must be allowed; '' = everybody. */
const settings = [
  ['sign-in', 'Where you are signed in', ''],
  ['organisation', 'Organisation', 'organisation:manage'],
  ['users', 'Users', 'users:manage'],
  ['devices', 'Devices', 'tokens:manage'],
  ['tokens', 'API tokens', 'tokens:manage'],
  ['webhooks', 'Webhooks', 'webhooks:manage'],
  ['retention', 'Retention', 'organisation:manage'],
  ['audit', 'Audit and verify', 'organisation:manage'],
  ['backup', 'Backup', 'organisation:manage'],
] as const;
export type Setting = (typeof settings)[number][0];

export function SettingsScreen({
  chosen,
  children,
}: {
  /** Null where the address names none. */
  readonly chosen: Setting | null;
  readonly children: ComponentChildren;
}) {
  const me = useMe();
  const may = me?.permissions ?? [];
  const needed = settings.find(([name]) => name === chosen)?.[2] ?? '';
  const isRefused = me !== undefined && needed !== '' && !me.permissions.includes(needed);
  return (
    <Screen title="Settings">
      <div class="settings">
        <Tabs
          label="Settings"
          tabs={settings
            .filter(([name, , permission]) => name === chosen || permission === '' || may.includes(permission))
            .map(([name, word]) => ({ word, href: `/office/settings/${name}`, isChosen: name === chosen }))}
        />
        <div class="stack">
          {isRefused ? (
            <Panel>
              <Empty icon="settings" title="You may not see or change this. Ask an administrator." />
            </Panel>
          ) : (
            children
          )}
        </div>
      </div>
    </Screen>
  );
}
