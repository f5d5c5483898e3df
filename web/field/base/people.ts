/**
 * The people whom this tablet knows, for questions such as who takes over: those named in documents in force, those
 * who were added to their crews, and those who signed.
 */
import { foldedName } from '../../../shared/model/person-name.ts';
import { contentOf } from './content.ts';
import { useCrewRecords } from './crew-records.ts';
import { replica } from './device.ts';
import { useLive } from './signal.ts';

export interface Somebody {
  /** Null for people without a record of their own. */
  readonly id: string | null;
  readonly name: string;
}

/** `label` = what they are called here: with the employer where several people have the name. */
export interface KnownPerson extends Somebody {
  readonly label: string;
}

interface Named extends Somebody {
  readonly employer: string | null | undefined;
}

/** Once each: by id, and by name those who have none. */
export function usePeople(): readonly KnownPerson[] {
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' })) ?? [];
  const signoffs = useLive('signoffs', () => replica().signoffs.watch()) ?? [];
  const added = (useCrewRecords() ?? []).filter(({ expected }) => expected);
  const named = versions.flatMap((version) => contentOf(version).personnel);
  return peopleAmong([
    ...named.map(({ person_id: id, name, employer_name: employer }) => ({ id: id ?? null, name, employer })),
    ...added.map(({ worker_id: id, name, employer_name: employer }) => ({ id: id ?? null, name, employer })),
    ...signoffs.map(({ worker: { id, name, employer_name: employer } }) => ({ id: id ?? null, name, employer })),
  ]);
}

/** `all`: who is first describes the person. */
export function peopleAmong(all: readonly Named[]): readonly KnownPerson[] {
  const byId = new Map(all.toReversed().map((each) => [each.id ?? `name ${foldedName(each.name)}`, each]));
  const people = [...byId.values()];
  const ofName = (name: string): readonly Named[] =>
    people.filter((each) => foldedName(each.name) === foldedName(name));
  return people
    .filter(({ id, name }) => id !== null || ofName(name).length === 1)
    .map(({ id, name, employer }) => {
      const isShared = ofName(name).filter((each) => each.id !== null).length > 1;
      return { id, name, label: isShared && employer ? `${name} (${employer})` : name };
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
