/** Notifications: what the server wants this person to know; read one, or all. */
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName, type Tone } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Screen } from '../frame/screen.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { pageOf } from './page-of.ts';

const looks: Readonly<Record<string, readonly [IconName, Tone]>> = {
  info: ['info', 'plain'],
  warning: ['triangle-alert', 'care'],
  critical: ['octagon-x', 'stop'],
};

export function Notifications() {
  const list = useLive('notifications', (told) =>
    everyRow((query) => rest.listNotifications({ query }), told('notifications')),
  );
  const work = useWork();
  const then = (call: (attempt: Rest) => Promise<unknown>): Promise<void> =>
    work.run(async (attempt) => {
      await call(attempt);
      list.again();
    });
  const unread = list.value?.meta.unread ?? 0;
  return (
    <Screen
      actions={
        unread > 0 && (
          <Button
            busy={work.isBusy}
            icon="check-check"
            onClick={() => then((attempt) => attempt.readAllNotifications({ body: {} }))}
          >
            Mark all as read
          </Button>
        )
      }
      title="Notifications"
    >
      <Refusal of={work} />
      <Panel count={unread > 0 ? `${unread} new` : ''} title="The last 30 days">
        <ShownRows empty={<Empty icon="mail" title="Nothing in the last 30 days." />} of={list}>
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, severity, subject, body, created_at, read_at, resource_type, resource_id }) => {
                const [icon, tone] = looks[severity] ?? ['info', 'plain'];
                const page = pageOf(resource_type, resource_id);
                return (
                  <li key={id}>
                    <Icon name={icon} size={20} tone={tone} />
                    <span class="main">
                      {page === null ? (
                        <b class="title">{subject}</b>
                      ) : (
                        <a class="title" href={page}>
                          {subject}
                        </a>
                      )}
                      <span class="second">{body}</span>
                    </span>
                    <span class="second nowrap">{recently(created_at)}</span>
                    {read_at === null && (
                      <Button onClick={() => then((attempt) => attempt.readNotification({ notification: id }))} small>
                        Read
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}
