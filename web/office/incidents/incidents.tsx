/** Incidents: the open ones first, by type and place, and one incident with its actions and notes. */
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, type Tone } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { Rest } from '../base/attempt.ts';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { FilterBar, NoMatch } from '../filters/filter-bar.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { Screen } from '../frame/screen.tsx';
import { Incident } from './incident.tsx';
import { incidentTypes } from './words.ts';
import { NewIncident } from './write-incident.tsx';

const filterNames = ['type', 'project', 'site'] as const;
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
  const filters = useFilters(filterNames);
  const type = filters.of('type') || undefined;
  const query = { status: isClosed ? 'closed' : open, incident_type: type, ...filters.places };
  const list = useLive(`incidents ${isClosed} ${filters.key}`, (told) =>
    everyRow((page) => rest.listIncidents({ query: { ...query, ...page } }), told('incidents')),
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
      <FilterBar filters={filters} found={list.value?.meta.total} types={incidentTypes}>
        <Tabs
          label="Incidents"
          tabs={[
            { word: 'Open', href: withQuery(address, { show: null }), isChosen: !isClosed },
            { word: 'Closed', href: withQuery(address, { show: 'closed' }), isChosen: isClosed },
          ]}
        />
      </FilterBar>
      <Panel count={list.value?.meta.total ?? ''} title="Incidents">
        <ShownRows
          empty={
            filters.isNarrowed ? (
              <NoMatch filters={filters} icon="siren" title="No incidents match." />
            ) : (
              <Empty icon="siren" title={isClosed ? 'None was closed yet.' : 'No incident is open.'} />
            )
          }
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}

type Listed = Awaited<ReturnType<Rest['listIncidents']>>['data'][number];

function Row({ row }: { readonly row: Listed }) {
  const { id, reference, incident_type, description, location, occurred_at, status } = row;
  return (
    <li>
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
  );
}
