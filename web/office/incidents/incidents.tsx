/** Incidents: the open ones first, and one incident with its actions and notes. */
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, type Tone } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { Incident } from './incident.tsx';
import { NewIncident } from './write-incident.tsx';

const open = 'reported,triaged,investigating,actions_open';
const tones: Readonly<Record<string, Tone>> = {
  reported: 'stop',
  triaged: 'care',
  investigating: 'care',
  closed: 'safe',
};

export function Incidents({ id }: { readonly id: string }) {
  const mayWrite = useMay('incidents:write');
  if (id === 'new' && mayWrite) return <NewIncident />;
  return id ? <Incident id={id} key={id} /> : <List />;
}

function List() {
  const address = useAddress();
  const mayWrite = useMay('incidents:write');
  const isClosed = address.searchParams.get('show') === 'closed';
  const list = useLive(`incidents ${isClosed}`, (told) =>
    everyRow(
      (page) => rest.listIncidents({ query: { status: isClosed ? 'closed' : open, ...page } }),
      told('incidents'),
    ),
  );
  return (
    <Screen
      actions={
        mayWrite && (
          <ButtonLink href="/office/incidents/new" icon="plus">
            Report an incident
          </ButtonLink>
        )
      }
      title="Incidents"
    >
      <Tabs
        label="Incidents"
        tabs={[
          { word: 'Open', href: withQuery(address, { show: null }), isChosen: !isClosed },
          { word: 'Closed', href: withQuery(address, { show: 'closed' }), isChosen: isClosed },
        ]}
      />
      <Panel count={list.value?.meta.total ?? ''} title="Incidents">
        <ShownRows
          empty={<Empty icon="siren" title={isClosed ? 'None was closed yet.' : 'No incident is open.'} />}
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, reference, incident_type, description, location, occurred_at, status }) => (
                <li key={id}>
                  <Icon name="siren" size={20} {...(status === 'closed' ? {} : { tone: 'stop' as const })} />
                  <span class="main">
                    <a class="title two-lines" href={`/office/incidents/${id}`}>
                      {description}
                    </a>
                    <span class="second">
                      <span class="code">{reference}</span> · {incident_type && `${asWords(incident_type)} · `}
                      {location} {occurred_at && `· ${atTime(occurred_at)}`}
                    </span>
                  </span>
                  <Tag tone={tones[status] ?? 'care'}>{asWords(status)}</Tag>
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}
