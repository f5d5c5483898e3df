/** Actions on a permit to work beside editing, and their effects (contract, Permit to work). */
import * as z from 'zod';
import { systemActorId } from '../../model/access.ts';
import { advancePermit, type PermitMove } from './states.ts';
import { Problem } from '../../model/problem.ts';
import type { Action, World } from '../../model/resource.ts';
import { invalid } from '../../model/validation.ts';
import { instant } from '../../model/fields.ts';
import { permitArgs } from './args.ts';
import { logged } from './log-entry.ts';
import type { Permit, Someone } from './fields.ts';
import { afterReading, closed } from './effects.ts';
import { demandedMinutes, minutesBetween, notAfter, requireLife, requireValidAt, watchedMinutes } from './limits.ts';
import { holderOf, isSame, issuerOf, requireIssuer, requireOther } from './people.ts';
import { requireApproved } from './place.ts';
import { isAt, requireSeenPerson, requireSeenStops, requireSeenWatch, startOfWatch, stopsOf } from './seen.ts';
import { withPhotos } from './watch-photos.ts';
import { once } from '../../base/once.ts';

const noSelfIssue = 'The issuer of a permit cannot be its holder.';

export const permitActions = {
  request: logged('request', permitArgs.request, ({ by, at }) => ({ requested_by: by, requested_at: at })),
  authorise: logged('authorise', permitArgs.authorise, ({ before, args, by, at, world }) => {
    const valid_from = args.valid_from ?? before.valid_from;
    const valid_to = args.valid_to ?? before.valid_to;
    const missing = Object.entries({ valid_from, valid_to }).filter(([, value]) => !value);
    if (missing.length > 0)
      throw invalid(missing.map(([field]) => ({ pointer: `#/${field}`, code: 'required', detail: 'must be known' })));
    requireLife({ ...before, valid_from, valid_to }, world.settings, '#/valid_to');
    return { valid_from, valid_to, authorised_by: by, authorised_at: at };
  }),
  accept: logged('accept', permitArgs.accept, ({ before, args, by, at }) => {
    requireOther(by, issuerOf(before), noSelfIssue);
    const held = holderOf(before);
    if (held && !isSame(held, by))
      throw new Problem('conflict', `${held.name} holds the permit. Somebody else takes it over by a handover.`);
    return { accepted_by: by, accepted_at: at, explained_to: args.explained_to ?? before.explained_to };
  }),
  open: logged('open', permitArgs.open, ({ before, at, world }) => {
    if (!before.accepted_by)
      throw new Problem('conditions_not_met', 'The permit has not been accepted yet.', {
        members: { unmet: [{ rule: 'accepted', required: 1, observed: 0 }] },
      });
    requireValidAt(before, at);
    requireApproved(before, world);
    return { opened_at: at };
  }),
  suspend: logged('suspend', permitArgs.suspend, ({ before, args, by, at }) => ({
    suspensions: [
      ...before.suspensions,
      { suspended_at: at, suspended_by: by, reason: args.reason, resumed_at: null, resumed_by: null },
    ],
  })),
  resume: logged(
    'resume',
    permitArgs.resume,
    ({ before, args, by, at }) => {
      requireIssuer(before, by, 'lets the work go on');
      requireValidAt(before, at);
      requireSeenStops(before, args.stops);
      const resumed = { resumed_at: at, resumed_by: by, revalidated_checks: args.revalidated_checks };
      return {
        suspensions: before.suspensions.map((each) => (each.resumed_at ? each : { ...each, ...resumed })),
      };
    },
    (before) => ({ stops: stopsOf(before).flatMap(({ suspended_at: at }) => at ?? []) }),
  ),
  extend: logged('extend', permitArgs.extend, ({ before, args, by, at, world }) => {
    requireOther(by, holderOf(before), 'The holder of a permit cannot extend it.');
    requireValidAt(before, at);
    if (before.valid_to && Date.parse(args.to) <= Date.parse(before.valid_to))
      throw invalid([{ pointer: '#/to', code: 'too_small', detail: 'must be later than the current end' }]);
    requireLife({ ...before, valid_to: args.to }, world.settings, '#/to');
    return {
      valid_to: args.to,
      expired_at: null,
      extensions: [...before.extensions, { from: before.valid_to, to: args.to, by }],
    };
  }),
  hand_over: logged('hand_over', permitArgs.hand_over, ({ before, args, by, at }) => {
    const role = args.role ?? 'holder';
    if (role === 'issuer') requireIssuer(before, by, 'hands that part over');
    requireOther(args.to, role === 'holder' ? issuerOf(before) : holderOf(before), noSelfIssue);
    if (role === 'holder' && !holderOf(before)) throw new Problem('conflict', 'Nobody holds the permit yet.');
    const from = role === 'holder' ? holderOf(before) : issuerOf(before);
    requireSeenPerson(from, args.from);
    return { handovers: [...before.handovers, { at, from, to: args.to, notes: args.notes ?? null, role }] };
  }),
  record_gas_test: logged('record_gas_test', permitArgs.record_gas_test, ({ before, args, by, at }) =>
    afterReading(before, args, by, at),
  ),
  record_isolation: logged('record_isolation', permitArgs.record_isolation, ({ before, args, by, at }) => ({
    isolations: [...before.isolations, { system: args.system, isolated_by: by, isolated_at: at, reinstated_at: null }],
    isolations_reinstated_at: null,
  })),
  reinstate_isolation: logged('reinstate_isolation', permitArgs.reinstate_isolation, ({ before, args, at }) => {
    const isMeant = ({ system, isolated_at, reinstated_at }: Permit['isolations'][number]): boolean =>
      !reinstated_at && (!args.system || system === args.system) && isAt(args.isolated_at, isolated_at);
    if (args.isolated_at && !before.isolations.some(isMeant))
      throw new Problem('conflict', 'That isolation has ended; look at what is isolated now.');
    if (args.system && !before.isolations.some(isMeant))
      throw invalid([{ pointer: '#/system', code: 'invalid_value', detail: 'must be a system that is isolated now' }]);
    const isolations = before.isolations.map((each) => (isMeant(each) ? { ...each, reinstated_at: at } : each));
    const areAll = isolations.every(({ reinstated_at }) => reinstated_at);
    return { isolations, isolations_reinstated_at: areAll ? at : null };
  }),
  start_fire_watch: logged('start_fire_watch', permitArgs.start_fire_watch, ({ before, args, by, at, world }) => {
    // Of a clock ahead, it starts when it arrives.
    const startedAt = notAfter(at, world.now);
    requireNoWatch(before, startedAt);
    const demanded = demandedMinutes({ ...before, fire_watch: null }, world.settings).watch;
    return {
      fire_watch: {
        fire_watcher: args.fire_watcher ?? by,
        started_at: startedAt,
        ended_at: null,
        required_minutes: Math.max(demanded, args.required_minutes ?? 0),
        observed_minutes: null,
        ...withPhotos(before.fire_watch?.photo_ids, args.photo_ids, world),
      },
    };
  }),
  end_fire_watch: logged(
    'end_fire_watch',
    permitArgs.end_fire_watch,
    ({ before, args, at, world }) => {
      if (!before.fire_watch || before.fire_watch.ended_at)
        throw new Problem('conflict', 'No fire watch is under way.');
      requireSeenWatch(before, args.started_at);
      const endedAt = notAfter(at, world.now);
      if (Date.parse(endedAt) < Date.parse(before.fire_watch.started_at ?? endedAt))
        throw invalid([
          { pointer: '#/at', code: 'too_small', detail: 'must not be before the start of the fire watch' },
        ]);
      const watch = {
        ...before.fire_watch,
        ended_at: endedAt,
        ...withPhotos(before.fire_watch.photo_ids, args.photo_ids, world),
      };
      return { fire_watch: counted(watch, before.work_complete_at) };
    },
    (before) => ({ started_at: startOfWatch(before) }),
  ),
  work_complete: logged('work_complete', permitArgs.work_complete, ({ before, by, at }) => ({
    work_complete_at: at,
    work_complete_by: by,
    // Only the watch after the end of the work counts.
    fire_watch: before.fire_watch && counted(before.fire_watch, at),
  })),
  closing_check: logged('closing_check', permitArgs.closing_check, ({ before, args, by, at, world }) =>
    withCheck(before, { checked_by: by, checked_at: notAfter(at, world.now), findings: args.findings ?? null }),
  ),
  final_check: logged('final_check', permitArgs.final_check, ({ before, args, by, at, world }) => {
    const demanded = demandedMinutes({ ...before, final_check: null }, world.settings).check;
    const required = Math.max(demanded, args.required_minutes ?? 0);
    const checkedAt = notAfter(at, world.now);
    const minutes = minutesAfterWork(before, checkedAt);
    const check = withCheck(before, { checked_by: by, checked_at: checkedAt, findings: args.findings ?? null });
    // One that was made earlier and arrives later is a check, but not the last one.
    if (Date.parse(before.final_check?.checked_at ?? '') > Date.parse(checkedAt)) return check;
    return {
      ...check,
      final_check: {
        checked_by: by,
        checked_at: checkedAt,
        minutes_after_work: minutes,
        required_minutes: required,
        shortfall_minutes: Math.max(0, required - minutes),
        findings: args.findings ?? null,
      },
    };
  }),
  close: logged('close', permitArgs.close, (done) => closed(done)),
  cancel: logged('cancel', permitArgs.cancel, ({ args, by, at }) => ({
    cancelled_at: at,
    cancelled_by: by,
    cancel_reason: args.reason,
  })),
  /** For the calendar only. It names the end that it saw, so that a permit extended meanwhile does not expire. */
  expire: logged(
    'expire',
    once(() => z.object({ at: instant })),
    ({ before, at, world }) => {
      requireServer(world);
      requireSameEnd(before, at, world);
      return { expired_at: at };
    },
  ),
  /** For the calendar only, once for each end of validity; not logged, because nothing happens on site. */
  remind: {
    args: once(() => z.object({ of: z.enum(['expiring', 'overdue_close']), valid_to: instant })),
    run: (before, args, world) => {
      requireServer(world);
      advancePermit(before.state, 'remind', { origin: world.origin, inTime: true });
      if (args['valid_to'] !== before.valid_to)
        throw new Problem('conflict', 'The end of the permit has changed since.');
      return { after: { ...before, reminded: { ...before.reminded, [String(args['of'])]: before.valid_to } } };
    },
  },
} satisfies Readonly<Record<Exclude<PermitMove, 'edit'>, Action<Permit>>>;

