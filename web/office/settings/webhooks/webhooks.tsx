/** Webhooks: the endpoints, whether each works, and the delivery log of the chosen one. */
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Icon, type Tone } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ShownRows } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { tell } from '../../../ui/toasts.tsx';
import { useWatched } from '../../base/loaded.ts';
import { rest } from '../../base/server.ts';
import { recently } from '../../base/times.ts';
import { useWork } from '../../base/work.ts';
import { Refusal } from '../../frame/refusal.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import type { Endpoint } from './types.ts';
import { SettingsScreen } from '../settings-screen.tsx';

/** `id` = the chosen endpoint; empty = the first. */
export function Webhooks({ id }: { readonly id: string }) {
  const list = useWatched('webhooks', () => rest.listWebhooks());
  const [isAdding, setAdding] = useState(false);
  const endpoints = list.value?.data ?? [];
  const chosen = endpoints.find((each) => each.id === id) ?? endpoints[0];
  return (
    <SettingsScreen chosen="webhooks">
      <Panel
        actions={
          <Button icon="plus" look="act" onClick={() => setAdding(true)} small>
            Add endpoint
          </Button>
        }
        count={list.value?.meta.total ?? ''}
        title="Webhooks"
      >
        <ShownRows
          empty={<Empty icon="webhook" title="No endpoint yet. Sitefile can tell other systems what happens here." />}
          of={list}
          rows={2}
        >
          {(rows) => <Endpoints chosen={chosen?.id} endpoints={rows} />}
        </ShownRows>
      </Panel>
      {chosen && <EndpointActions again={list.again} endpoint={chosen} key={`${chosen.id} actions`} />}
      {chosen && <Deliveries endpoint={chosen} key={chosen.id} />}
      {isAdding && (
        <EndpointForm
          endpoint={null}
          onClose={(wasAdded) => {
            setAdding(false);
            if (wasAdded) list.again();
          }}
        />
      )}
    </SettingsScreen>
  );
}

function Endpoints({
  endpoints,
  chosen,
}: {
  readonly endpoints: readonly Endpoint[];
  readonly chosen: string | undefined;
}) {
  const work = useWork();
  const [testing, setTesting] = useState('');
  const test = (id: string): Promise<void> => {
    setTesting(id);
    return work.run(async (attempt) => {
      const { duration_ms } = await attempt.testWebhook({ webhook: id });
      tell(`The receiver answered 200 in ${duration_ms} ms.`);
    });
  };
  return (
    <div>
      {work.refusal !== null && (
        <div class="pad">
          <Refusal of={work} />
        </div>
      )}
      <ul class="rows">
        {endpoints.map((endpoint) => {
          const { id, url, events, last_success_at } = endpoint;
          const [word, tone] = stateOf(endpoint);
          return (
            <li aria-current={id === chosen ? 'true' : undefined} key={id}>
              <Icon name="webhook" size={20} />
              <span class="main">
                <a class="title" href={`/office/settings/webhooks/${id}`}>
                  {url.replace(/^https?:\/\//, '')}
                </a>
                <span class="second">
                  {events.includes('*') ? 'all events' : events.length === 1 ? events[0] : `${events.length} events`}
                  {last_success_at && ` · last taken ${recently(last_success_at)}`}
                </span>
              </span>
              <Tag tone={tone}>{word}</Tag>
              <Button busy={work.isBusy && testing === id} icon="send" onClick={() => test(id)} small>
                Send a test
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function stateOf({
  state,
  disabled_reason: reason,
  consecutive_failures: failures,
}: Endpoint): readonly [string, Tone] {
  if (state !== 'enabled') return reason === 'manual' ? ['Paused', 'plain'] : ['Stopped', 'stop'];
  return failures > 0 ? ['Failing', 'stop'] : ['Working', 'safe'];
}
