/** What permits and incidents go through, told a second time (contract, Permit to work, Incidents), as far as the simulation takes them. */

export const firstStage = { permit: 'draft', incident: 'reported' } as const;

const steps: Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>> = {
  'permit request': { from: ['draft'], to: 'requested' },
  'permit authorise': { from: ['requested'], to: 'authorised' },
  // To the product it is authorised still, and somebody has it.
  'permit accept': { from: ['authorised', 'accepted'], to: 'accepted' },
  'permit open': { from: ['accepted'], to: 'open' },
  'permit work_complete': { from: ['open', 'expired'], to: 'work_complete' },
  'permit close': { from: ['work_complete'], to: 'closed' },
  'incident triage': { from: ['reported'], to: 'triaged' },
  'incident close': { from: ['triaged'], to: 'closed' },
};

/** Throws where the action leads nowhere. */
export function stageAfter(kind: string, action: string, stage = ''): string {
  if (`${kind} ${action}` === 'incident note') return stage;
  const step = steps[`${kind} ${action}`];
  if (!step?.from.includes(stage)) throw new Error(`“${action}” was taken of a ${kind} that is ${stage}`);
  return step.to;
}

export interface Validity {
  readonly from: string;
  readonly to: string;
}

/** Why it cannot be done at that moment, by the code that the server has to give; null = it can. */
export function obstacle(
  kind: string,
  action: string,
  stage: string | undefined,
  { from, to }: Validity,
  at: string,
): string | null {
  if (`${kind} ${action}` === 'incident note') return null;
  if (`${kind} ${action}` === 'permit open') {
    if (stage === 'authorised') return 'conditions_not_met';
    if (stage === 'accepted' && !(at >= from && at < to)) return 'permit_not_valid';
  }
  return steps[`${kind} ${action}`]?.from.includes(stage ?? '') ? null : 'invalid_transition';
}

/** As the product names it. */
export function stateOf(stage: string | undefined): string | undefined {
  return stage === 'accepted' ? 'authorised' : stage;
}
