/** Whether somebody is briefed on a document, by their own sign-offs: server, office and tablets say it by this one rule (contract, Web, WB451). */
import { byInstant } from '../../base/instant.ts';

/** `current` = signed what is in force, `old` = an earlier version only, `missing` = not yet, `declined` = would not sign. */
export const briefedStates = ['current', 'old', 'missing', 'declined'] as const;
export type BriefedState = (typeof briefedStates)[number];

/** A sign-off, as far as standing needs it. */
export interface Answer {
  readonly worker: {
    readonly id?: string | null | undefined;
    readonly name: string;
    readonly employer_name?: string | null | undefined;
    readonly trade?: string | null | undefined;
    readonly language?: string | null | undefined;
  };
  readonly status: string;
  /** Whether it counts for what is in force, also over minor changes. */
  readonly isCurrent: boolean;
  readonly version: number | null;
  /** RFC 3339. */
  readonly at: string | null;
}

export interface Standing {
  readonly state: BriefedState;
  /** Of the answer that the state rests on. */
  readonly signed_at: string | null;
  readonly signed_version: number | null;
  /** Of their last signature, also where they refused since. */
  readonly last_signed_version: number | null;
}

/** Those that say something of their person, in the order of time. */
export function answersAmong<Each extends Answer>(signoffs: readonly Each[]): readonly Each[] {
  return signoffs
    .filter(({ status }) => status === 'recorded' || status === 'declined')
    .toSorted((a, b) => byInstant(a.at, b.at));
}

/** `own`: in the order of time. */
export function standingOf(own: readonly Answer[]): Standing {
  const decisive = decisiveAmong(own);
  return {
    state: stateOf(decisive),
    signed_at: decisive?.at ?? null,
    signed_version: decisive?.version ?? null,
    last_signed_version: lastSignature(own)?.version ?? null,
  };
}

function stateOf(decisive: Answer | undefined): BriefedState {
  if (!decisive) return 'missing';
  if (decisive.status === 'declined') return 'declined';
  return decisive.isCurrent ? 'current' : 'old';
}

/**
 * The latest answer to what is in force counts, a refusal like a signature; else the latest signature. Who refused an earlier version was
 * not asked about this one.
 */
export function decisiveAmong<Each extends Answer>(own: readonly Each[]): Each | undefined {
  return own.findLast(({ isCurrent }) => isCurrent) ?? lastSignature(own);
}

function lastSignature<Each extends Answer>(own: readonly Each[]): Each | undefined {
  return own.findLast(({ status }) => status === 'recorded');
}
