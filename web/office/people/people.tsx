/** People on site and their cards: who has one that runs out, and one person with all of them. */
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
import { daysUntil, onDay } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';

type Worker = Awaited<ReturnType<typeof rest.getWorker>>;
type Card = NonNullable<Worker['competence_cards']>[number];

const soonDays = 60;

export function People({ id }: { readonly id: string }) {
  return id ? <Person id={id} key={id} /> : <List />;
}

function List() {
  const address = useAddress();
  const isSoon = address.searchParams.get('cards') === 'soon';
  const list = useLoaded(`people ${isSoon}`, () =>
    everyRow((page) =>
      rest.listWorkers({
        query: { status: 'active', ...page, ...(isSoon ? { expiring_within: String(soonDays) } : {}) },
      }),
    ),
  );
  return (
    <Screen title="People">
      <Tabs
        label="People"
        tabs={[
          { word: 'All', href: withQuery(address, { cards: null }), isChosen: !isSoon },
          { word: 'Cards that run out', href: withQuery(address, { cards: 'soon' }), isChosen: isSoon },
        ]}
      />
      <Panel count={list.value?.meta.total ?? ''} title="People">
        <ShownRows
          empty={<Empty icon="id-card" title={isSoon ? 'No card runs out within 60 days.' : 'Nobody yet.'} />}
          of={list}
        >
          {(rows) => (
            <ul class="rows">
              {rows.map(({ id, name, trade, employer_name, competence_cards: cards }) => (
                <li key={id}>
                  <Icon name="id-card" size={20} />
                  <span class="main">
                    <a class="title" href={`/office/people/${id}`}>
                      {name}
                    </a>
                    <span class="second">{[trade, employer_name].filter(Boolean).join(' · ')}</span>
                  </span>
                  <Worst cards={cards} />
                </li>
              ))}
            </ul>
          )}
        </ShownRows>
      </Panel>
    </Screen>
  );
}

function Person({ id }: { readonly id: string }) {
  const read = useLoaded(`person ${id}`, () => rest.getWorker({ worker: id }));
  const cards = read.value?.competence_cards ?? [];
  return (
    <Screen before={<WayBack name="People" to="/office/people" />} title={read.value?.name ?? 'Person'}>
      <Shown of={read}>
        {({ trade, employer_name, preferred_language, mobile }) => (
          <>
            <p class="second">
              {[trade, employer_name, preferred_language && `reads ${preferred_language}`, mobile]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Panel count={cards.length} title="Cards">
              {cards.length === 0 ? (
                <Empty icon="id-card" title="No cards are known." />
              ) : (
                <ul class="rows">
                  {cards
                    .toSorted((a, b) => (a.expires_on ?? '9999').localeCompare(b.expires_on ?? '9999'))
                    .map((card) => (
                      <li key={card.id ?? card.card_number}>
                        <Icon name="id-card" size={20} />
                        <span class="main">
                          <b class="title">
                            {asWords(card.scheme)} {card.level}
                          </b>
                          <span class="second">
                            {card.card_number} {card.categories?.join(', ')}
                          </span>
                        </span>
                        <Expiry card={card} />
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

function Worst({ cards }: { readonly cards: readonly Card[] }) {
  const [first] = cards
    .filter(({ expires_on }) => expires_on)
    .toSorted((a, b) => (a.expires_on ?? '').localeCompare(b.expires_on ?? ''));
  return first ? <Expiry card={first} /> : null;
}

function Expiry({ card: { scheme, expires_on } }: { readonly card: Card }) {
  if (!expires_on) return null;
  const days = daysUntil(expires_on);
  const tone: Tone = days < 0 ? 'stop' : days <= soonDays ? 'care' : 'plain';
  return (
    <Tag tone={tone}>
      {asWords(scheme)} {days < 0 ? 'expired' : 'until'} {onDay(expires_on)}
    </Tag>
  );
}
