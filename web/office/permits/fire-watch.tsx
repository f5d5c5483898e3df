/** The fire watch of hot work and the checks after it: what is asked for, what was done by whom, and the next step. */
import { useState } from 'preact/hooks';
import {
  checkedMinutes,
  demandedChecks,
  demandedMinutes,
  watchedMinutes,
} from '../../../shared/resources/permit/limits.ts';
import { startOfWatch } from '../../../shared/resources/permit/seen.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { remaining } from '../../ui/words/remaining.ts';
import { tell } from '../../ui/toasts.tsx';
import type { Rest } from '../base/attempt.ts';
import { useForm } from '../base/form.ts';
import { useNow } from '../base/now.ts';
import { usePeople } from '../base/people.ts';
import { recently } from '../base/times.ts';
import { useWork } from '../base/work.ts';
import { FormDialog } from '../frame/form-dialog.tsx';
import { Refusal } from '../frame/refusal.tsx';
import { PersonField } from './person-field.tsx';
import { personNamed, withPermitPeople } from './person-named.ts';
import { asStored, inName, type PermitPart } from './types.ts';

const minuteMs = 60_000;

export function FireWatch(props: PermitPart) {
  const { permit, settings, mayWrite, again } = props;
  const now = useNow();
  const work = useWork();
  const [asking, setAsking] = useState<Step | null>(null);
  const { watch: least, check: finalAt } = demandedMinutes(asStored(permit), settings);
  const { minutes: underChecks, every } = demandedChecks(permit, settings);
  if (least === 0 && underChecks === 0 && finalAt === 0) return null;
  const { id, state, fire_watch: watch, work_complete_at: end } = permit;
  const isOnSite = ['open', 'suspended', 'expired', 'work_complete'].includes(state);
  const isUnderWay = Boolean(watch?.started_at && !watch.ended_at);
  const watched = watchedMinutes(watch, end) ?? 0;
  const { minutes: checked, until } = checkedMinutes(asStored(permit), settings);
  const isComplete = state === 'work_complete' && watched >= least && !isUnderWay;
  const dueAt = until === null ? null : until + every * minuteMs;
  const endWatch = (): Promise<void> =>
    work.run(async (attempt) => {
      const body = { by: inName(watch?.fire_watcher ?? null), started_at: startOfWatch(asStored(permit)) };
      again(await attempt.endFireWatch({ permit: id, body }));
      tell('The fire watch has ended.');
    });
  const asked = [
    least > 0 && `${least} min fire watch after the work`,
    underChecks > 0 && `then checks for ${underChecks} min, at most ${every} min apart`,
    finalAt > 0 && `a final check at ${finalAt} min`,
  ];
  return (
    <Panel title="Fire watch and checks">
      <div class="pad stack">
        <Refusal of={work} />
        <p class="second">This permit asks for {asked.filter(Boolean).join(', ')}.</p>
        {watch && (
          <p>
            <b>{watch.fire_watcher?.name}</b> watches since {watch.started_at && recently(watch.started_at)}
            {watch.ended_at && `, to ${recently(watch.ended_at)}: ${watched} of ${least} min count`}
            {isUnderWay && !end && '. What counts begins with the end of the work'}
            {isUnderWay && end && watch.started_at && (
              <Counted end={end} least={least} now={now} start={watch.started_at} />
            )}
            .
          </p>
        )}
        <Photos watch={watch} />
        {isComplete && underChecks > 0 && dueAt !== null && checked < underChecks && (
          <Notice tone={now > dueAt ? 'stop' : 'care'}>
            Checks cover {checked} of {underChecks} min. {now > dueAt ? 'The next was due' : 'The next is due by'}{' '}
            {recently(new Date(dueAt).toISOString())}.
          </Notice>
        )}
        {mayWrite && isOnSite && (
          <div class="choices">
            {isUnderWay ? (
              <Button busy={work.isBusy} icon="check" key="end" onClick={endWatch}>
                End the fire watch
              </Button>
            ) : (
              watched < least && (
                <Button icon="eye" key="start" onClick={() => setAsking('start')}>
                  Start the fire watch
                </Button>
              )
            )}
            {isComplete && checked < underChecks && (
              <Button icon="check" onClick={() => setAsking('check')}>
                Record a check
              </Button>
            )}
            {isComplete && finalAt > 0 && !permit.final_check && (
              <Button icon="check" onClick={() => setAsking('final')}>
                Record the final check
              </Button>
            )}
          </div>
        )}
      </div>
      <Checks {...props} />
      {asking && <Ask {...props} onClose={() => setAsking(null)} step={asking} />}
    </Panel>
  );
}

