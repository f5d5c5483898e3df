/**
 * The life of a permit to work as a total table (contract, Permit to work): every state answers every action, and the compiler
 * demands every cell. It is the permit that is opened and closed; the document that holds its form has a life of its own (lifecycle.ts).
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
 * A state to go to, or the permit `stays` as it is. `evidence`: refused in the office, but what a device saw is kept, and the permit stays.
 * `in_time`: only where it was done before the permit ran out; the expiry, which nobody on site saw, is then undone. Null: refused.
 */
type Answer = PermitState | 'stays' | 'evidence' | 'in_time' | null;

const table: Readonly<Record<PermitState, Readonly<Record<PermitMove, Answer>>>> = {
  draft: {
    edit: 'stays',
    request: 'requested',
    authorise: null,
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: null,
    extend: null,
    hand_over: null,
    record_gas_test: 'evidence',
    record_isolation: null,
    reinstate_isolation: null,
    start_fire_watch: null,
    end_fire_watch: null,
    final_check: null,
    work_complete: null,
    close: null,
    cancel: 'cancelled',
    expire: null,
    remind: null,
  },
  requested: {
    edit: 'stays',
    request: null,
    authorise: 'authorised',
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: null,
    extend: null,
    hand_over: null,
    record_gas_test: 'stays',
    record_isolation: 'stays',
    reinstate_isolation: 'stays',
    start_fire_watch: null,
    end_fire_watch: null,
    final_check: null,
    work_complete: null,
    close: null,
    cancel: 'cancelled',
    expire: null,
    remind: null,
  },
  authorised: {
    edit: null,
    request: null,
    authorise: null,
    accept: 'stays',
    open: 'open',
    suspend: 'evidence',
    resume: null,
    extend: null,
    hand_over: null,
    record_gas_test: 'stays',
    record_isolation: 'stays',
    reinstate_isolation: 'stays',
    start_fire_watch: null,
    end_fire_watch: null,
    final_check: null,
    work_complete: null,
    close: null,
    cancel: 'cancelled',
    expire: null,
    remind: null,
  },
  open: {
    edit: null,
    request: null,
    authorise: null,
    accept: null,
    open: null,
    suspend: 'suspended',
    resume: null,
    extend: 'stays',
    hand_over: 'stays',
    record_gas_test: 'stays',
    record_isolation: 'stays',
    reinstate_isolation: 'stays',
    start_fire_watch: 'stays',
    end_fire_watch: 'stays',
    final_check: null,
    work_complete: 'work_complete',
    close: null,
    cancel: 'cancelled',
    expire: 'expired',
    remind: 'stays',
  },
  suspended: {
    edit: null,
    request: null,
    authorise: null,
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: 'open',
    extend: 'stays',
    hand_over: 'stays',
    record_gas_test: 'stays',
    record_isolation: 'stays',
    reinstate_isolation: 'stays',
    start_fire_watch: 'stays',
    end_fire_watch: 'stays',
    final_check: null,
    work_complete: 'work_complete',
    close: null,
    cancel: 'cancelled',
    expire: 'expired',
    remind: 'stays',
  },
  work_complete: {
    edit: null,
    request: null,
    authorise: null,
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: null,
    extend: null,
    hand_over: 'stays',
    record_gas_test: 'stays',
    record_isolation: null,
    reinstate_isolation: 'stays',
    start_fire_watch: 'stays',
    end_fire_watch: 'stays',
    final_check: 'stays',
    work_complete: null,
    close: 'closed',
    cancel: 'cancelled',
    expire: null,
    remind: null,
  },
  closed: {
    edit: null,
    request: null,
    authorise: null,
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: null,
    extend: null,
    hand_over: null,
    record_gas_test: 'evidence',
    record_isolation: null,
    reinstate_isolation: null,
    start_fire_watch: null,
    end_fire_watch: null,
    final_check: null,
    work_complete: null,
    close: null,
    cancel: null,
    expire: null,
    remind: null,
  },
  cancelled: {
    edit: null,
    request: null,
    authorise: null,
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: null,
    extend: null,
    hand_over: null,
    record_gas_test: 'evidence',
    record_isolation: null,
    reinstate_isolation: 'stays',
    start_fire_watch: null,
    end_fire_watch: null,
    final_check: null,
    work_complete: null,
    close: null,
    cancel: null,
    expire: null,
    remind: null,
  },
  expired: {
    edit: null,
    request: null,
    authorise: null,
    accept: null,
    open: null,
    suspend: 'evidence',
    resume: null,
    extend: 'in_time',
    hand_over: 'stays',
    record_gas_test: 'stays',
    record_isolation: null,
    reinstate_isolation: 'stays',
    start_fire_watch: 'stays',
    end_fire_watch: 'stays',
    final_check: null,
    work_complete: 'work_complete',
    close: null,
    cancel: 'cancelled',
    expire: null,
    remind: 'stays',
  },
};

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
  const answer = table[from][move];
  if (answer === 'stays') return { to: from, isEvidence: false };
  if (answer === 'evidence' && origin === 'sync') return { to: from, isEvidence: true };
  if (answer === 'in_time' && inTime) return { to: 'before_expiry', isEvidence: false };
  if (answer !== null && answer !== 'evidence' && answer !== 'in_time') return { to: answer, isEvidence: false };
  const allowed = permitActions.filter((action) => {
    const other = table[from][action];
    return other !== null && other !== 'evidence' && other !== 'in_time';
  });
  throw new Problem('invalid_transition', `A permit that is ${words(from)} does not take “${words(move)}”.`, {
    members: { from, action: move, allowed },
  });
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
