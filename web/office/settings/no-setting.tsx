/** An address below the settings that names none of them. */
import { Empty } from '../../ui/states.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SettingsScreen } from './settings-screen.tsx';

export function NoSetting() {
  return (
    <SettingsScreen chosen={null}>
      <Panel>
        <Empty icon="settings" title="There is no setting here. Choose one above." />
      </Panel>
    </SettingsScreen>
  );
}
