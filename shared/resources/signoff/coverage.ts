/** Who is briefed on a document: everybody who is expected to sign or has signed, once each (contract, Web). */
import { crewFrom, type CrewRecord, type NotHere, type OnCrew } from './crew.ts';
import type { NamedPerson } from './named-once.ts';
import type { Answer, BriefedState, Standing } from './standing.ts';

export interface Briefed extends Standing {
  readonly worker_id: string | null;
  readonly name: string;
  readonly employer_name: string | null;
  readonly trade: string | null;
  /** Which of several people of this name and employer without an id: 0 = the first. */
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
  signoffs: readonly Answer[],
  members: readonly CrewRecord[] = [],
): Coverage {
  const { here, notHere } = crewFrom(personnel, members, signoffs);
  return {
    people: here.map(described).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name)),
    notHere,
  };
}

function described({ id, addedBy, addition: _, language: __, entries: ___, own: ____, ...person }: OnCrew): Briefed {
  return { ...person, worker_id: id, crew_member_ids: addedBy };
}

const order: readonly BriefedState[] = ['declined', 'old', 'missing', 'current'];
function rank({ state }: Briefed): number {
  return order.indexOf(state);
}
