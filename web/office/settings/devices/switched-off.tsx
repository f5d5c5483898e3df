/** Tablets that work no more: revoked, or at the end of their time. */
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { onDay } from '../../base/times.ts';
import type { Device } from './silence.tsx';

export function SwitchedOff({ devices }: { readonly devices: readonly Device[] }) {
  if (devices.length === 0) return null;
  return (
    <Panel>
      <details>
        <summary class="pad">Switched off: {devices.length}</summary>
        <ul class="rows">
          {devices.map(({ id, name, status, revoked_at: revoked, expires_at: end, last_used_at: heard }) => (
            <li key={id}>
              <Icon name="tablet" size={20} />
              <span class="main">
                <b class="title">{name}</b>
                <span class="second">
                  {[
                    revoked ? `since ${onDay(revoked)}` : end && `since ${onDay(end)}`,
                    heard ? `last heard ${onDay(heard)}` : 'never heard',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Tag>{status === 'revoked' ? 'Revoked' : 'Expired'}</Tag>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
