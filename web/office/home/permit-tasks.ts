/** Permits on home: those that wait to be issued, those under which people work, and those whose work is finished. */
import { remaining } from '../../ui/words/remaining.ts';
import { asWords } from '../../ui/status.ts';
import { serverTime } from '../base/clock.ts';
import { everyRow } from '../base/every-row.ts';
import { rest } from '../base/server.ts';
import { recently, since } from '../base/times.ts';
import { nameOf, type PermitRow } from '../permits/types.ts';
import { verbs, worstFirst } from '../permits/verbs.ts';
import { finishedTasks, type FinishedTasks } from './finished-permits.ts';
import type { Task } from './task.ts';

export interface PermitTasks extends FinishedTasks {
  readonly requested: readonly Task[];
  /** Of these the work has to stop. */
  readonly over: readonly Task[];
  readonly running: readonly Task[];
}

const states = 'requested,open,suspended,expired,work_complete';

/** `mayWrite` = what waits to be issued, and to be closed, is for this reader. */
export async function readPermitTasks(now: number, mayWrite: boolean): Promise<PermitTasks> {
  const { data } = await everyRow((page) => rest.listPermits({ query: { status: states, ...page } }));
  const ofState = (...wanted: readonly PermitRow['state'][]) => data.filter(({ state }) => wanted.includes(state));
  const running = worstFirst(ofState('open', 'suspended', 'expired'), now);
  const finished = ofState('work_complete');
  const settings = finished.length > 0 ? (await rest.getOrganisation()).settings : null;
  return {
    requested: mayWrite ? worstFirst(ofState('requested'), now).map(requestTask) : [],
    over: running.filter((permit) => isOver(permit, now)).map(permitTask),
    ...(settings ? finishedTasks(finished, settings, mayWrite) : { watches: [], unclosed: [] }),
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
