/**
 * Permits to work on a device: the view of them, and a verb for each thing that is done with one, with or without a network. Each says
 * when it was done, by the server's clock as far as it is known, because it may arrive hours later (contract, Permit to work).
 */
import type * as z from 'zod';
import type { JsonObject } from '../shared/base/json.ts';
import type { PermitAction } from '../shared/resources/permit/states.ts';
import type { permitArgs } from '../shared/resources/permit/args.ts';
import type { Mutator } from './write/mutator.ts';
import { isoTime, type Clock } from './base/clock.ts';
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
  finalCheck: 'final_check',
  close: 'close',
  cancel: 'cancel',
} as const satisfies Readonly<Record<string, PermitAction>>;

type Verb = keyof typeof verbs;
type ArgumentsOf<V extends Verb> = Readonly<z.input<(typeof permitArgs)[(typeof verbs)[V]]>>;

/** Arguments may be left out where none has to be given. */
type Verbs = {
  readonly [V in Verb]: object extends ArgumentsOf<V>
    ? (id: string, details?: ArgumentsOf<V>) => Promise<void>
    : (id: string, details: ArgumentsOf<V>) => Promise<void>;
};

/** `by` = the person who acts, where that is not the one whose token the tablet has; a Problem is thrown at once where a rule stands against it. */
export interface PermitView extends EditView<'permit'>, Verbs {}

export function permitView(replica: Replica, mutator: Mutator, clock: Clock): PermitView {
  const act =
    (action: PermitAction) =>
    (id: string, details: JsonObject = {}): Promise<void> => {
      const at = isoTime(clock.now() - (clock.offsetMs() ?? 0));
      const given = Object.entries(details).filter(([, value]) => value !== undefined);
      return mutator.act('permit', id, action, { at, ...Object.fromEntries(given) });
    };
  const acts = Object.fromEntries(Object.entries(verbs).map(([verb, action]) => [verb, act(action)]));
  // One function for each verb, which the permit's own rules give their arguments.
  return { ...editView('permit', replica, mutator), ...(acts as unknown as Verbs) };
}
