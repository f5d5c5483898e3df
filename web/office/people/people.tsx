/**
 * People on site and their cards: which run out, with the papers of contractors that do; those who have left; and one person with all of
 * theirs.
 */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { everyRow } from '../base/every-row.ts';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { useAddress, withQuery } from '../base/place.ts';
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';
import { soonDays } from '../base/times.ts';
import { Papers } from '../contractors/papers.tsx';
import { FilterBar, NoMatch } from '../filters/filter-bar.tsx';
import { useFilters, type Filters } from '../filters/use-filters.ts';
import { useTyped } from '../filters/use-typed.ts';
import { Screen } from '../frame/screen.tsx';
import { Expiry, soonOf, untilOf, type Card } from './expiry.tsx';
import { Person } from './person.tsx';
import { WorkerDialog } from './worker-dialog.tsx';

type Worker = Awaited<ReturnType<Rest['listWorkers']>>['data'][number];

export function People({ id }: { readonly id: string }) {
  return id ? <Person id={id} key={id} /> : <List />;
}

const filterNames = ['q'] as const;
/** The server looks for no fewer letters, and no more. */
const [fewest, most] = [2, 200];

const groups = {
  here: ['Active', 'Nobody yet.'],
  soon: ['Running out', `No card runs out within ${soonDays} days.`],
  left: ['Have left', 'Nobody has left.'],
} as const;
type Group = keyof typeof groups;

function List() {
  const address = useAddress();
  const asked = address.searchParams.get('show') ?? 'here';
  const group = Object.hasOwn(groups, asked) ? (asked as Group) : 'here'; // one of its names
  const filters = useFilters(filterNames);
  const typed = filters.of('q').trim().slice(0, most);
  const q = typed.length < fewest ? undefined : typed;
  const query = {
    q,
    status: group === 'left' ? 'inactive' : 'active',
    ...(group === 'soon' ? { expiring_within: String(soonDays) } : {}),
  };
  const list = useLive(`people ${Object.values(query).join(' ')}`, (told) =>
    everyRow((page) => rest.listWorkers({ query: { ...query, ...page } }), told('people')),
  );
  const mayReadContractors = useMay('projects:read');
  const [isAdding, setAdding] = useState(false);
  const add = useMay('workers:write') && (
    <Button icon="plus" look="act" onClick={() => setAdding(true)}>
      Add a person
    </Button>
  );
  const isNarrowed = q !== undefined;
  return (
    <Screen actions={add} title="People">
      <PeopleFilters filters={filters} found={isNarrowed ? list.value?.meta.total : undefined} group={group} />
      <Panel count={list.value?.meta.total ?? ''} title="People">
        <ShownRows
          empty={
            isNarrowed ? (
              <NoMatch filters={filters} icon="id-card" title="Nobody matches." />
            ) : (
              <Empty icon="id-card" title={groups[group][1]} />
            )
          }
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.toSorted(byExpiry).map((row) => (
                <Row isSoon={group === 'soon'} key={row.id} worker={row} />
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
      {group === 'soon' && !isNarrowed && mayReadContractors && <Papers />}
      {isAdding && <WorkerDialog onClose={() => setAdding(false)} worker={null} />}
    </Screen>
  );
}

function PeopleFilters({
  group,
  filters,
  found,
}: {
  readonly group: Group;
  readonly filters: Filters;
  readonly found: number | undefined;
}) {
  const address = useAddress();
  const [words, setWords] = useTyped(filters.of('q'), (text) => filters.choose('q', text));
  return (
    <FilterBar filters={filters} found={found}>
      <Tabs
        label="People"
        tabs={Object.entries(groups).map(([name, [word]]) => ({
          word,
          href: withQuery(address, { show: name === 'here' ? null : name }),
          isChosen: name === group,
        }))}
      />
      <TextField label="Person, employer or trade" name="words" onInput={setWords} type="search" value={words} />
    </FilterBar>
  );
}

function Row({ worker, isSoon }: { readonly worker: Worker; readonly isSoon: boolean }) {
  const { id, name, trade, employer_name, competence_cards: cards } = worker;
  return (
    <li>
      <Icon name="id-card" size={20} />
      <span class="main">
        <a class="title" href={`/office/people/${id}`}>
          {name}
        </a>
        <span class="second">{[trade, employer_name].filter(Boolean).join(' · ')}</span>
      </span>
      {isSoon ? (
        <span class="choices">
          {soonOf(cards).map((card) => (
            <Expiry card={card} key={card.id ?? card.card_number} />
          ))}
        </span>
      ) : (
        <Worst cards={cards} />
      )}
    </li>
  );
}

/** Whose card runs out first comes first, then by name. */
function byExpiry(a: Worker, b: Worker): number {
  return untilOf(a.competence_cards).localeCompare(untilOf(b.competence_cards)) || a.name.localeCompare(b.name);
}

function Worst({ cards }: { readonly cards: readonly Card[] }) {
  const first = cards.find(({ expires_on: until }) => until && until === untilOf(cards));
  return first ? <Expiry card={first} /> : null;
}
