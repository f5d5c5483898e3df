/**
 * The life of a permit to work as one table (contract, Permit to work): the compiler demands a row for every move. The permit is opened
 * and closed; the document that holds its form has its own life cycle (model/lifecycle.ts).
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
  'final_check',
  'work_complete',
  'close',
  'cancel',
] as const;

export type PermitAction = (typeof permitActions)[number];

/** Editing is not an action, but the table answers for it too; the server alone expires a permit and reminds of it. */
export type PermitMove = PermitAction | 'edit' | 'expire' | 'remind';

/**
 * A state to go to, or the permit `stays` in its state. `evidence`: refused over REST, but what a device saw is kept, and the permit stays
 * in its state. `in_time`: only where it was done before the permit ran out; the expiry, which nobody on site saw, is then undone.
 */
type Answer = PermitState | 'stays' | 'evidence' | 'in_time';

/** The states that get each answer; every other state gets `otherwise`, or refuses the move. */
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
  hand_over: { stays: onSite },
  record_gas_test: { evidence: ['draft', 'closed', 'cancelled'], otherwise: 'stays' },
  record_isolation: { stays: [...planned, ...working] },
  reinstate_isolation: { stays: [...planned, ...onSite, 'cancelled'] },
  start_fire_watch: { stays: onSite },
  end_fire_watch: { stays: onSite },
  final_check: { stays: ['work_complete'] },
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
  /** `before_expiry` = open or suspended, as it was. */
  readonly to: PermitState | 'before_expiry';
  /** Kept for what it shows; the permit goes on as it was. */
  readonly isEvidence: boolean;
}

/** How and when it was done: at the office or by a device, and before the end of the permit or after it. */
export interface Circumstance {
  readonly origin: 'rest' | 'sync';
  readonly inTime: boolean;
}

/** Where the action leads, or a thrown Problem that names the present state and what is possible in it. */
export function advancePermit(from: PermitState, move: PermitMove, { origin, inTime }: Circumstance): Step {
  const answer = answerOf(from, move);
  if (answer === 'stays') return { to: from, isEvidence: false };
  if (answer === 'evidence' && origin === 'sync') return { to: from, isEvidence: true };
  if (answer === 'in_time' && inTime) return { to: 'before_expiry', isEvidence: false };
  if (answer !== null && answer !== 'evidence' && answer !== 'in_time') return { to: answer, isEvidence: false };
  const allowed = permitActions.filter((action) => {
    const other = answerOf(from, action);
    return other !== null && other !== 'evidence' && other !== 'in_time';
  });
  throw new Problem('invalid_transition', `A permit that is ${words(from)} does not take “${words(move)}”.`, {
    members: { from, action: move, allowed },
  });
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
