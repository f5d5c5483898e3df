/**
 * An action on a permit as it was done: by whom, when, and whether it can still change the permit's state
 * (shared/resources/permit/states.ts). Every action is appended to the permit's log, with its claimed time and the time at which the server
 * received it.
 */
import type * as z from 'zod';
import type { JsonObject } from '../../base/json.ts';
import { advancePermit, type PermitMove, type PermitState } from './states.ts';
import { Problem } from '../../model/problem.ts';
import type { Action, World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import type { Permit, PermitFlag, PermitLogEntry, Someone } from './fields.ts';

/** Clock skew up to this is tolerated. */
const toleranceMs = 10 * 60_000;
/** What is entered later than this was not entered while it happened. */
const lateMs = 15 * 60_000;
const mostEntries = 2000;

export interface PermitAct<Args> {
  readonly before: Permit;
  readonly args: Args;
  readonly at: string;
  readonly by: Someone;
  readonly world: World;
}

interface Claimed {
  readonly at?: string | null | undefined;
  readonly by?: Someone | null | undefined;
}

/**
 * @param changes throws a Problem if a rule forbids it; a `state` among the changes overrides that of the table
 * @param seen the arguments by which a device says what its user saw
 */
export function logged<Args extends z.ZodObject>(
  move: PermitMove,
  args: () => Args & z.ZodType<JsonObject, JsonObject>,
  changes: (act: PermitAct<z.output<Args>>) => Partial<Permit>,
  seen?: (before: Permit) => JsonObject,
): Action<Permit> {
  return {
    args,
    ...(seen && { seen }),
    run: (before, given, world) => {
      const claimed = given as z.output<Args> & Claimed; // parsed by this action's own schema, which has both members
      const at = claimed.at ?? world.now;
      const by = claimed.by ?? me(world);
      requirePast(at, world);
      const inTime = !before.valid_to || Date.parse(at) < Date.parse(before.valid_to);
      const step = advancePermit(before.state, move, { origin: world.origin, inTime });
      if (before.log.length >= mostEntries)
        throw new Problem('conflict', `A permit takes ${mostEntries} entries; this work needs a new one.`);
      const changed = changes({ before, args: claimed, at, by, world });
      const to = changed.state ?? (step.to === 'before_expiry' ? activeState({ ...before, ...changed }) : step.to);
      const entry: PermitLogEntry = {
        action: move,
        at,
        received_at: world.now,
        by,
        recorded_by: me(world),
        origin: world.origin,
        from: before.state,
        to,
        effect: step.isEvidence ? 'evidence' : 'applied',
        token_id: world.actor.tokenId ?? null,
        flags: [
          ...(isAhead(at, world) ? (['in_future'] as const) : []),
          ...(!step.isEvidence && move !== 'expire' && isBeforeState(at, before.log)
            ? (['before_previous'] as const)
            : []),
          ...lateness(move, at, world),
        ],
        args: argsOf(given),
      };
      if (isByOneToken(entry, before.log)) entry.flags.push('same_token_issuer_holder');
      return { after: { ...before, ...changed, state: to, log: [...before.log, entry] } };
    },
  };
}

/** Open, or suspended if the work was stopped and not resumed. */
function activeState({ suspensions }: Permit): PermitState {
  return suspensions.some(({ resumed_at: at }) => !at) ? 'suspended' : 'open';
}

/** Over REST a time in the future is a mistake and refused; a device's clock may be wrong, so its record is kept and flagged. */
function requirePast(at: string, world: World): void {
  if (world.origin === 'rest' && isAhead(at, world))
    throw invalid([{ pointer: '#/at', code: 'too_big', detail: 'must not be in the future' }]);
}

function isAhead(at: string, { now }: World): boolean {
  return Date.parse(at) - Date.parse(now) > toleranceMs;
}

/**
 * Whether the claimed time is before the permit came into the state that the action found: a wrong clock, or a tablet that had not heard of
 * it. A time in the future proves nothing about others, and nobody on site saw an expiry.
 */
function isBeforeState(at: string, log: readonly PermitLogEntry[]): boolean {
  const found = log.findLast(
    ({ from, to, action, flags }) => from !== to && action !== 'expire' && !flags.includes('in_future'),
  );
  return found !== undefined && Date.parse(found.at) - Date.parse(at) > toleranceMs;
}

/** On a device it is not known yet when the server will receive the entry; and the server itself notes the end of a permit later. */
function lateness(move: PermitMove, at: string, { now, isReplica }: World): PermitFlag[] {
  return !isReplica && move !== 'expire' && Date.parse(now) - Date.parse(at) > lateMs ? ['entered_late'] : [];
}

/** Whether this entry makes the issuer or the holder, and the same token made the other one. */
function isByOneToken(entry: PermitLogEntry, log: readonly PermitLogEntry[]): boolean {
  const part = partMadeBy(entry);
  if (part === null || entry.token_id === null) return false;
  const other = log.findLast((each) => ![null, part].includes(partMadeBy(each)));
  return other?.token_id === entry.token_id;
}

function partMadeBy({ action, effect, args }: PermitLogEntry): 'issuer' | 'holder' | null {
  if (effect === 'evidence') return null;
  if (action === 'authorise') return 'issuer';
  if (action === 'accept') return 'holder';
  return action === 'hand_over' ? (args['role'] === 'issuer' ? 'issuer' : 'holder') : null;
}

function me({ author }: World): Someone {
  return { id: author.id, name: author.name };
}

function argsOf({ at: _at, by: _by, ...args }: JsonObject): PermitLogEntry['args'] {
  const given = Object.entries(args).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given) as PermitLogEntry['args']; // arguments are JSON, here without `undefined`
}
