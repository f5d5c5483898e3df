/** The actions that follow from an incident: who does what until when, and which are done. */
import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { serverTime } from '../base/clock.ts';
import { useEdit } from '../base/edit.ts';
import { useMay } from '../base/me.ts';
import { daysUntil, onDay } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { readAgain, type IncidentPart, type Read } from './part.ts';

type Investigation = NonNullable<Read['investigation']>;
type Task = Investigation['actions'][number];

export function Actions({ incident, again }: IncidentPart) {
  const { status } = incident;
  const actions = incident.investigation?.actions ?? [];
  const [isAdding, setAdding] = useState(false);
  const work = useWork();
  const mayManage = useMay('incidents:manage') && status !== 'closed';
  const setDone = (task: Task, done: boolean): Promise<void> =>
    work.run(async (attempt) => {
      const changed = { ...task, done_on: done ? today() : null };
      await write(
        attempt,
        incident,
        actions.map((each) => (each === task ? changed : each)),
      );
      tell(done ? 'Done.' : 'Open again.', done ? () => setDoneBack(changed) : undefined);
      again();
    });
  /** What was read last is older than the change, and others may have moved the action since: it reads first, once for a press. */
  const setDoneBack = (done: Task): Promise<void> => {
    let undone: Undone | null = null;
    return work.run(async (attempt) => {
      undone ??= undoneIn(await attempt.getIncident({ incident: incident.id }), done);
      if (undone) await write(attempt, undone.from, undone.tasks);
      else tell('Somebody has changed this action since, so it stays as they left it.');
      again();
    });
  };
  return (
    <Panel
      actions={
        mayManage &&
        status !== 'reported' && (
          <Button icon="plus" onClick={() => setAdding(true)} small>
            Add an action
          </Button>
        )
      }
      count={actions.length}
      title="Actions"
    >
      {work.refusal !== null && (
        <div class="pad">
          <Refusal of={work} />
        </div>
      )}
      {actions.length === 0 ? (
        <Empty icon="check" title="No actions are planned." />
      ) : (
        <ul class="rows">
          {actions.map((task, at) => (
            <TaskRow
              key={`${at} ${task.text}`}
              onDone={mayManage ? (done) => setDone(task, done) : undefined}
              task={task}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddAction
          incident={incident}
          onClose={() => {
            setAdding(false);
            again();
          }}
        />
      )}
    </Panel>
  );
}

function TaskRow({
  task: { text, owner, due_on: due, done_on: done },
  onDone,
}: {
  readonly task: Task;
  readonly onDone: ((done: boolean) => unknown) | undefined;
}) {
  return (
    <li>
      <Icon name={done ? 'circle-check' : 'clock'} size={20} tone={done ? 'safe' : 'care'} />
      <span class="main">
        <b class="title">{text}</b>
        <span class="second">{owner?.name ?? 'nobody yet'}</span>
      </span>
      {done ? (
        <Tag tone="safe">Done {onDay(done)}</Tag>
      ) : (
        due && <Tag tone={daysUntil(due) < 0 ? 'stop' : 'care'}>Due {onDay(due)}</Tag>
      )}
      {onDone && (
        <Button icon={done ? 'rotate-ccw' : 'check'} key={String(Boolean(done))} onClick={() => onDone(!done)} small>
          {done ? 'Open again' : 'It is done'}
        </Button>
      )}
    </li>
  );
}

function AddAction({ incident, onClose }: { readonly incident: Read; readonly onClose: () => void }) {
  const nothing = { text: '', owner: '', due_on: '' };
  const form = useEdit<keyof typeof nothing, Read>(
    incident,
    () => nothing,
    () => readAgain(incident),
  );
  const save = async (attempt: Rest): Promise<void> => {
    await form.save(({ base, values: { text, owner, due_on: due } }) => {
      const task = { text: text.trim(), owner: owner.trim() ? { name: owner.trim() } : null, due_on: due || null };
      return addTask(attempt, base, task);
    });
    tell('Planned.');
  };
  return (
    <FormDialog isComplete={() => form.has('text')} onClose={onClose} save={save} title="An action" verb="Plan it">
      <TextField {...form.field('text', 'Write what will be done.')} autofocus label="What will be done" rows={2} />
      <div class="pair">
        <TextField {...form.field('owner')} label="Who does it" optional />
        <TextField {...form.field('due_on')} label="Until" optional type="date" />
      </div>
    </FormDialog>
  );
}

/** The first ones move the incident on; later ones are added to what is there. */
async function addTask(attempt: Rest, incident: Read, task: Task): Promise<void> {
  if (incident.status === 'triaged' || incident.status === 'investigating')
    await attempt.planIncidentActions({
      incident: incident.id,
      ifRevision: incident.revision,
      body: { actions: [task] },
    });
  else await write(attempt, incident, [...(incident.investigation?.actions ?? []), task]);
}

async function write(attempt: Rest, { id, revision, investigation }: Read, actions: readonly Task[]): Promise<void> {
  const body = { investigation: { contributory: [], ...investigation, actions: [...actions] } };
  await attempt.updateIncident({ incident: id, ifRevision: revision, body });
}

interface Undone {
  readonly from: Read;
  readonly tasks: readonly Task[];
}

/** Null where the action is not as it was left. */
function undoneIn(from: Read, done: Task): Undone | null {
  const tasks = from.investigation?.actions ?? [];
  const at = tasks.findIndex((each) => isSame(each, done));
  return at === -1 ? null : { from, tasks: tasks.with(at, { ...done, done_on: null }) };
}

function isSame(one: Task, other: Task): boolean {
  const textOf = ({ text, owner, due_on: due, done_on: done }: Task): string =>
    JSON.stringify([text, owner?.name ?? null, due ?? null, done ?? null]);
  return textOf(one) === textOf(other);
}

/** The day where this computer is, not in Greenwich. */
function today(): string {
  return new Date(serverTime() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
