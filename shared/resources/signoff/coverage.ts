/** Who is briefed on a document: everybody who is expected to sign or has signed, once each (contract, Web). */
import { crewFrom, type CrewRecord, type NamedPerson, type NotHere, type OnCrew } from './crew.ts';

/** `current` = signed what is in force, `old` = an earlier version only, `missing` = not yet, `declined` = would not sign. */
export const briefedStates = ['current', 'old', 'missing', 'declined'] as const;
type BriefedState = (typeof briefedStates)[number];

interface Signed {
  readonly worker: {
    readonly id?: string | null | undefined;
    readonly name: string;
    readonly employer_name?: string | null | undefined;
    readonly trade?: string | null | undefined;
  };
  readonly status: string;
  readonly isCurrent: boolean;
  readonly version: number | null;
  readonly at: string | null;
}

export interface Briefed {
  readonly worker_id: string | null;
  readonly name: string;
  readonly employer_name: string | null;
  readonly trade: string | null;
  readonly state: BriefedState;
  readonly signed_at: string | null;
  readonly signed_version: number | null;
  /** Which of several people of this name: 0 = the first. */
  readonly namesake: number;
  /** Of the records without which this person would not be expected. */
  readonly crew_member_ids: readonly string[];
}

export interface Coverage {
  /** Those who still have to sign come first, then by name. */
  readonly people: readonly Briefed[];
  /** Said not to be here any more, and not counted. */
  readonly notHere: readonly NotHere[];
}

/** @param members records of kind `crew_member` of the document */
export function coverageOf(
  personnel: readonly NamedPerson[],
  signoffs: readonly Signed[],
  members: readonly CrewRecord[] = [],
): Coverage {
  const counted = signoffs
    .filter(({ status }) => status === 'recorded' || status === 'declined')
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''));
  const { here, notHere } = crewFrom(personnel, members, counted, (own) => stateOf(own).state === 'current');
  return {
    people: here.map(described).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
    notHere,
  };
}

function described({ id, name, employer_name, trade, namesake, addedBy, own }: OnCrew<Signed>): Briefed {
  return { worker_id: id, name, employer_name, trade, ...stateOf(own), namesake, crew_member_ids: addedBy };
}

/** The latest sign-off of what is in force counts, a refusal like a signature; else the latest signature. `own`: in the order of time. */
function stateOf(own: readonly Signed[]): Pick<Briefed, 'state' | 'signed_at' | 'signed_version'> {
  const best = own.findLast(({ isCurrent }) => isCurrent) ?? own.findLast(({ status }) => status === 'recorded');
  const declined = best ? best.status === 'declined' : own.length > 0;
  const state = declined ? 'declined' : !best ? 'missing' : best.isCurrent ? 'current' : 'old';
  return { state, signed_at: best?.at ?? null, signed_version: best?.version ?? null };
}

const order: readonly BriefedState[] = ['declined', 'old', 'missing', 'current'];
function rank({ state }: Briefed): number {
  return order.indexOf(state);
}
