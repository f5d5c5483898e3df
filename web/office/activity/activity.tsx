/** Activity: what happened in the organisation, newest first, from its event feed. */
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { useLoaded } from '../base/loaded.ts';
import { rest } from '../base/server.ts';
import { recently } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';

type Event = Awaited<ReturnType<typeof rest.listEvents>>['data'][number];

const perCall = 1000;
/** The feed is read from its start; a busy organisation's last events are beyond this. */
const mostCalls = 20;
const mostShown = 100;

export function Activity() {
  const events = useLoaded('activity', async () => ({ data: (await lastEvents()).toReversed() }));
  return (
    <Screen title="Activity">
      <Panel title="What happened">
        <ShownRows empty={<Empty icon="clipboard-clock" title="Nothing has happened yet." />} of={events}>
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, event, timestamp, data }) => (
                <li key={id}>
                  <Icon name="clipboard-clock" size={20} />
                  <span class="main">
                    <b class="title">{asWords(event.replace('.', ' '))}</b>
                    <span class="second">{aboutOf(data)}</span>
                  </span>
                  <span class="second nowrap">{recently(timestamp)}</span>
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}

async function lastEvents(): Promise<Event[]> {
  let last: Event[] = [];
  let after = '0';
  for (let calls = 0; calls < mostCalls; calls++) {
    const { data, meta } = await rest.listEvents({ query: { after, limit: perCall } });
    last = [...last, ...data].slice(-mostShown);
    if (!meta.more) break;
    after = meta.next_after;
  }
  return last;
}

function aboutOf(data: Event['data']): string {
  const names = ['reference', 'title', 'worker_name', 'contractor_name', 'permit_number', 'name'];
  return names.flatMap((name) => (typeof data[name] === 'string' ? [data[name]] : [])).join(' · ');
}
