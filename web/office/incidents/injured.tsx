/** Who was hurt, and how badly: seen and written only by those who manage incidents. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { InjuredDialog, type Person } from './injured-dialog.tsx';
import type { IncidentPart } from './part.ts';

export function Injured({ incident, again }: IncidentPart) {
  const { injured_persons: people, status } = incident;
  /** Its place in the list; one beyond the last is a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const isClosed = status === 'closed';
  return (
    <Panel
      actions={
        !isClosed && (
          <Button icon="plus" onClick={() => setOpen(people.length)} small>
            Add a person
          </Button>
        )
      }
      count={people.length}
      title="Who was hurt"
    >
      {people.length === 0 ? (
        <Empty icon="user" title="Nobody was hurt, as far as is known." />
      ) : (
        <ul class="rows">
          {people.map((person, at) => (
            <li key={at}>
              <Icon name="user" size={20} />
              <span class="main">
                <b class="title">{person.name ?? 'Not named'}</b>
                <span class="second">{aboutOf(person)}</span>
              </span>
              {person.days_lost ? <Tag tone="care">{person.days_lost} days lost</Tag> : null}
              {person.taken_to_hospital && <Tag tone="stop">Taken to hospital</Tag>}
              {!isClosed && (
                <Button icon="pen-line" onClick={() => setOpen(at)} small>
                  Edit
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <InjuredDialog
          at={open}
          incident={incident}
          key={open}
          onClose={() => {
            setOpen(null);
            again();
          }}
        />
      )}
    </Panel>
  );
}

function aboutOf({ person_type, age, injury_severity, body_part }: Person): string {
  const parts = [
    person_type && asWords(person_type),
    age && `${age} years`,
    injury_severity && asWords(injury_severity),
    body_part,
  ];
  return parts.filter(Boolean).join(' · ');
}
