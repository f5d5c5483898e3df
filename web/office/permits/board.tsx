/**
 * The permits board, read again each minute and narrowed by type and place: the worst first, each with the time it has left and the one
 * thing to do next.
 */
import { useEffect, useRef } from 'preact/hooks';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLive, useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useNow } from '../base/now.ts';
import { useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { useSites } from '../base/sites.ts';
import { FilterBar, NoMatch } from '../filters/filter-bar.tsx';
import { useFilters } from '../filters/use-filters.ts';
import { Screen } from '../frame/screen.tsx';
import { verbs, nextVerb, worstFirst } from './verbs.ts';
import { TimeLeft } from './time-left.tsx';
import { nameOf, permitTypes, stateTones, type PermitRow, type Settings } from './types.ts';

const minuteMs = 60_000;
const filterNames = ['type', 'project', 'site'] as const;

const groups = {
  now: ['Now', 'requested,authorised,open,suspended,work_complete,expired', 'No permit is open.'],
  drafts: ['Drafts', 'draft', 'No permit is being written.'],
  past: ['Past', 'closed,cancelled', 'None was closed yet.'],
} as const;

export function Board() {
  const address = useAddress();
  const asked = address.searchParams.get('show') ?? 'now';
  const group = Object.hasOwn(groups, asked) ? (asked as keyof typeof groups) : 'now'; // one of its names
  const [, states, empty] = groups[group];
  const filters = useFilters(filterNames);
  const query = { status: states, type: filters.of('type') || undefined, ...filters.places };
  const list = useLive(`permits ${group} ${filters.key}`, (told) =>
    everyRow((page) => rest.listPermits({ query: { ...query, ...page } }), told('permits')),
  );
  const now = useNow();
  useEachMinute(now, list.refresh);
  const mayWrite = useMay('permits:write');
  const settings = useLoaded('organisation', () => rest.getOrganisation()).value?.settings;
  const sites = useSites();
  const siteName = (id: string | null | undefined): string => sites.find((each) => each.id === id)?.name ?? '';
  const add = mayWrite && (
    <ButtonLink href="/office/permits/new" icon="plus">
      New permit
    </ButtonLink>
  );
  return (
    <Screen actions={add} title="Permits">
      <FilterBar filters={filters} found={list.value?.data.length} types={permitTypes}>
        <Tabs
          label="Permits"
          tabs={Object.entries(groups).map(([name, [word]]) => ({
            word,
            href: withQuery(address, { show: name }),
            isChosen: name === group,
          }))}
        />
      </FilterBar>
      <Panel count={list.value?.data.length ?? ''} title="Permits to work">
        <ShownRows
          empty={
            filters.isNarrowed ? (
              <NoMatch filters={filters} icon="shield-check" title="No permits match." />
            ) : (
              <Empty icon="shield-check" title={empty}>
                {group !== 'past' && add}
              </Empty>
            )
          }
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {worstFirst(rows, now).map((row, i) => (
                <BoardRow
                  key={row.id}
                  now={now}
                  row={row}
                  settings={settings}
                  site={siteName(row.site_id)}
                  look={mayWrite ? (i === 0 ? 'act' : 'line') : null}
                />
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}

/** Others work on the same permits, and the server ends them. */
function useEachMinute(now: number, again: () => void): void {
  const minute = useRef(Math.floor(now / minuteMs));
  useEffect(() => {
    if (Math.floor(now / minuteMs) === minute.current) return;
    minute.current = Math.floor(now / minuteMs);
    again();
  }, [now]);
}

function BoardRow({
  row,
  settings,
  now,
  site,
  look,
}: {
  readonly row: PermitRow;
  readonly settings: Settings | undefined;
  readonly now: number;
  readonly site: string;
  /** How its verb looks; null = its reader may do nothing with it. */
  readonly look: 'act' | 'line' | null;
}) {
  const { id, permit_number, permit_type, title, state, holder, issuer } = row;
  const verb = nextVerb(row, now, settings);
  const who = holder ? `held by ${holder.name}` : issuer ? `issued by ${issuer.name}` : 'not issued yet';
  return (
    <li>
      <Icon name="shield-check" size={20} tone={stateTones[state]} />
      <span class="main">
        <a class="title two-lines" href={`/office/permits/${id}`}>
          {nameOf(row)}
        </a>
        <span class="second">
          <span class="code">{permit_number}</span>{' '}
          {[title && asWords(permit_type), site, who]
            .filter(Boolean)
            .map((each) => `· ${each}`)
            .join(' ')}
        </span>
      </span>
      <TimeLeft now={now} permit={row} />
      <Tag tone={stateTones[state]}>{asWords(state)}</Tag>
      {verb && look && (
        <ButtonLink href={`/office/permits/${id}?do=${verb}`} look={look} small>
          {verbs[verb]}
        </ButtonLink>
      )}
    </li>
  );
}
