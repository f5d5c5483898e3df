/** People on site and their cards: which run out, with the papers of contractors that do, and one person with all of them. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
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
import { Screen } from '../frame/screen.tsx';
import { Expiry, soonOf, untilOf, type Card } from './expiry.tsx';
import { Person } from './person.tsx';
import { WorkerDialog } from './worker-dialog.tsx';

type Worker = Awaited<ReturnType<Rest['listWorkers']>>['data'][number];

export function People({ id }: { readonly id: string }) {
  return id ? <Person id={id} key={id} /> : <List />;
}

function List() {
  const address = useAddress();
  const isSoon = address.searchParams.get('cards') === 'soon';
  const list = useLive(`people ${isSoon}`, (told) =>
    everyRow(
      (page) =>
        rest.listWorkers({
          query: { status: 'active', ...page, ...(isSoon ? { expiring_within: String(soonDays) } : {}) },
        }),
      told('people'),
    ),
  );
  const mayReadContractors = useMay('projects:read');
  const [isAdding, setAdding] = useState(false);
  const add = useMay('workers:write') && (
    <Button icon="plus" look="act" onClick={() => setAdding(true)}>
      Add a person
    </Button>
  );
  return (
    <Screen actions={add} title="People">
      <Tabs
        label="People"
        tabs={[
          { word: 'All', href: withQuery(address, { cards: null }), isChosen: !isSoon },
          { word: 'Running out', href: withQuery(address, { cards: 'soon' }), isChosen: isSoon },
        ]}
      />
      <Panel count={list.value?.meta.total ?? ''} title="People">
        <ShownRows
          empty={<Empty icon="id-card" title={isSoon ? `No card runs out within ${soonDays} days.` : 'Nobody yet.'} />}
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.toSorted(byExpiry).map(({ id, name, trade, employer_name, competence_cards: cards }) => (
                <li key={id}>
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
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
      {isSoon && mayReadContractors && <Papers />}
      {isAdding && <WorkerDialog onClose={() => setAdding(false)} worker={null} />}
    </Screen>
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
