/**
 * The life cycle of a permit to work as one table (contract, Permit to work); a missing row is a compile error. The permit is opened and
 * closed; the document with its form has its own life cycle (model/lifecycle.ts).
 */
import { Problem } from '../../model/problem.ts';

export const permitStates = [
  'draft',
  'requested',
  'authorised',
  'open',
  'suspended',
  'work_complete',
  'closed',
  'cancelled',
  'expired',
] as const;
export type PermitState = (typeof permitStates)[number];

export const permitActions = [
  'request',
  'authorise',
  'accept',
  'open',
  'suspend',
  'resume',
  'extend',
  'hand_over',
  'record_gas_test',
  'record_isolation',
  'reinstate_isolation',
  'start_fire_watch',
  'end_fire_watch',
  'closing_check',
  'final_check',
  'work_complete',
  'close',
  'cancel',
] as const;

export type PermitAction = (typeof permitActions)[number];

/** Editing is not an action, but the table answers for it too; expiry and reminders are for the server only. */
export type PermitMove = PermitAction | 'edit' | 'expire' | 'remind';

/**
 * The next state, or `stays`. `evidence`: refused over REST; from a device it is recorded, and the state does not change. `in_time`: only
 * if it was done before the permit expired; that expiry is then undone, because no one on site saw it.
 */
type Answer = PermitState | 'stays' | 'evidence' | 'in_time';

/** The states with each answer; every other state gets `otherwise`, or refuses the action. */
type Row = { readonly [Given in Answer]?: readonly PermitState[] } & { readonly otherwise?: Answer };

const working: readonly PermitState[] = ['open', 'suspended'];
const onSite: readonly PermitState[] = [...working, 'work_complete', 'expired'];
const planned: readonly PermitState[] = ['requested', 'authorised'];

const table: Readonly<Record<PermitMove, Row>> = {
  edit: { stays: ['draft', 'requested'] },
  request: { requested: ['draft'] },
  authorise: { authorised: ['requested'] },
  accept: { stays: ['authorised'] },
  open: { open: ['authorised'] },
  suspend: { suspended: ['open'], otherwise: 'evidence' },
  resume: { open: ['suspended'] },
  extend: { stays: working, in_time: ['expired'] },
  hand_over: { stays: ['authorised', ...onSite] },
  record_gas_test: { evidence: ['draft', 'closed', 'cancelled'], otherwise: 'stays' },
  record_isolation: { stays: [...planned, ...working] },
  reinstate_isolation: { stays: [...planned, ...onSite, 'cancelled'] },
  start_fire_watch: { stays: onSite },
  end_fire_watch: { stays: onSite },
  final_check: { stays: ['work_complete'] },
  closing_check: { stays: ['work_complete'] },
  work_complete: { work_complete: [...working, 'expired'] },
  close: { closed: ['work_complete'] },
  cancel: { cancelled: ['draft', ...planned, ...onSite] },
  expire: { expired: working },
  remind: { stays: [...working, 'expired'] },
};

function answerOf(from: PermitState, move: PermitMove): Answer | null {
  const { otherwise = null, ...statesByAnswer } = table[move];
  const found = Object.entries(statesByAnswer).find(([, states]) => states.includes(from));
  return found ? (found[0] as Answer) : otherwise; // a key of the row
}

export interface Step {
  /** `before_expiry` = the state before it, open or suspended. */
  readonly to: PermitState | 'before_expiry';
  /** Recorded only; the permit's state does not change. */
  readonly isEvidence: boolean;
}

/** Origin and time of the action: office or device, before the end of the permit or after it. */
export interface Circumstance {
  readonly origin: 'rest' | 'sync';
  readonly inTime: boolean;
}

/** The result of the action; throws a Problem that names the current state and the possible actions. */
export function advancePermit(from: PermitState, move: PermitMove, { origin, inTime }: Circumstance): Step {
  const answer = answerOf(from, move);
  if (answer === 'stays') return { to: from, isEvidence: false };
  if (answer === 'evidence' && origin === 'sync') return { to: from, isEvidence: true };
  if (answer === 'in_time' && inTime) return { to: 'before_expiry', isEvidence: false };
  if (answer !== null && answer !== 'evidence' && answer !== 'in_time') return { to: answer, isEvidence: false };
  throw new Problem('invalid_transition', `A permit that is ${words(from)} does not take “${words(move)}”.`, {
    members: { from, action: move, allowed: actionsIn(from) },
  });
}

/** The actions that a permit in this state takes, whatever the time and the person. */
export function actionsIn(state: PermitState): PermitAction[] {
  return permitActions.filter((action) => {
    const answer = answerOf(state, action);
    return answer !== null && answer !== 'evidence' && answer !== 'in_time';
  });
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