/** Throws `conflict` for a start that would replace a watch under way, one that was kept at that time, or one that was kept in full. */
function requireNoWatch({ fire_watch: watch }: Permit, at: string): void {
  if (!watch) return;
  const { ended_at: end, observed_minutes: observed, required_minutes: required } = watch;
  if (!end) throw new Problem('conflict', 'A fire watch is under way already.');
  if (Date.parse(end) > Date.parse(at)) throw new Problem('conflict', 'A fire watch was kept at that time already.');
  if (required && (observed ?? 0) >= required)
    throw new Problem('conflict', 'The fire watch was kept in full already.');
}

function minutesAfterWork({ work_complete_at: end }: Permit, at: string): number {
  return minutesBetween(Date.parse(end ?? at), Date.parse(at));
}

/** The final check is one of them. */
function withCheck(
  before: Permit,
  check: { readonly checked_by: Someone; readonly checked_at: string; readonly findings: string | null },
): Pick<Permit, 'closing_checks'> {
  const minutes_after_work = minutesAfterWork(before, check.checked_at);
  return { closing_checks: [...(before.closing_checks ?? []), { ...check, minutes_after_work }] };
}

function counted(watch: NonNullable<Permit['fire_watch']>, workCompleteAt: string | null): Permit['fire_watch'] {
  return { ...watch, observed_minutes: watchedMinutes(watch, workCompleteAt) };
}

function requireServer({ actor }: World): void {
  if (actor.id !== systemActorId)
    throw new Problem('forbidden', 'Only the server expires permits and sends their reminders.');
}

function requireSameEnd({ valid_to: end }: Permit, at: string, { now }: World): void {
  if (at !== end || Date.parse(end) > Date.parse(now))
    throw new Problem('conflict', 'The end of the permit has changed since.');
}
