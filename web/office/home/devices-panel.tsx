/** The tablets, those that are silent longest first. */
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { useWatched } from '../base/loaded.ts';
import { recently } from '../base/times.ts';
import { isSilent, readDevices, Silence, silentDays } from '../settings/devices/silence.tsx';

/** The others are in the settings. */
const mostShown = 6;

export function DevicesPanel() {
  const read = useWatched('home devices', () => readDevices('active'));
  if (read.value?.length === 0) return null;
  return (
    <Panel
      actions={<a href="/office/settings/devices">All tablets</a>}
      count={read.value?.length ?? ''}
      title="Devices"
    >
      <Shown of={read} rows={2}>
        {(devices) => (
          <ul class="rows short">
            {devices
              .toSorted((a, b) => silentDays(b) - silentDays(a))
              .slice(0, mostShown)
              .map((device) => (
                <li key={device.id}>
                  <Icon name="tablet" size={20} />
                  <span class="main">{device.name}</span>
                  {isSilent(device) || !device.last_used_at ? (
                    <Silence device={device} />
                  ) : (
                    <span class="second">{recently(device.last_used_at)}</span>
                  )}
                </li>
              ))}
          </ul>
        )}
      </Shown>
    </Panel>
  );
}
