/** Permits to work: each is created, and what happened replayed as its file has it (PW16). */
import * as z from 'zod';
import type { PermitAction } from '../../../shared/resources/permit/states.ts';
import { permitFormSchema, permitSchema } from '../../../shared/resources/permit/fields.ts';
import { outsideLimits } from '../../../shared/resources/permit/limits.ts';
import type { History } from './loader.ts';

const none = z.array(z.json()).max(0).optional();

/** No permit of the sample has extensions, handovers or isolations, and the file would not tell enough to replay them. */
export const samplePermit = permitSchema()
  .partial()
  .extend({ id: z.uuid(), permit_number: z.string(), extensions: none, handovers: none, isolations: none });
type SamplePermit = z.infer<typeof samplePermit>;

export function permitHistory(permit: SamplePermit): History {
  const form = Object.entries(permit).filter(([name]) => name in permitFormSchema().shape);
  const steps = stepsOf(permit)
    .filter(({ at }) => at)
    .toSorted((a, b) => orderOf(a) - orderOf(b));
  return {
    kind: 'permit',
    id: permit.id,
    set: Object.fromEntries(form),
    acts: steps.map(({ action, at, args }) => [action, { ...args, at }]),
  };
}

interface Step {
  readonly action: PermitAction;
  readonly at: string | null | undefined;
  readonly args: object;
  /** When it was recorded, if not at `at`. */
  readonly recordedAt?: string | null | undefined;
}

/** Where the file does not say who requested or when the holder accepted, it is the holder, at the next known time. */
function stepsOf(permit: SamplePermit): Step[] {
  const { suspensions = [], atmosphere_tests: tests = [], fire_watch: watch, final_check: check } = permit;
  const { requested_at, authorised_at, accepted_at, opened_at, closure_notes, closure_exception } = permit;
  return [
    { action: 'request', at: requested_at ?? authorised_at, args: { by: permit.requested_by ?? permit.accepted_by } },
    { action: 'authorise', at: authorised_at, args: { by: permit.authorised_by } },
    { action: 'accept', at: accepted_at ?? opened_at, args: { by: permit.accepted_by } },
    { action: 'open', at: opened_at, args: { by: permit.authorised_by } },
    ...suspensions.flatMap((each): Step[] => [
      { action: 'suspend', at: each.suspended_at, args: { by: each.suspended_by, reason: each.reason } },
      {
        action: 'resume',
        at: each.resumed_at,
        args: { by: each.resumed_by, revalidated_checks: each.revalidated_checks },
      },
    ]),
    ...tests.map(({ at, ...reading }): Step => ({
      action: 'record_gas_test',
      at,
      args: reading,
      // Recorded at once, a bad reading would suspend the permit by itself; here a person did, with a reason.
      recordedAt:
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

function orderOf({ at, recordedAt }: Step): number {
  return Date.parse(recordedAt ?? at ?? '');
}

function isLater(a: string | null | undefined, b: string | null | undefined): boolean {
  return Date.parse(a ?? '') >= Date.parse(b ?? '');
}
