/** Permits on home: those that wait to be issued, those under which people work, and fire watches after the work. */
import {
  checkedMinutes,
  demandedChecks,
  demandedWatch,
  watchedMinutes,
} from '../../../shared/resources/permit/limits.ts';
import { remaining } from '../../ui/words/remaining.ts';
import { asWords } from '../../ui/status.ts';
import { serverTime } from '../base/clock.ts';
import { everyRow } from '../base/every-row.ts';
import { rest } from '../base/server.ts';
import { recently, since } from '../base/times.ts';
import { nameOf, type PermitRow, type Settings } from '../permits/types.ts';
import { verbs, worstFirst } from '../permits/verbs.ts';
import type { Task } from './task.ts';

export interface PermitTasks {
  readonly requested: readonly Task[];
  /** Of these the work has to stop. */
  readonly over: readonly Task[];
  readonly watches: readonly Task[];
  readonly running: readonly Task[];
}

const states = 'requested,open,suspended,expired,work_complete';

/** `mayDecide` = what waits to be issued is for this reader. */
export async function readPermitTasks(now: number, mayDecide: boolean): Promise<PermitTasks> {
  const { data } = await everyRow((page) => rest.listPermits({ query: { status: states, ...page } }));
  const ofState = (...wanted: readonly PermitRow['state'][]) => data.filter(({ state }) => wanted.includes(state));
  const running = worstFirst(ofState('open', 'suspended', 'expired'), now);
  const finished = ofState('work_complete');
  const settings = finished.length > 0 ? (await rest.getOrganisation()).settings : null;
  return {
    requested: mayDecide ? worstFirst(ofState('requested'), now).map(requestTask) : [],
    over: running.filter((permit) => isOver(permit, now)).map(permitTask),
    watches: settings ? finished.flatMap((permit) => watchTask(permit, settings)) : [],
    running: running.filter((permit) => !isOver(permit, now)).map(permitTask),
  };
}

function isOver({ valid_to: end }: PermitRow, now: number): boolean {
  return end != null && Date.parse(end) <= now;
}

const link = (id: string) => ({ key: id, icon: 'shield-check', href: `/office/permits/${id}` }) as const;

function requestTask(permit: PermitRow): Task {
  const { id, permit_number, permit_type, title, valid_from, requested_at: asked } = permit;
  return {
    ...link(id),
    tone: 'act',
    what: nameOf(permit),
    about: [permit_number ?? '', title ? asWords(permit_type) : '', valid_from ? `from ${recently(valid_from)}` : ''],
    when: asked ? since(asked) : '',
    verb: verbs.authorise,
    href: `/office/permits/${id}?do=authorise`,
    isNext: true,
  };
}

function permitTask(permit: PermitRow): Task {
  const { id, permit_number, title, location, state, valid_to } = permit;
  return {
    ...link(id),
    tone: isOver(permit, serverTime()) ? 'stop' : 'plain',
    what: `${title ?? location ?? 'Permit'}: ${asWords(state).toLowerCase()}`,
    about: [permit_number ?? '', valid_to ? `ends ${recently(valid_to)}` : ''],
    when: valid_to ? leftOf(valid_to) : '',
    verb: 'Open',
  };
}

function leftOf(end: string): string {
  const ms = Date.parse(end) - serverTime();
  return ms > 0 ? `${remaining(ms)} left` : 'over';
}

/** While the watch is not as long as it has to be, or checks are due after it, somebody has to be there. */
function watchTask(permit: PermitRow, settings: Settings): Task[] {
  const { id, permit_number, title, location, fire_watch: watch, work_complete_at: end } = permit;
  const isUnderWay = Boolean(watch?.started_at && !watch.ended_at);
  const least = demandedWatch(permit, settings);
  const name = title ?? location ?? 'Permit';
  if (!isUnderWay && (watchedMinutes(watch, end) ?? 0) >= least) return checksTask(permit, settings, name);
  const from = isUnderWay ? watch?.started_at : end;
  return [
    {
      ...link(id),
      tone: isUnderWay ? 'care' : 'stop',
      what: `${name}: fire watch ${isUnderWay ? 'under way' : 'not done'}`,
      about: [permit_number ?? '', isUnderWay ? (watch?.fire_watcher?.name ?? '') : '', `${least} min asked for`],
      when: from ? since(from) : '',
      verb: 'Open',
    },
  ];
}

/** `name` = of the permit. */
function checksTask(permit: PermitRow, settings: Settings, name: string): Task[] {
  const { id, permit_number, work_complete_at: end } = permit;
  const { minutes: all, every } = demandedChecks(permit, settings);
  const { minutes, until } = checkedMinutes(permit, settings);
  if (minutes >= all) return [];
  const isLate = until !== null && serverTime() > until + every * 60_000;
  return [
    {
      ...link(id),
      tone: isLate ? 'stop' : 'care',
      what: `${name}: checks after the fire watch`,
      about: [permit_number ?? '', `${minutes} of ${all} min`],
      when: end ? since(end) : '',
      verb: 'Open',
    },
  ];
}
