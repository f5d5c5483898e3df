/** What happened under a permit, newest first, with who did it, what was said, and what makes an entry doubtful. */
import { withEmployer } from '../../../shared/model/same-person.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';
import { asWords } from '../../ui/status.ts';
import { Tag } from '../../ui/tag.tsx';
import { atTime } from '../base/times.ts';
import { stateTones, type Permit } from './types.ts';

type Entry = Permit['log'][number];

const words: Readonly<Record<string, string>> = {
  request: 'Asked for',
  authorise: 'Issued',
  accept: 'Accepted',
  open: 'Opened',
  suspend: 'Suspended',
  resume: 'Resumed',
  extend: 'Extended',
  hand_over: 'Handed over',
  record_gas_test: 'Gas test',
  record_isolation: 'Isolated',
  reinstate_isolation: 'Back in service',
  start_fire_watch: 'Fire watch began',
  end_fire_watch: 'Fire watch ended',
  closing_check: 'Checked',
  final_check: 'Final check',
  work_complete: 'Work finished',
  close: 'Closed',
  cancel: 'Cancelled',
  expire: 'Expired',
};

const doubts: Readonly<Record<Entry['flags'][number], string>> = {
  in_future: 'by a clock that was ahead',
  before_previous: 'before the step that came before it',
  entered_late: 'entered later',
  same_token_issuer_holder: 'issued and held from one tablet or account',
};

export function PermitLog({ permit: { log } }: { readonly permit: Permit }) {
  return (
    <Panel count={log.length} title="What happened">
      {log.length === 0 ? (
        <Empty icon="list" title="Nothing yet." />
      ) : (
        <ul class="rows">
          {log.toReversed().map((entry, i) => (
            <li key={log.length - i}>
              <span class="main">
                <b class="title">{actionWord(entry)}</b>
                <span class="second">
                  {[
                    withEmployer(entry.by),
                    entry.recorded_by.name !== entry.by.name && `entered by ${entry.recorded_by.name}`,
                    atTime(entry.at),
                    ...entry.flags.map((flag) => doubts[flag]),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {saidIn(entry) && <p>{saidIn(entry)}</p>}
              </span>
              <Tag tone={entry.effect === 'applied' ? stateTones[entry.to] : 'care'}>
                {entry.effect === 'applied' ? asWords(entry.to) : 'Came too late, kept'}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function actionWord({ action }: Entry): string {
  return words[action] ?? asWords(action);
}

/** In somebody's own words. */
export function saidIn({ args }: Entry): string {
  return ['reason', 'system', 'findings', 'notes', 'closure_notes']
    .map((name) => args[name])
    .filter((said) => typeof said === 'string' && said !== '')
    .join(' · ');
}
