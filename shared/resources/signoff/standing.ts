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
}

/** Those that say something of their person, in the order of time. */
export function answersAmong(signoffs: readonly Answer[]): readonly Answer[] {
  return signoffs
    .filter(({ status }) => status === 'recorded' || status === 'declined')
    .toSorted((a, b) => byInstant(a.at, b.at));
}

/**
 * The latest answer to what is in force counts, a refusal like a signature; else the latest signature. Who refused an earlier version was
 * not asked about this one. `own`: in the order of time.
 */
export function standingOf(own: readonly Answer[]): Standing {
  const best = own.findLast(({ isCurrent }) => isCurrent) ?? lastSignature(own);
  const state = !best ? 'missing' : best.status === 'declined' ? 'declined' : best.isCurrent ? 'current' : 'old';
  return { state, signed_at: best?.at ?? null, signed_version: best?.version ?? null };
}

export function lastSignature(own: readonly Answer[]): Answer | undefined {
  return own.findLast(({ status }) => status === 'recorded');
}
