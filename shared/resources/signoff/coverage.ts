/** Who is briefed on a document: everybody who is expected to sign or has signed, once each (contract, Web). */
import { matchPeople } from './match-people.ts';

/** `current` = signed what is in force, `old` = an earlier version only, `missing` = not yet, `declined` = would not sign. */
export const briefedStates = ['current', 'old', 'missing', 'declined'] as const;
type BriefedState = (typeof briefedStates)[number];

/** Of a personnel entry; people with an account of their own write and approve, and are not expected. */
interface Expected {
  readonly person_id?: string | null | undefined;
  readonly person_type?: string | null | undefined;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
  readonly trade?: string | null | undefined;
}

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
}

/** Those who still have to sign come first, then by name. */
export function coverageOf(personnel: readonly Expected[], signoffs: readonly Signed[]): Briefed[] {
  const { expected, others } = matchPeople(
    personnel.filter(({ person_type }) => person_type !== 'user'),
    signoffs
      .filter(({ status }) => status === 'recorded' || status === 'declined')
      .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')),
    {
      person: ({ person_id = null, name }) => ({ id: person_id, name }),
      signer: ({ worker: { id = null, name } }) => ({ id, name }),
    },
  );
  return [
    ...expected.map(({ person, own }) => ({ ...described(person, person.person_id), ...stateOf(own) })),
    ...others.flatMap((own) => (own[0] ? [{ ...described(own[0].worker, own[0].worker.id), ...stateOf(own) }] : [])),
  ].toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function described(
  { name, employer_name = null, trade = null }: Omit<Expected, 'person_id'>,
  id: string | null = null,
): Omit<Briefed, 'state' | 'signed_at' | 'signed_version'> {
  return { worker_id: id, name, employer_name, trade };
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
