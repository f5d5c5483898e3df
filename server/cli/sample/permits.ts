/**
 * The sample's permits to work, worked through again: each is written, and then everything that its file says was done with it, by
 * whom and when, in one group of commands, so that a permit is there whole or not at all (contract rule PW16).
 */
import * as z from 'zod';
import type { Command } from '../../../shared/model/command.ts';
import type { PermitAction } from '../../../shared/resources/permit/states.ts';
import { permitFormSchema, permitSchema } from '../../../shared/resources/permit/fields.ts';
import { outsideLimits } from '../../../shared/resources/permit/limits.ts';
import type { Door } from './door.ts';
import type { Pusher } from './push.ts';

const none = z.array(z.json()).max(0).optional();

/** What no permit of the sample has, and the file does not tell enough of to do it again, is no part of it. */
export const samplePermit = permitSchema
  .partial()
  .extend({ id: z.uuid(), permit_number: z.string(), extensions: none, handovers: none, isolations: none });
export type SamplePermit = z.infer<typeof samplePermit>;

interface Doors {
  readonly door: Door;
  readonly pusher: Pusher;
}

/** Leaves alone what is there, whatever people have done with it since. */
export async function loadPermits(
  { door, pusher }: Doors,
  permits: readonly SamplePermit[],
  tell: (line: string) => void,
): Promise<void> {
  for (const permit of permits) {
    const what = `permit ${permit.permit_number}`;
    const found = await door.read(`/permits/${permit.id}`);
    if (!found) await pusher.pushWhole([creation(permit), ...deeds(permit)], what);
    tell(`${what} … ${found ? 'already there' : 'ok'}`);
  }
}

function creation(permit: SamplePermit): Command {
  const fields = Object.entries(permit).filter(
    ([name, value]) => Object.hasOwn(permitFormSchema.shape, name) && value !== null,
  );
  return { op: 'create', kind: 'permit', id: permit.id, set: Object.fromEntries(fields) };
}

interface Done {
  readonly action: PermitAction;
  readonly at: string | null | undefined;
  readonly args: object;
  /** Where its place in the order is not that of its time. */
  readonly place?: string | null | undefined;
}

function deeds(permit: SamplePermit): Command[] {
  return done(permit)
    .filter(({ at }) => at)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map(({ action, at, args }) => {
      const given = Object.entries({ ...args, at }).filter(([, value]) => value !== null && value !== undefined);
      return { op: 'act', kind: 'permit', id: permit.id, action, args: Object.fromEntries(given) };
    });
}

/** Where the file leaves out who asked or when somebody accepted, it was the holder, at the next time that is known. */
function done(permit: SamplePermit): Done[] {
  const { suspensions = [], atmosphere_tests: tests = [], fire_watch: watch, final_check: check } = permit;
  const { requested_at, authorised_at, accepted_at, opened_at, closure_notes, closure_exception } = permit;
  return [
    { action: 'request', at: requested_at ?? authorised_at, args: { by: permit.requested_by ?? permit.accepted_by } },
    { action: 'authorise', at: authorised_at, args: { by: permit.authorised_by } },
    { action: 'accept', at: accepted_at ?? opened_at, args: { by: permit.accepted_by } },
    { action: 'open', at: opened_at, args: { by: permit.authorised_by } },
    ...suspensions.flatMap((each): Done[] => [
      { action: 'suspend', at: each.suspended_at, args: { by: each.suspended_by, reason: each.reason } },
      {
        action: 'resume',
        at: each.resumed_at,
        args: { by: each.resumed_by, revalidated_checks: each.revalidated_checks },
      },
    ]),
    ...tests.map(({ at, ...reading }): Done => ({
      action: 'record_gas_test',
      at,
      args: reading,
      // Taken in its turn a bad reading would stop the work by itself; here it was a person who did, with a reason.
      place:
        outsideLimits(reading).length > 0
          ? suspensions.find((each) => isLater(each.suspended_at, at))?.suspended_at
          : at,
    })),
    { action: 'work_complete', at: permit.work_complete_at, args: { by: permit.work_complete_by } },
    {
      action: 'start_fire_watch',
      at: watch?.started_at,
      args: { by: watch?.fire_watcher, fire_watcher: watch?.fire_watcher, required_minutes: watch?.required_minutes },
    },
    { action: 'end_fire_watch', at: watch?.ended_at, args: { by: watch?.fire_watcher } },
    { action: 'reinstate_isolation', at: permit.isolations_reinstated_at, args: { by: permit.closed_by } },
    {
      action: 'final_check',
      at: check?.checked_at,
      args: { by: check?.checked_by, findings: check?.findings, required_minutes: check?.required_minutes },
    },
    { action: 'close', at: permit.closed_at, args: { by: permit.closed_by, closure_notes, closure_exception } },
  ];
}

function placeOf({ at, place }: Done): number {
  return Date.parse(place ?? at ?? '');
}

function isLater(a: string | null | undefined, b: string | null | undefined): boolean {
  return Date.parse(a ?? '') >= Date.parse(b ?? '');
}
