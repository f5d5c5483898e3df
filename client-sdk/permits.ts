/**
 * The view of permits to work, with a verb for each action. An action carries the server time at which it was done, because it may arrive
 * hours later (contract, Permit to work).
 */
import type * as z from 'zod';
import type { JsonObject } from '../shared/base/json.ts';
import type { PermitAction } from '../shared/resources/permit/states.ts';
import type { permitArgs } from '../shared/resources/permit/args.ts';
import type { Mutator } from './write/mutator.ts';
import { correctedNow, isoTime, type Clock } from './base/clock.ts';
import type { Replica } from './view/replica.ts';
import { editView, type EditView } from './views.ts';

const verbs = {
  request: 'request',
  authorise: 'authorise',
  accept: 'accept',
  open: 'open',
  suspend: 'suspend',
  resume: 'resume',
  extend: 'extend',
  handOver: 'hand_over',
  recordGasTest: 'record_gas_test',
  recordIsolation: 'record_isolation',
  reinstateIsolation: 'reinstate_isolation',
  startFireWatch: 'start_fire_watch',
  endFireWatch: 'end_fire_watch',
  workComplete: 'work_complete',
  closingCheck: 'closing_check',
  finalCheck: 'final_check',
  close: 'close',
  cancel: 'cancel',
} as const satisfies Readonly<Record<string, PermitAction>>;

type Verb = keyof typeof verbs;
type ArgumentsOf<V extends Verb> = Readonly<z.input<ReturnType<(typeof permitArgs)[(typeof verbs)[V]]>>>;

/** Arguments are optional if none is required. */
type Verbs = {
  readonly [V in Verb]: object extends ArgumentsOf<V>
    ? (id: string, details?: ArgumentsOf<V>) => Promise<void>
    : (id: string, details: ArgumentsOf<V>) => Promise<void>;
};

/** `by` = the person who acts, if not the owner of the token. Throws a Problem at once if a rule forbids the action. */
export interface PermitView extends EditView<'permit'>, Verbs {}

export function permitView(replica: Replica, mutator: Mutator, clock: Clock): PermitView {
  const act =
    (action: PermitAction) =>
    (id: string, details: JsonObject = {}): Promise<void> => {
      const at = isoTime(correctedNow(clock));
      const given = Object.entries(details).filter(([, value]) => value !== undefined);
      return mutator.act('permit', id, action, { at, ...Object.fromEntries(given) });
    };
  const acts = Object.fromEntries(Object.entries(verbs).map(([verb, action]) => [verb, act(action)]));
  // One function for each verb, typed by the arguments of its action.
  return { ...editView('permit', replica, mutator), ...(acts as unknown as Verbs) };
}
