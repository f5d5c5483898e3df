/** Activity: what happened in the organisation, newest first, from its event feed; filtered by kind and by person in the address. */
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLive } from '../base/loaded.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { onDay, recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Refusal } from '../frame/refusal.tsx';
import { Screen } from '../frame/screen.tsx';
import { eventNames, describedEvent, kinds, type Event } from './described-event.ts';

const shownAtOnce = 100;
const perCall = 1000;
/** A person is looked for among this many; the server filters by kind alone. */
const mostCalls = 20;

export function Activity() {
  const address = useAddress();
  const [kind, person] = [address.searchParams.get('kind') ?? '', address.searchParams.get('person') ?? ''];
  const choose = (name: string) => (value: string) => go(withQuery(address, { [name]: value }), true);
  return (
    <Screen title="Activity">
      <div class="filters">
        <SelectField
          label="What"
          name="kind"
          onInput={choose('kind')}
          options={[['', 'Everything'], ...kinds]}
          value={kind}
        />
        <Who key={person} onChosen={choose('person')} value={person} />
        {(kind || person) && <Button onClick={() => go('/office/activity', true)}>Clear all</Button>}
      </div>
      <List key={`${kind} ${person}`} kind={kind} person={person} />
    </Screen>
  );
}

interface Filter {
  readonly kind: string;
  readonly person: string;
}

function List({ kind, person }: Filter) {
  const first = useLive(`activity ${kind} ${person}`, () => eventsBefore(undefined, { kind, person }));
  /** All that was read so far: newer ones come on top, and nothing that is shown goes. */
  const known = useRef<ReadonlyMap<string, Event>>(new Map());
  const [oldest, setOldest] = useState<Found | null>(null);
  const note = (found: Found | undefined): void => {
    known.current = new Map([...known.current, ...(found?.data ?? []).map((each) => [each.id, each] as const)]);
  };
  note(first.value);
  const work = useWork();
  const last = oldest ?? first.value;
  const showOlder = (): Promise<void> =>
    work.run(async () => {
      const found = await eventsBefore(last?.before, { kind, person });
      note(found);
      setOldest(found);
    });
  return (
    <Panel title="What happened">
      <ShownRows
        empty={
          <Empty
            icon="clipboard-clock"
            title={kind || person ? 'Nothing like this happened.' : 'Nothing has happened yet.'}
          />
        }
        of={first}
      >
        {(_newest, rows = [...known.current.values()].toSorted((a, b) => b.sequence - a.sequence)) => (
          <>
            <ul class="rows">
              {rows.map((each) => (
                <Row event={each} key={each.id} />
              ))}
            </ul>
            {last?.before !== undefined && (
              <div class="pad choices">
                <Refusal of={work} />
                <Button busy={work.isBusy} onClick={showOlder}>
                  Show older
                </Button>
                <span class="second">Back to {onDay(rows.at(-1)?.timestamp ?? '')}</span>
              </div>
            )}
          </>
        )}
      </ShownRows>
    </Panel>
  );
}

function Row({ event }: { readonly event: Event }) {
  const { icon, tone, what, about, link, by } = describedEvent(event);
  return (
    <li>
      <Icon name={icon} size={20} {...(tone ? { tone } : {})} />
      <span class="main">
        {link ? (
          <a class="title" href={link}>
            {what}
          </a>
        ) : (
          <b class="title">{what}</b>
        )}
        <span class="second">{[by, about].filter(Boolean).join(' · ')}</span>
      </span>
      <span class="second nowrap">{recently(event.timestamp)}</span>
    </li>
  );
}

/** Part of a name; it counts when the field is left. */
function Who({ value, onChosen }: { readonly value: string; readonly onChosen: (value: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <form
      onFocusOut={() => text !== value && onChosen(text.trim())}
      onSubmit={(event) => {
        event.preventDefault();
        onChosen(text.trim());
      }}
    >
      <TextField label="Who" name="person" onInput={setText} value={text} />
    </form>
  );
}

interface Found {
  readonly data: readonly Event[];
  /** Where the older ones begin; undefined = there are none. */
  readonly before: number | undefined;
}

/** The newest first, about `shownAtOnce` of them; of one person those that are found in the next calls. */
async function eventsBefore(start: number | undefined, { kind, person }: Filter): Promise<Found> {
  const names = eventNames.filter((name) => name.startsWith(`${kind}.`));
  const query = { order: 'newest', limit: person ? perCall : shownAtOnce, event: kind ? names.join(',') : undefined };
  let data: Event[] = [];
  let before = start;
  for (let calls = 0; calls < mostCalls; calls++) {
    const read = await rest.listEvents({ query: { ...query, before } });
    data = [...data, ...read.data.filter((each) => isBy(each, person))];
    before = read.meta.more ? read.meta.next_before : undefined;
    if (before === undefined || data.length >= shownAtOnce) break;
  }
  return { data, before };
}

function isBy(event: Event, person: string): boolean {
  return person === '' || (describedEvent(event).by ?? '').toLowerCase().includes(person.toLowerCase());
}
