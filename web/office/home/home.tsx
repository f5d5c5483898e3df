/** Home: what waits for this person, who is briefed, what is open, and what runs out. */
import type { ComponentChildren } from 'preact';
import { ButtonLink } from '../../ui/button.tsx';
import type { IconName, Tone } from '../../ui/icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RosterLegend } from '../../ui/roster-strip.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { readable } from '../../ui/status.ts';
import { useLive } from '../base/loaded.ts';
import { useMay, useMe } from '../base/me.ts';
import { recently, today } from '../base/times.ts';
import { Screen } from '../frame/screen.tsx';
import { BriefedRow } from '../signoffs/briefed-row.tsx';
import { CompliancePanel } from './compliance-panel.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { RiskPanel } from './risk-panel.tsx';
import { readHome, type Home as HomeFigures } from './read-home.ts';
import type { Task } from './task.ts';

export function Home() {
  const me = useMe();
  const [mayRead, mayWrite, mayManage] = [useMay('documents:read'), useMay('documents:write'), useMay('tokens:manage')];
  const home = useLive(`home ${me?.role ?? ''}`, () => (me ? readHome(me) : new Promise<HomeFigures>(() => {})));
  return (
    <Screen
      actions={
        mayWrite && (
          <ButtonLink href="/office/documents/new" icon="plus" look="act">
            New document
          </ButtonLink>
        )
      }
      title={today()}
    >
      <Shown of={home}>
        {({ asked, decisions, again, running, ending, ended, coverage, at }) => (
          <div class="beside open">
            <div class="stack">
              {[asked, decisions, again, running, ending, ended].every((tasks) => tasks.length === 0) && (
                <Panel>
                  <Empty icon="circle-check" title={`Nothing needs you. Last look: ${recently(at)}.`} />
                </Panel>
              )}
              <Tasks tasks={asked} title="Asked of you" />
              <Tasks tasks={decisions} title="Waiting for a decision" />
              <Tasks tasks={again} title="Brief again" />
              <Tasks tasks={running} title="Open and running" />
              <Tasks actions={all} tasks={ending} title="Running out" />
              <Tasks actions={all} tasks={ended} title="Expired" />
            </div>
            <div class="stack">
              <Panel actions={<RosterLegend />} title="Who is briefed">
                {coverage.length === 0 ? (
                  <Empty icon="users" title="Nobody is named on a document yet." />
                ) : (
                  <>
                    <ul class="rows">
                      {coverage.map((each) => (
                        <BriefedRow key={each.id} row={each} />
                      ))}
                    </ul>
                    <p class="more-below">
                      <a href="/office/signoffs">All documents</a>
                    </p>
                  </>
                )}
              </Panel>
              {mayRead && <RiskPanel />}
              {mayRead && <CompliancePanel />}
              {mayManage && <DevicesPanel />}
            </div>
          </div>
        )}
      </Shown>
    </Screen>
  );
}

const all = <a href="/office/people?show=soon">All cards and papers</a>;

/** The others are one press away. */
const mostShown = 8;

function Tasks({
  title,
  tasks,
  actions,
}: {
  readonly title: string;
  readonly tasks: readonly Task[];
  readonly actions?: ComponentChildren;
}) {
  if (tasks.length === 0) return null;
  return (
    <Panel actions={actions} count={tasks.length} title={title}>
      <Rows tasks={tasks.slice(0, mostShown)} />
      {tasks.length > mostShown && (
        <details>
          <summary class="pad">{tasks.length - mostShown} more</summary>
          <Rows tasks={tasks.slice(mostShown)} />
        </details>
      )}
    </Panel>
  );
}

function Rows({ tasks }: { readonly tasks: readonly Task[] }) {
  return (
    <ul class="rows tasks">
      {tasks.map(({ key, icon, tone, what, about, when, verb, href, isNext }) => (
        <li key={key}>
          <Icon name={icon satisfies IconName} size={20} tone={tone satisfies Tone} />
          <span class="main">
            <b class="title">{what}</b>
            <span class="second">{about.filter(Boolean).map(readable).join(' · ')}</span>
          </span>
          <span class="second nowrap">{when}</span>
          <ButtonLink href={href} look={isNext ? 'act' : 'line'} small>
            {verb}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
