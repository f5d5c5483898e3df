/** Who is briefed on a document: everybody who is expected to sign or has signed, once each (contract, Web). */

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
  const expected = personnel.filter(({ person_type }) => person_type !== 'user');
  const idByName = new Map(expected.map(({ name, person_id }) => [plain(name), person_id]));
  const keyOf = (id: string | null | undefined, name: string): string => id ?? idByName.get(plain(name)) ?? plain(name);
  const counted = signoffs.filter(({ status }) => status === 'recorded' || status === 'declined');
  const signedByPerson = Map.groupBy(counted, ({ worker }) => keyOf(worker.id, worker.name));
  const people = new Map<string, Omit<Briefed, 'state' | 'signed_at' | 'signed_version'>>();
  for (const { person_id, name, employer_name = null, trade = null } of expected)
    people.set(keyOf(person_id, name), { worker_id: person_id ?? null, name, employer_name, trade });
  for (const [key, [first]] of signedByPerson) {
    if (!first || people.has(key)) continue;
    const { id = null, name, employer_name = null, trade = null } = first.worker;
    people.set(key, { worker_id: id, name, employer_name, trade });
  }
  return [...people]
    .map(([key, person]) => ({ ...person, ...stateOf(signedByPerson.get(key) ?? []) }))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

function stateOf(own: readonly Signed[]): Pick<Briefed, 'state' | 'signed_at' | 'signed_version'> {
  const newestFirst = own.toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  const recorded = newestFirst.filter(({ status }) => status === 'recorded');
  const best =
    recorded.find(({ isCurrent }) => isCurrent) ?? newestFirst.find(({ isCurrent }) => isCurrent) ?? recorded[0];
  const state = !best
    ? own.length > 0
      ? 'declined'
      : 'missing'
    : best.status === 'declined'
      ? 'declined'
      : best.isCurrent
        ? 'current'
        : 'old';
  return { state, signed_at: best?.at ?? null, signed_version: best?.version ?? null };
}

const order: readonly BriefedState[] = ['declined', 'old', 'missing', 'current'];
function rank({ state }: Briefed): number {
  return order.indexOf(state);
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
