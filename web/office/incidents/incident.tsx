/** One incident: what happened, the next step, what the HSE has to be told, who was hurt, photos, actions, and notes. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Shown } from '../../ui/shown.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { useLive } from '../base/loaded.ts';
import { useMay } from '../base/me.ts';
import { rest } from '../base/server.ts';
import { atTime } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { Form } from '../frame/form.tsx';
import { Photos } from '../frame/photos.tsx';
import { Screen } from '../frame/screen.tsx';
import { WayBack } from '../frame/way-back.tsx';
import { Actions } from './actions.tsx';
import { IncidentSheet } from './incident-sheet.tsx';
import { Injured } from './injured.tsx';
import { NextStep } from './next-step.tsx';
import type { IncidentPart } from './part.ts';
import { Riddor } from './riddor.tsx';

export function Incident({ id }: { readonly id: string }) {
  const read = useLive(`incident ${id}`, () => rest.getIncident({ incident: id }));
  const mayManage = useMay('incidents:manage');
  return (
    <Screen
      actions={read.value && <IncidentSheet id={id} />}
      before={<WayBack name="Incidents" to="/office/incidents" />}
      title={read.value?.reference ?? 'Incident'}
    >
      <Shown of={read}>
        {(incident) => (
          <div class="beside open">
            <div class="stack">
              <WhatHappened incident={incident} />
              {incident.photos.length > 0 && (
                <Panel count={incident.photos.length} title="Photos">
                  <div class="pad">
                    <Photos of="the incident" photos={incident.photos} />
                  </div>
                </Panel>
              )}
              {mayManage && <Injured again={read.again} incident={incident} />}
              <Actions again={read.again} incident={incident} />
              <Notes again={read.again} incident={incident} />
            </div>
            <div class="stack">
              {mayManage && incident.status !== 'closed' && <NextStep again={read.again} incident={incident} />}
              <Riddor again={read.again} incident={incident} />
            </div>
          </div>
        )}
      </Shown>
    </Screen>
  );
}

function WhatHappened({ incident }: Pick<IncidentPart, 'incident'>) {
  const { status, incident_type, description, location, activity, occurred_at, reported_by, anonymous } = incident;
  const { potential_severity: potential, actual_severity: actual, closed_at: closed } = incident;
  const facts = [
    ['What happened', description],
    ['Where', location],
    ['During', activity],
    ['When', occurred_at && atTime(occurred_at)],
    ['Reported by', anonymous ? 'not named' : reported_by?.name],
    ['Done at once', incident.immediate_actions],
    ['How bad it was', actual && `${actual} of 5`],
    ['How bad it could have been', potential && `${potential} of 5`],
    ['Root cause', incident.investigation?.root_cause],
    ['Closed', closed && atTime(closed)],
  ] as const;
  return (
    <Panel
      actions={<Tag tone={status === 'closed' ? 'safe' : 'care'}>{asWords(status)}</Tag>}
      title={incident_type ? asWords(incident_type) : 'Incident'}
    >
      <Facts facts={facts.map(([name, value]) => [name, value || null])} />
    </Panel>
  );
}

function Notes({ incident: { id, notes }, again }: IncidentPart) {
  const [text, setText] = useState('');
  const work = useWork();
  const mayWrite = useMay('incidents:write');
  const add = () =>
    text.trim() !== '' &&
    work.isTaken(async (attempt) => {
      await attempt.addIncidentNote({ incident: id, body: { text } });
      setText((now) => (now === text ? '' : now));
      again();
    });
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
        <Form class="pad form narrow" of={work} save={add}>
          <TextField label="Add a note" name="note" onInput={setText} rows={2} value={text} />
          <div class="choices">
            <Button busy={work.isBusy} type="submit">
              Add note
            </Button>
          </div>
        </Form>
      )}
    </Panel>
  );
}
