/** Activity: what happened in the organisation, newest first, from its event feed; filtered by kind and by person in the address. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShownRows } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useLoaded } from '../base/loaded.ts';
import { go, useAddress, withQuery } from '../base/place.ts';
import { rest } from '../base/server.ts';
import { onDay, recently } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { eventNames, describedEvent, kinds, type Event } from './described-event.ts';

const shownAtOnce = 100;
const perCall = 1000;
/** A person is looked for among this many; the server filters by kind alone. */
const mostCalls = 20;

export function Activity() {
  const address = useAddress();
  const [kind, person] = ['kind', 'person'].map((name) => address.searchParams.get(name) ?? '') as [string, string]; // of two names
  const [count, setCount] = useState(shownAtOnce);
  const events = useLoaded(`activity ${kind} ${person} ${count}`, () => lastEvents(kind, person, count));
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
      <Panel title="What happened">
        <ShownRows
          empty={
            <Empty
              icon="clipboard-clock"
              title={kind || person ? 'Nothing like this happened.' : 'Nothing has happened yet.'}
            />
          }
          of={events}
        >
          {(rows) => (
            <>
              <ul class="rows">
                {rows.map((each) => (
                  <Row event={each} key={each.id} />
                ))}
              </ul>
              {events.value?.more && (
                <div class="pad choices">
                  <Button onClick={() => setCount(count + shownAtOnce)}>Show older</Button>
                  <span class="second">Back to {onDay(rows.at(-1)?.timestamp ?? '')}</span>
                </div>
              )}
            </>
          )}
        </ShownRows>
      </Panel>
    </Screen>
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

/** The newest first, up to `count` of them. */
async function lastEvents(kind: string, person: string, count: number) {
  const names = eventNames.filter((name) => name.startsWith(`${kind}.`));
  const query = { order: 'newest', limit: person ? perCall : count, event: kind ? names.join(',') : undefined };
  let found: Event[] = [];
  let before: number | undefined;
  for (let calls = 0; calls < mostCalls; calls++) {
    const { data, meta } = await rest.listEvents({ query: { ...query, before } });
    found = [...found, ...data.filter((each) => isBy(each, person))];
    if (!meta.more || found.length >= count)
      return { data: found.slice(0, count), more: meta.more || found.length > count };
    before = data.at(-1)?.sequence;
  }
  return { data: found, more: false };
}

function isBy(event: Event, person: string): boolean {
  return person === '' || (describedEvent(event).by ?? '').toLowerCase().includes(person.toLowerCase());
}
