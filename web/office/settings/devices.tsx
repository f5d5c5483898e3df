/** Devices: the tablets that hold a token, since when they are silent, and a code for a new one. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { everyRow } from '../base/every-row.ts';
import { useWatched } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { daysUntil, onDay, recently } from '../base/times.ts';
import { clockLimitMs, offWords } from '../base/clock.ts';
import { DeviceCodes } from './device-codes.tsx';
import { EnrolDialog } from './enrol-device.tsx';
import { RenameDevice } from './rename-device.tsx';
import { RevokeButton } from './revoke-button.tsx';
import { SettingsScreen } from './settings-screen.tsx';

/** As the field app counts: a day without signal is worth a look, a week blocks briefing. */
const [silentDays, blockedDays] = [1, 7];

export function Devices() {
  const list = useWatched('devices', async () => {
    const { data } = await everyRow((page) => rest.listTokens({ query: { status: 'active', ...page } }));
    return { data: data.filter(({ role }) => role === 'device') };
  });
  const codes = useWatched('device codes', () => rest.listDeviceCodes());
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const enrol = (
    <Button icon="plus" look="act" onClick={() => setAdding(true)} small>
      Enrol a tablet
    </Button>
  );
  return (
    <SettingsScreen chosen="devices">
      <Panel actions={enrol} count={list.value?.data.length ?? ''} title="Devices">
        <ShownRows empty={<Empty icon="tablet" title="No tablet has been enrolled yet." />} of={list}>
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, name, last_used_at, created_at, expires_at, project_ids, clock_ahead_ms }) => (
                <li key={id}>
                  <Icon name="tablet" size={20} />
                  <span class="main">
                    <b class="title">{name}</b>
                    <span class="second">
                      {last_used_at
                        ? `Last heard ${recently(last_used_at)}`
                        : `Enrolled ${onDay(created_at)}, not heard yet`}
                      {expires_at && ` · until ${onDay(expires_at)}`}
                      {project_ids &&
                        ` · ${project_ids.length} ${project_ids.length === 1 ? 'project' : 'projects'} only`}
                      {clock_ahead_ms !== null && Math.abs(clock_ahead_ms) <= clockLimitMs && ' · clock right'}
                    </span>
                  </span>
                  <WrongClock aheadMs={clock_ahead_ms} />
                  <Silence since={last_used_at ?? created_at} />
                  <Button onClick={() => setRenamed({ id, name })} small>
                    Rename
                  </Button>
                  <RevokeButton id={id} name={name} onRevoked={list.again} what="tablet" />
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
      <DeviceCodes codes={codes} />
      {renamed && (
        <RenameDevice
          {...renamed}
          onClose={() => {
            setRenamed(null);
            list.again();
          }}
        />
      )}
      {isAdding && (
        <EnrolDialog
          onClose={() => {
            setAdding(false);
            list.again();
            codes.again();
          }}
        />
      )}
    </SettingsScreen>
  );
}

/** Sign-offs carry the time of the tablet beside the server's, so a wrong clock harms none; but the people at it are told a wrong time. */
function WrongClock({ aheadMs }: { readonly aheadMs: number | null }) {
  if (aheadMs === null || Math.abs(aheadMs) <= clockLimitMs) return null;
  return <Tag tone="care">{`Clock ${offWords(aheadMs)}`}</Tag>;
}

function Silence({ since }: { readonly since: string }) {
  const days = -daysUntil(since);
  if (days < silentDays) return null;
  return <Tag tone={days >= blockedDays ? 'stop' : 'care'}>{days === 1 ? '1 day silent' : `${days} days silent`}</Tag>;
}
