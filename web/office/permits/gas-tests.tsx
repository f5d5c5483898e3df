/** Gas tests: each with its readings, those outside the limits in red; one outside them stops the work at once. */
import { useState } from 'preact/hooks';
import { outsideLimits } from '../../../shared/resources/permit/limits.ts';
import { actionsIn } from '../../../shared/resources/permit/states.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/input/field-group.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import { usePeople } from '../base/people.ts';
import { recently } from '../base/times.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { gasLimits, readings, readingsOf } from './checks.ts';
import { PersonField } from './person-field.tsx';
import { personNamed, withPermitPeople } from './person-named.ts';
import { inName, type PermitPart } from './types.ts';

export function GasTests(props: PermitPart) {
  const { permit, mayWrite } = props;
  const [isAdding, setAdding] = useState(false);
  const tests = permit.atmosphere_tests;
  const isOpen = mayWrite && actionsIn(permit.state).includes('record_gas_test');
  if (tests.length === 0 && !isOpen) return null;
  return (
    <Panel
      actions={
        isOpen && (
          <Button icon="plus" onClick={() => setAdding(true)} small>
            Record a gas test
          </Button>
        )
      }
      count={tests.length}
      title="Gas tests"
    >
      {tests.length > 0 && (
        <ul class="rows">
          {tests.toReversed().map((test, i) => {
            const isOutside = outsideLimits(test).length > 0;
            return (
              <li key={tests.length - i}>
                <span class="main">
                  <b class={`title${isOutside ? ' tone-stop' : ''}`}>{readingsOf(test)}</b>
                  <span class="second">
                    {[test.by?.name, test.at && recently(test.at)].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Tag tone={isOutside ? 'stop' : 'safe'}>{isOutside ? 'Outside the limits' : 'Within the limits'}</Tag>
              </li>
            );
          })}
        </ul>
      )}
      {isAdding && <Record {...props} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Record({ permit, again, onClose }: PermitPart & { readonly onClose: () => void }) {
  const people = withPermitPeople(usePeople(), inName(permit.holder));
  const [preset] = useState(() => inName(permit.holder));
  const form = useForm({ o2_percent: '', lel_percent: '', co_ppm: '', h2s_ppm: '', by: preset?.name ?? '' });
  const [isMissing, setMissing] = useState(false);
  const written = readings.flatMap(([name]) => {
    return form.values[name] === '' ? [] : [[name, Number(form.values[name])] as const];
  });
  const isComplete = (): boolean => {
    setMissing(written.length === 0);
    return form.has('by') && written.length > 0;
  };
  const save = async (attempt: Rest): Promise<void> => {
    const by = await personNamed(attempt, form.values.by, people, preset);
    const after = await attempt.recordGasTest({ permit: permit.id, body: { ...Object.fromEntries(written), by } });
    tell(
      after.state === permit.state
        ? 'The gas test is recorded.'
        : 'Outside the limits: the work is stopped. Tell the holder.',
    );
    again(after);
  };
  return (
    <FormDialog isComplete={isComplete} onClose={onClose} save={save} title="Record a gas test" verb="Record it">
      <p>Limits: {gasLimits}. A reading outside them stops the work at once.</p>
      <FieldGroup
        error={isMissing && written.length === 0 ? 'Write at least one of the four readings.' : undefined}
        legend="Readings"
      >
        <div class="pair">
          {readings.map(([name, word, unit], i) => (
            <TextField
              {...form.field(name)}
              autofocus={i === 0}
              key={name}
              label={`${word}, ${unit}`}
              optional
              type="number"
            />
          ))}
        </div>
      </FieldGroup>
      <PersonField {...form.field('by', 'Write who made the test.')} label="Who made the test?" people={people} />
    </FormDialog>
  );
}
