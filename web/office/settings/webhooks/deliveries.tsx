/** The delivery log of an endpoint, newest first, and the chosen delivery beside it. */
import { Button } from '../../../ui/button.tsx';
import { type Tone } from '../../../ui/icon.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ShownRows } from '../../../ui/shown.tsx';
import { Empty } from '../../../ui/states.tsx';
import { asWords } from '../../../ui/status.ts';
import { Tag } from '../../../ui/tag.tsx';
import { useWatched } from '../../base/loaded.ts';
import { useOlder } from '../../frame/older.ts';
import { go, useAddress, withQuery } from '../../base/place.ts';
import { rest } from '../../base/server.ts';
import { recently } from '../../base/times.ts';
import { ShowOlder } from '../../frame/show-older.tsx';
import { Delivery } from './delivery.tsx';

const tones: Readonly<Record<string, Tone>> = { succeeded: 'safe', failed: 'stop', pending: 'care' };

interface Endpoint {
  readonly id: string;
  readonly url: string;
}

export function Deliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const address = useAddress();
  const onlyFailed = address.searchParams.get('status') === 'failed';
  return <List address={address} endpoint={endpoint} key={`${endpoint.id} ${onlyFailed}`} onlyFailed={onlyFailed} />;
}

function List({
  endpoint,
  address,
  onlyFailed,
}: {
  readonly endpoint: Endpoint;
  readonly address: URL;
  readonly onlyFailed: boolean;
}) {
  const chosen = address.searchParams.get('delivery');
  const webhook = endpoint.id;
  const list = useWatched(`deliveries ${webhook} ${onlyFailed}`, () =>
    rest.listDeliveries({ webhook, query: { per_page: 50, ...(onlyFailed ? { status: 'failed' } : {}) } }),
  );
  const older = useOlder(list.value, (attempt, cursor) => attempt.listDeliveries({ webhook, query: { cursor } }));
  return (
    <div class={`beside${chosen ? ' open' : ''}`}>
      <Panel
        actions={
          <Button
            onClick={() => go(withQuery(address, { status: onlyFailed ? null : 'failed', delivery: null }), true)}
            small
          >
            {onlyFailed ? 'Show all' : 'Failed only'}
          </Button>
        }
        count={list.value?.meta.total ?? ''}
        title={`Deliveries to ${URL.parse(endpoint.url)?.host ?? endpoint.url}`}
      >
        <ShownRows
          empty={<Empty icon="send" title={onlyFailed ? 'Nothing failed.' : 'Nothing was sent yet.'} />}
          of={list}
        >
          {(_newest, { rows } = older) => (
            <>
              <table class="table folds">
                <thead>
                  <tr>
                    <th>Event</th>
                    <th>Result</th>
                    <th>When</th>
                    <th>Tries</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ id, event, reference, state, created_at, attempts, due_at }) => (
                    <tr aria-current={id === chosen ? 'true' : undefined} key={id}>
                      <td>
                        <a class="title" href={withQuery(address, { delivery: id })}>
                          {event}
                        </a>
                        {reference && <span class="second code">{reference}</span>}
                      </td>
                      <td>
                        <Tag tone={tones[state] ?? 'plain'}>{asWords(state)}</Tag>
                      </td>
                      <td class="nowrap second">{recently(created_at)}</td>
                      <td class="nowrap second">
                        {attempts}
                        {state === 'pending' && due_at && `, next ${recently(due_at)}`}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <ShowOlder of={older} />
            </>
          )}
        </ShownRows>
      </Panel>
      {chosen && <Delivery id={chosen} key={chosen} onChange={list.again} webhook={webhook} />}
    </div>
  );
}
