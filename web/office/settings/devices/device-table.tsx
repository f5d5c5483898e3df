/** The tablets that work, each with when it was last heard, its clock and its state; the one that is silent longest first. */
import { Button } from '../../../ui/button.tsx';
import { usePlaces, type PlaceName } from '../../base/sites.ts';
import { onDay, recently } from '../../base/times.ts';
import { RevokeButton } from '../revoke-button.tsx';
import { Clock, Silence, silentDays, type Device } from './silence.tsx';

export function DeviceTable({
  devices,
  onMove,
  onRename,
  again,
}: {
  readonly devices: readonly Device[];
  readonly onMove: (device: Device) => void;
  readonly onRename: (device: Device) => void;
  readonly again: () => void;
}) {
  const { placeName } = usePlaces();
  return (
    <table class="table folds devices">
      <thead>
        <tr>
          <th>Device</th>
          <th>Last heard</th>
          <th>Clock</th>
          <th>State</th>
          <th>
            <span class="unseen">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {devices
          .toSorted((a, b) => silentDays(b) - silentDays(a))
          .map((device) => (
            <tr key={device.id}>
              <td>
                <b class="title">{device.name}</b>
                <span class="second">{aboutOf(device, placeName)}</span>
              </td>
              <td class="second">{device.last_used_at ? recently(device.last_used_at) : 'not heard yet'}</td>
              <td>
                <Clock aheadMs={device.clock_ahead_ms} />
              </td>
              <td>
                <Silence device={device} />
              </td>
              <td>
                <span class="choices end">
                  <Button onClick={() => onMove(device)} small>
                    Move
                  </Button>
                  <Button onClick={() => onRename(device)} small>
                    Rename
                  </Button>
                  <RevokeButton id={device.id} name={device.name} onRevoked={again} what="tablet" />
                </span>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function aboutOf({ created_at: made, expires_at: end, project_ids: projects }: Device, placeName: PlaceName): string {
  return [
    projects ? projects.map((id) => placeName('project_id', id)).join(', ') : 'All projects',
    `enrolled ${onDay(made)}`,
    end && `until ${onDay(end)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
