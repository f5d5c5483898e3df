/** One incident: what happened, what is done about it and by whom, and notes that people add. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { useLoaded } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { atTime, daysUntil, onDay } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Refusal } from '../frame/refusal.tsx';

type Read = Awaited<ReturnType<typeof rest.getIncident>>;

export function Incident({ id }: { readonly id: string }) {
  const read = useLoaded(`incident ${id}`, () => rest.getIncident({ incident: id }));
  return (
    <Screen before={<WayBack name="Incidents" to="/office/incidents" />} title={read.value?.reference ?? 'Incident'}>
      <Shown of={read}>
        {(incident) => (
          <>
            <WhatHappened incident={incident} />
            <Actions incident={incident} />
            <Notes again={read.again} incident={incident} />
          </>
        )}
      </Shown>
    </Screen>
  );
}

function WhatHappened({ incident }: { readonly incident: Read }) {
  const { status, incident_type, description, location, activity, occurred_at, reported_by, anonymous } = incident;
  const facts = [
    ['What happened', description],
    ['Where', location],
    ['During', activity],
    ['When', occurred_at && atTime(occurred_at)],
    ['Reported by', anonymous ? 'not named' : reported_by?.name],
    ['Done at once', incident.immediate_actions],
    ['RIDDOR', riddor(incident)],
    ['Report to the HSE by', incident.riddor_due_on && onDay(incident.riddor_due_on)],
    ['Root cause', incident.investigation?.root_cause],
  ] as const;
  return (
    <Panel
      actions={<Tag tone={status === 'closed' ? 'safe' : 'care'}>{asWords(status)}</Tag>}
      title={incident_type ? asWords(incident_type) : 'Incident'}
    >
      <Facts facts={facts} />
    </Panel>
  );
}

/** The decision, and while there is none what the facts suggest. */
function riddor({ riddor_category: decided, riddor_suggested: suggested }: Read): string {
  if (decided !== 'undetermined') return asWords(decided);
  return suggested ? `Not decided; the facts suggest: ${asWords(suggested).toLowerCase()}` : 'Not decided';
}

function Actions({ incident: { investigation } }: { readonly incident: Read }) {
  const actions = investigation?.actions ?? [];
  return (
    <Panel count={actions.length} title="Actions">
      {actions.length === 0 ? (
        <Empty icon="check" title="No actions are planned." />
      ) : (
        <ul class="rows">
          {actions.map(({ text, owner, due_on, done_on }) => (
            <li key={text}>
              <Icon name={done_on ? 'circle-check' : 'clock'} size={20} tone={done_on ? 'safe' : 'care'} />
              <span class="main">
                <b class="title">{text}</b>
                <span class="second">{owner?.name ?? 'nobody yet'}</span>
              </span>
              {done_on ? (
                <Tag tone="safe">Done {onDay(done_on)}</Tag>
              ) : (
                due_on && <Tag tone={daysUntil(due_on) < 0 ? 'stop' : 'care'}>Due {onDay(due_on)}</Tag>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Notes({ incident: { id, notes }, again }: { readonly incident: Read; readonly again: () => void }) {
  const [text, setText] = useState('');
  const work = useWork();
  const mayWrite = useMay('incidents:write');
  const add = (event: Event): void => {
    event.preventDefault();
    if (!text.trim()) return;
    void work.run(async () => {
      await rest.addIncidentNote({ incident: id, body: { text } });
      setText('');
      again();
    });
  };
  return (
    <Panel count={notes.length} title="Notes">
      <ul class="rows">
        {notes.map((note) => (
          <li key={note.id}>
            <span class="main">
              <p>{note.text}</p>
              <span class="second">
                {note.by.name} · {atTime(note.at)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <form class="pad form narrow" noValidate onSubmit={add}>
          <Refusal of={work} />
          <TextField label="Add a note" name="note" onInput={setText} rows={2} value={text} />
          <div class="choices">
            <Button busy={work.isBusy} type="submit">
              Add note
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
