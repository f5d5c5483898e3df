/** Who is expected to sign a document here, and who has: people named in it, and those whom a briefer added on this tablet. */
import type { Shown } from '../../../client-sdk/view/kinds.ts';
import type { Briefed } from '../../ui/roster-strip.tsx';
import { contentOf } from './content.ts';
import { keep, readKept } from './kept.ts';
import { signal } from './signal.ts';

export interface Person {
  readonly id: string | null;
  readonly name: string;
  readonly employer: string | null;
  readonly trade: string | null;
  readonly language: string;
}

export interface Member extends Person {
  /** In addresses of screens. */
  readonly key: string;
  readonly briefed: Briefed;
  /** Of the sign-off that counts. */
  readonly signedAt: string | null;
}

type Added = Readonly<Record<string, readonly Person[]>>;

const crewsKey = 'crews';
export const crews = signal<Added>({});

export async function readCrews(): Promise<void> {
  crews.set((await readKept<Added>(crewsKey)) ?? {});
}

export async function addToCrew(documentId: string, person: Person): Promise<void> {
  const next = { ...crews.value, [documentId]: [...(crews.value[documentId] ?? []), person] };
  await keep(crewsKey, next);
  crews.set(next);
}

/** Roles that decide or advise from the office do not sign at the gate. */
const notOnCrew = new Set(['author', 'safety_adviser', 'designer', 'project_manager', 'principal_contractor_manager']);

export function crewOf(
  version: Shown<'version'>,
  signoffs: readonly Shown<'signoff'>[],
  added: readonly Person[] = [],
): readonly Member[] {
  const counted = signoffs.filter((each) => each.document_id === version.document_id && each.status === 'recorded');
  const named = contentOf(version)
    .personnel.filter((each) => !notOnCrew.has((each as { readonly role?: string }).role ?? ''))
    .map((each): Person => ({
      id: each.person_id ?? null,
      name: each.name,
      employer: each.employer_name ?? null,
      trade: each.trade ?? null,
      language: each.preferred_language ?? 'en',
    }));
  const signers = counted.map(({ worker }): Person => ({
    id: worker.id ?? null,
    name: worker.name,
    employer: worker.employer_name ?? null,
    trade: worker.trade ?? null,
    language: worker.language ?? 'en',
  }));
  const people = new Map<string, Person>();
  for (const person of [...named, ...added, ...signers]) {
    const known = [...people.values()].some((each) => isSame(each, person));
    if (!known) people.set(keyOf(person), person);
  }
  return [...people].map(([key, person]): Member => {
    const own = counted.filter(({ worker }) => isSame({ id: worker.id ?? null, name: worker.name }, person));
    const current = own.filter(({ document_version: signed }) => signed === version.version);
    const last = (current.length > 0 ? current : own).at(-1);
    return {
      ...person,
      key,
      briefed: stateOf(own, current),
      signedAt: last
        ? (last.capture.captured_at_corrected ?? last.capture.captured_at_device ?? last.created_at)
        : null,
    };
  });
}

function stateOf(own: readonly Shown<'signoff'>[], current: readonly Shown<'signoff'>[]): Briefed {
  if (current.some(({ declined }) => !declined)) return 'current';
  if (current.length > 0) return 'declined';
  return own.some(({ declined }) => !declined) ? 'old' : 'missing';
}

type Identity = Pick<Person, 'id' | 'name'>;

/** By id where both have one, else by name. */
function isSame(a: Identity, b: Identity): boolean {
  return a.id !== null && b.id !== null ? a.id === b.id : a.name.toLowerCase() === b.name.toLowerCase();
}

function keyOf({ id, name }: Identity): string {
  return id ?? encodeURIComponent(name.toLowerCase());
}
