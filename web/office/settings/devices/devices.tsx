/** Devices: the tablets that hold a token, since when they are silent and how wrong their clocks are, and a code for a new one. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Shown } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { useWatched } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { SettingsScreen } from '../settings-screen.tsx';
import { DeviceCodes } from './device-codes.tsx';
import { DeviceTable } from './device-table.tsx';
import { EnrolPanel } from './enrol-device.tsx';
import { MoveDevice } from './move-device.tsx';
import { RenameDevice } from './rename-device.tsx';
import { readDevices, type Device } from './silence.tsx';
import { SwitchedOff } from './switched-off.tsx';

interface Changed {
  readonly device: Device;
  readonly Dialog: typeof MoveDevice;
}

export function Devices() {
  const list = useWatched('devices', () => readDevices('active,revoked,expired'));
  const codes = useWatched('device codes', () => rest.listDeviceCodes());
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Changed | null>(null);
  const active = list.value?.filter(({ status }) => status === 'active') ?? [];
  const again = (): void => {
    list.again();
    codes.again();
  };
  const open = (Dialog: Changed['Dialog']) => (device: Device) => setChanged({ device, Dialog });
  const enrol = (
    <Button icon="plus" look={isAdding ? 'line' : 'act'} onClick={() => setAdding(true)} small>
      Enrol a tablet
    </Button>
  );
  return (
    <SettingsScreen chosen="devices">
      <div class={isAdding ? 'beside open' : 'beside'}>
        <div class="stack">
          <Panel actions={enrol} count={list.value ? active.length : ''} title="Devices">
            <Shown of={list}>
              {() =>
                active.length === 0 ? (
                  <Empty icon="tablet" title="No tablet has been enrolled yet." />
                ) : (
                  <DeviceTable
                    again={list.again}
                    devices={active}
                    onMove={open(MoveDevice)}
                    onRename={open(RenameDevice)}
                  />
                )
              }
            </Shown>
          </Panel>
          <DeviceCodes codes={codes} />
          <SwitchedOff devices={list.value?.filter(({ status }) => status !== 'active') ?? []} />
        </div>
        {isAdding && <EnrolPanel devices={active} onChange={again} onClose={() => setAdding(false)} />}
      </div>
      {changed && (
        <changed.Dialog
          id={changed.device.id}
          name={changed.device.name}
          onClose={() => {
            setChanged(null);
            list.again();
          }}
          projects={changed.device.project_ids}
        />
      )}
    </SettingsScreen>
  );
}
