/**
 * The people whom this tablet knows, for questions such as who takes over: those named in documents in force, those
 * who were added to their crews, and those who signed; not those who have left.
 */
import { useMemo } from 'preact/hooks';
import { foldedName } from '../../../shared/model/person-name.ts';
import { isSamePerson, personAmong, unknownOf, withEmployer } from '../../../shared/model/same-person.ts';
import { contentOf } from './content.ts';
import { crewOf, type Crew } from './crew.ts';
import { useCrewRecords } from './crew-records.ts';
import { replica } from './device.ts';
import { useLive } from './signal.ts';

export interface Somebody {
  /** Null for people without a record of their own. */
  readonly id: string | null;
  readonly name: string;
  readonly employer_name?: string | null | undefined;
}

/** `label` = what they are called here: with the employer where several people have the name. */
export interface KnownPerson extends Somebody {
  readonly label: string;
}

/** Once each: by id, and by name and employer those who have none. */
export function usePeople(): readonly KnownPerson[] {
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' }));
  const signoffs = useLive('signoffs', () => replica().signoffs.watch());
  const records = useCrewRecords();
  return useMemo(() => {
    const named = versions?.flatMap((version) => contentOf(version).personnel) ?? [];
    const added = records?.filter(({ expected }) => expected) ?? [];
    const all = [
      ...named.map(({ person_id: id, name, employer_name }) => ({ id: id || null, name, employer_name })),
      ...added.map(({ worker_id: id, name, employer_name }) => ({ id: id ?? null, name, employer_name })),
      ...(signoffs ?? []).map(({ worker: { id, name, employer_name } }) => ({ id: id || null, name, employer_name })),
    ];
    const crews = versions?.map((version) => crewOf(version, signoffs ?? [], records)) ?? [];
    return peopleAmong(presentAmong(all, crews));
  }, [versions, signoffs, records]);
}

/** Without those who are said not to be here any more, and are on no other crew. */
export function presentAmong(all: readonly Somebody[], crews: readonly Crew[]): readonly Somebody[] {
  const here = crews.flatMap(({ members }) => members.map((each) => ({ ...each, employer_name: each.employer })));
  const gone = crews.flatMap(({ notHere }) => notHere);
  const isAmong = (some: readonly Somebody[], each: Somebody): boolean => some.some((one) => isSamePerson(one, each));
  return all.filter((each) => !isAmong(gone, each) || isAmong(here, each));
}

/** By id, and by name and employer who has none. */
export function keyOf({ id, name, employer_name: employer }: Somebody): string {
  return id ?? `name ${foldedName(name)}, ${foldedName(employer ?? '')}`;
}

/** `all`: who is first describes the person. */
export function peopleAmong(all: readonly Somebody[]): readonly KnownPerson[] {
  const once = [...new Map(all.toReversed().map((each) => [keyOf(each), each])).values()];
  // Who may be one of whom more is known is nobody more.
  const people = once.filter(
    (each) => !once.some((other) => unknownOf(other) < unknownOf(each) && isSamePerson(other, each)),
  );
  return labelled(people).toSorted((a, b) => a.label.localeCompare(b.label));
}

/** Who is `first`, with what is known of them, and then those known who are not meant by one of them. */
export function offersOf(first: readonly Somebody[], known: readonly Somebody[]): readonly KnownPerson[] {
  const meant = first.map((each) => personAmong(known, each));
  const told = first.map(({ id, name, employer_name: employer }, i) => {
    const employer_name = employer || meant[i]?.employer_name;
    return { id: id ?? meant[i]?.id ?? null, name, ...(employer_name ? { employer_name } : {}) };
  });
  return labelled([...told, ...known.filter((each) => !meant.includes(each))]);
}

function labelled(people: readonly Somebody[]): readonly KnownPerson[] {
  const counts = Map.groupBy(people, ({ name }) => foldedName(name));
  return people.map((each) => {
    const isShared = (counts.get(foldedName(each.name))?.length ?? 0) > 1;
    return { ...each, label: isShared ? withEmployer(each) : each.name };
  });
}
