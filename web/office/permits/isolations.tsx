/** What is isolated for the work, and what is back in service: a permit closes only when all of it is. */
import { useState } from 'preact/hooks';
import { actionsIn } from '../../../shared/resources/permit/states.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import { usePeople } from '../base/people.ts';
import { recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { toIsolate } from './checks.ts';
import { PersonField } from './person-field.tsx';
import { personNamed, withPermitPeople } from './person-named.ts';
import { inName, type PermitPart } from './types.ts';

export function Isolations(props: PermitPart) {
  const { permit, mayWrite, again } = props;
  const [isAdding, setAdding] = useState(false);
  const work = useWork();
  const { id, state, isolations } = permit;
  const takes = (action: 'record_isolation' | 'reinstate_isolation'): boolean =>
    mayWrite && actionsIn(state).includes(action);
  const waiting = toIsolate(permit);
  if (isolations.length === 0 && waiting.length === 0 && !takes('record_isolation')) return null;
  const reinstate = (seen: Pick<(typeof isolations)[number], 'system' | 'isolated_at'>): Promise<void> =>
    work.run(async (attempt) => {
      again(await attempt.reinstateIsolation({ permit: id, body: seen }));
      tell(`${seen.system} is back in service.`);
    });
  return (
    <Panel
      actions={
        takes('record_isolation') && (
          <Button icon="plus" onClick={() => setAdding(true)} small>
            Record an isolation
          </Button>
        )
      }
      count={isolations.length}
      title="Isolations"
    >
      {work.refusal !== null && (
        <div class="pad">
          <Refusal of={work} />
        </div>
      )}
      <ul class="rows">
        {isolations.map(({ system, isolated_by, isolated_at, reinstated_at }, i) => (
          <li key={`${i} ${system}`}>
            <span class="main">
              <b class="title">{system}</b>
              <span class="second">
                {[isolated_by?.name, isolated_at && `isolated ${recently(isolated_at)}`].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Tag tone={reinstated_at ? 'safe' : 'care'}>
              {reinstated_at ? `In service since ${recently(reinstated_at)}` : 'Isolated'}
            </Tag>
            {!reinstated_at && takes('reinstate_isolation') && (
              <Button busy={work.isBusy} onClick={() => reinstate({ system, isolated_at })} small>
                Back in service
              </Button>
            )}
          </li>
        ))}
        {waiting.map((system) => (
          <li key={system}>
            <span class="main">
              <b class="title">{system}</b>
              <span class="second">The permit asks for it</span>
            </span>
            <Tag tone="plain">Not isolated yet</Tag>
          </li>
        ))}
      </ul>
      {isAdding && <Record {...props} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Record({ permit, again, onClose }: PermitPart & { readonly onClose: () => void }) {
  const people = withPermitPeople(usePeople(), inName(permit.holder));
  const waiting = toIsolate(permit);
  const form = useForm({ system: waiting[0] ?? '', by: '' });
  const save = async (attempt: Rest): Promise<void> => {
    const by = form.values.by.trim() ? { by: await personNamed(attempt, form.values.by, people) } : {};
    again(await attempt.recordIsolation({ permit: permit.id, body: { system: form.values.system, ...by } }));
    tell(`${form.values.system} is isolated.`);
  };
  return (
    <FormDialog
      isComplete={() => form.has('system')}
      onClose={onClose}
      save={save}
      title="Record an isolation"
      verb="It is isolated"
    >
      <TextField
        {...form.field('system', 'Write what is isolated.')}
        autofocus
        help="Such as “Board DB3, way 7, locked off, tag 118”."
        label="What is isolated?"
        offers={waiting.map((system) => [system, ''] as const)}
      />
      <PersonField {...form.field('by')} help="You, where nobody is named." label="By whom?" optional people={people} />
    </FormDialog>
  );
}
