/** What people do with a permit as a whole: each with its verb, and which of them is next in each state. */
import { unmetAtClosing } from '../../../shared/resources/permit/limits.ts';
import { actionsIn, type PermitAction } from '../../../shared/resources/permit/states.ts';
import type { Permit, PermitRow, Settings } from './types.ts';

/** The others are done in the panels of gas tests, isolations and the fire watch. */
export const verbs = {
  request: 'Ask for it',
  authorise: 'Issue',
  accept: 'Accept',
  open: 'Open the permit',
  suspend: 'Suspend',
  resume: 'Resume',
  extend: 'Extend',
  hand_over: 'Hand over',
  work_complete: 'Work is finished',
  close: 'Close the permit',
  cancel: 'Cancel the permit',
} as const satisfies Partial<Record<PermitAction, string>>;
export type Verb = keyof typeof verbs;

export function isVerb(name: string | null): name is Verb {
  return name !== null && Object.hasOwn(verbs, name);
}

/** What stops the work goes through whatever was changed meanwhile. */
export const isStop = (verb: Verb): boolean => verb === 'suspend' || verb === 'cancel';

const hourMs = 3_600_000;

/** The next thing to do; null where there is nothing more, or what the panels have comes first. No `settings` = not read yet. */
export function nextVerb(permit: Permit | PermitRow, now: number, settings: Settings | undefined): Verb | null {
  const { state, holder, valid_to: end } = permit;
  if (state === 'work_complete') return settings && unmetAtClosing(permit, settings).length === 0 ? 'close' : null;
  if (state === 'authorised') return holder ? 'open' : 'accept';
  if (state === 'open') {
    const left = end ? Date.parse(end) - now : Infinity;
    return left <= 0 ? 'work_complete' : left < hourMs ? 'extend' : 'suspend';
  }
  return byState[state];
}

const byState: Readonly<Record<Exclude<Permit['state'], 'authorised' | 'open' | 'work_complete'>, Verb | null>> = {
  draft: 'request',
  requested: 'authorise',
  suspended: 'resume',
  expired: 'work_complete',
  closed: null,
  cancelled: null,
};

/** What else can be done now, in the order of the table. */
export function otherVerbs(permit: Permit, now: number, settings: Settings): Verb[] {
  const next = nextVerb(permit, now, settings);
  const allowed = actionsIn(permit.state);
  return Object.keys(verbs)
    .filter(isVerb)
    .filter((verb) => verb !== next && allowed.includes(verb))
    .filter((verb) => permit.holder !== null || (verb !== 'open' && verb !== 'hand_over'))
    .filter((verb) => permit.holder === null || verb !== 'accept');
}

const ranks: Readonly<Record<Permit['state'], number>> = {
  expired: 0,
  suspended: 2,
  requested: 3,
  work_complete: 4,
  authorised: 5,
  open: 6,
  draft: 7,
  cancelled: 8,
  closed: 8,
};

/** The worst first: what is over its time, what ends within the hour, what does not go on, what waits for somebody, and then what runs. */
export function worstFirst(rows: readonly PermitRow[], now: number): PermitRow[] {
  const rank = ({ state, valid_to: end }: PermitRow): number => {
    if (state !== 'open' || !end) return ranks[state];
    const left = Date.parse(end) - now;
    return left <= 0 ? 0 : left < hourMs ? 1 : ranks.open;
  };
  return rows.toSorted((a, b) => rank(a) - rank(b) || (a.valid_to ?? '9').localeCompare(b.valid_to ?? '9'));
}