/** Those that are on the server already; the others are still on the tablet. */
function Photos({ watch }: { readonly watch: PermitPart['permit']['fire_watch'] }) {
  const ids = watch?.photo_ids ?? [];
  if (ids.length === 0) return null;
  return (
    <p class="choices">
      {ids.map((id, i) => (
        <a href={`/api/v1/photos/${id}`} key={id} rel="noopener" target="_blank">
          <img alt={`Photo ${i + 1} of the fire watch`} height="96" src={`/api/v1/photos/${id}`} />
        </a>
      ))}
    </p>
  );
}

function Counted({ start, end, least, now }: Record<'start' | 'end', string> & Record<'least' | 'now', number>) {
  const left = Math.max(Date.parse(start), Date.parse(end)) + least * minuteMs - now;
  return <>{left > 0 ? `: ${remaining(left)} to go` : ': long enough'}</>;
}

function Checks({ permit: { closing_checks: checks = [] } }: PermitPart) {
  if (checks.length === 0) return null;
  return (
    <ul class="rows">
      {checks.map(({ checked_at, checked_by, minutes_after_work, findings }, i) => (
        <li key={i}>
          <span class="main">
            <b class="title">{findings || 'Checked'}</b>
            <span class="second">
              {[checked_by?.name, checked_at && recently(checked_at)].filter(Boolean).join(' · ')}
            </span>
          </span>
          <span class="second nowrap">{minutes_after_work} min after the work</span>
        </li>
      ))}
    </ul>
  );
}

type Step = 'start' | 'check' | 'final';
const words: Readonly<Record<Step, readonly [title: string, question: string]>> = {
  start: ['Start the fire watch', 'Who keeps the fire watch?'],
  check: ['Record a check', 'Who made the check?'],
  final: ['Record the final check', 'Who made the check?'],
};

function Ask({ permit, again, onClose, step }: PermitPart & { readonly onClose: () => void; readonly step: Step }) {
  const [title, question] = words[step];
  const { fire_watch: watch, holder, id } = permit;
  const people = withPermitPeople(usePeople(), inName(holder), inName(watch?.fire_watcher ?? null));
  const [preset] = useState(() => inName(step === 'start' ? holder : (watch?.fire_watcher ?? holder)));
  const form = useForm({ by: preset?.name ?? '', findings: '' });
  const save = async (attempt: Rest): Promise<void> => {
    const by = await personNamed(attempt, form.values.by, people, preset);
    const body = { by, findings: form.values.findings.trim() || null };
    if (step === 'start') again(await attempt.startFireWatch({ permit: id, body: { by, fire_watcher: by } }));
    else if (step === 'check') again(await attempt.recordClosingCheck({ permit: id, body }));
    else again(await attempt.recordFinalCheck({ permit: id, body }));
    tell(step === 'start' ? `${by.name} keeps the fire watch.` : 'The check is recorded.');
  };
  return (
    <FormDialog isComplete={() => form.has('by')} onClose={onClose} save={save} title={title} verb={title}>
      <PersonField {...form.field('by', 'Write who.')} autofocus label={question} people={people} />
      {step !== 'start' && <TextField {...form.field('findings')} label="What was found?" optional />}
    </FormDialog>
  );
}
