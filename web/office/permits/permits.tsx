/** The permits board: what is open now, the one that ends first on top; and one permit with its log. */
import { Facts } from '../../ui/facts.tsx';
import { Icon, type Tone } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown, ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLoaded } from '../base/loaded.ts';
import { useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { atTime, recently } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';

const groups = {
  now: ['Now', 'requested,authorised,open,suspended,work_complete,expired'],
  drafts: ['Drafts', 'draft'],
  past: ['Past', 'closed,cancelled'],
} as const;
const tones: Readonly<Record<string, Tone>> = {
  open: 'safe',
  suspended: 'care',
  expired: 'stop',
  requested: 'act',
  authorised: 'act',
  work_complete: 'care',
};

export function Permits({ id }: { readonly id: string }) {
  return id ? <Permit id={id} key={id} /> : <Board />;
}

function Board() {
  const address = useAddress();
  const asked = address.searchParams.get('show') ?? 'now';
  const group = asked in groups ? (asked as keyof typeof groups) : 'now';
  const list = useLoaded(`permits ${group}`, async () => {
    const { data } = await everyRow((page) => rest.listPermits({ query: { status: groups[group][1], ...page } }));
    return { data: data.toSorted((a, b) => (a.valid_to ?? '9').localeCompare(b.valid_to ?? '9')) };
  });
  return (
    <Screen title="Permits">
      <Tabs
        label="Permits"
        tabs={Object.entries(groups).map(([name, [word]]) => ({
          word,
          href: withQuery(address, { show: name }),
          isChosen: name === group,
        }))}
      />
      <Panel count={list.value?.data.length ?? ''} title="Permits to work">
        <ShownRows
          empty={<Empty icon="shield-check" title={group === 'now' ? 'No permit is open.' : 'None.'} />}
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, permit_number, permit_type, title, location, state, valid_to, holder }) => (
                <li key={id}>
                  <Icon name="shield-check" size={20} />
                  <span class="main">
                    <a class="title" href={`/office/permits/${id}`}>
                      {title ?? `${asWords(permit_type)}${location ? `, ${location}` : ''}`}
                    </a>
                    <span class="second">
                      <span class="code">{permit_number}</span> {holder && `· ${holder.name}`}
                    </span>
                  </span>
                  {valid_to && <span class="second nowrap">ends {recently(valid_to)}</span>}
                  <Tag tone={tones[state] ?? 'plain'}>{asWords(state)}</Tag>
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}

function Permit({ id }: { readonly id: string }) {
  const read = useLoaded(`permit ${id}`, () => rest.getPermit({ permit: id }));
  return (
    <Screen
      before={<WayBack name="Permits" to="/office/permits" />}
      title={read.value?.title ?? read.value?.permit_number ?? 'Permit'}
    >
      <Shown of={read}>
        {(permit) => (
          <>
            <Panel
              actions={<Tag tone={tones[permit.state] ?? 'plain'}>{asWords(permit.state)}</Tag>}
              title={`${permit.permit_number ?? ''} ${asWords(permit.permit_type)}`}
            >
              <Facts
                facts={[
                  ['Place', permit.location],
                  ['Valid from', permit.valid_from && atTime(permit.valid_from)],
                  ['Valid to', permit.valid_to && atTime(permit.valid_to)],
                  ['Issuer', permit.issuer?.name],
                  ['Holder', permit.holder?.name],
                  ['Work', permit.description],
                  ['Hazards', permit.hazards],
                  ['Precautions', permit.precautions],
                  ['PPE', permit.ppe],
                ]}
              />
            </Panel>
            <Panel count={permit.log.length} title="What happened">
              {permit.log.length === 0 ? (
                <Empty icon="list" title="Nothing yet." />
              ) : (
                <ul class="rows">
                  {permit.log.toReversed().map(({ action, at, by, to, effect }) => (
                    <li key={`${action} ${at}`}>
                      <span class="main">
                        <b class="title">{asWords(action)}</b>
                        <span class="second">
                          {by.name} · {atTime(at)}
                        </span>
                      </span>
                      <Tag tone={effect === 'applied' ? (tones[to] ?? 'plain') : 'care'}>
                        {effect === 'applied' ? asWords(to) : 'Came too late, kept'}
                      </Tag>
                    </li>
                  ))}
                </ul>
              )}
            </Panel>
          </>
        )}
      </Shown>
    </Screen>
  );
}
