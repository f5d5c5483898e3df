/** The two actions on a permit whose effect depends on their data: a gas test, and closing. */
import type * as z from 'zod';
import { Problem } from '../../model/problem.ts';
import type { permitArgs } from './args.ts';
import type { PermitAct } from './log-entry.ts';
import type { Permit, Someone } from './fields.ts';
import { outsideLimits, unmetAtClosing, type Reading } from './limits.ts';
import { requireOutsider } from './people.ts';
import { stopsOf } from './seen.ts';

const measured = ['o2_percent', 'lel_percent', 'co_ppm', 'h2s_ppm'] as const;

/** A reading outside the limits stops the work at once, no matter who took it, even after the expiry. */
export function afterReading(before: Permit, reading: Reading, by: Someone, at: string): Partial<Permit> {
  const values = measured.filter((name) => typeof reading[name] === 'number').map((name) => [name, reading[name]]);
  const atmosphere_tests = [...before.atmosphere_tests, { at, ...(Object.fromEntries(values) as Reading), by }]; // as named above
  const outside = outsideLimits(reading);
  const wasStopped = stopsOf(before).length > 0;
  // A stop that is later than the reading was made for it; who lifts an earlier one has not seen the gas.
  const isNew = stopsOf(before).every(({ suspended_at: since }) => Date.parse(since ?? '') < Date.parse(at));
  const stops =
    before.state === 'open' || (before.state === 'suspended' && isNew) || (before.state === 'expired' && !wasStopped);
  if (outside.length === 0 || !stops) return { atmosphere_tests };
  const reason = `Gas outside the limits: ${outside.join(', ')}`;
  return {
    atmosphere_tests,
    suspensions: [
      ...before.suspensions,
      { suspended_at: at, suspended_by: by, reason, resumed_at: null, resumed_by: null },
    ],
    ...(before.state === 'open' ? { state: 'suspended' } : {}),
  };
}

const said: Readonly<Record<string, string>> = {
  isolations_reinstated: 'isolations reinstated:',
  hot_work_fire_watch_minutes: 'minutes of fire watch after the work:',
  hot_work_check_minutes: 'minutes under checks after the fire watch:',
  hot_work_final_check_minutes: 'minutes from the work to the final check:',
};

/** Refused while requirements are unmet, unless a third person accepts that with a reason: the named rules, or all of them. */
export function closed({
  before,
  args,
  at,
  by,
  world,
}: PermitAct<z.output<ReturnType<typeof permitArgs.close>>>): Partial<Permit> {
  const unmet = unmetAtClosing(before, world.settings);
  const { closure_exception: given } = args;
  if (given) requireOutsider(before, given.accepted_by);
  const accepted = given?.rule?.split(',').map((rule) => rule.trim());
  const open = given ? unmet.filter(({ rule }) => accepted && !accepted.includes(rule)) : unmet;
  if (open.length > 0)
    throw new Problem(
      'conditions_not_met',
      `It cannot be closed yet: ${open.map(({ rule, required, observed }) => `${said[rule] ?? rule} ${observed} of ${required}`).join('; ')}.`,
      { members: { unmet: open } },
    );
  // If only one requirement is unmet, the shortfall is computed here, whatever the caller says.
  const known = unmet.length === 1 ? unmet[0] : undefined;
  return {
    closed_at: at,
    closed_by: by,
    closure_notes: args.closure_notes ?? null,
    closure_exception: given
      ? {
          rule: given.rule ?? (unmet.map(({ rule }) => rule).join(', ') || null),
          required: known?.required ?? given.required ?? null,
          observed: known?.observed ?? given.observed ?? null,
          accepted_by: given.accepted_by,
          reason: given.reason,
        }
      : null,
  };
}
