/**
 * The people whom this tablet knows, for questions such as who takes over: those named in documents in force, those
 * who were added to their crews, and those who signed.
 */
import { contentOf } from './content.ts';
import { useCrewRecords } from './crew-records.ts';
import { replica } from './device.ts';
import { useLive } from './signal.ts';

export interface Somebody {
  /** Null for people without a record of their own. */
  readonly id: string | null;
  readonly name: string;
}

/** Once each, by name. */
export function usePeople(): readonly Somebody[] {
  const versions = useLive('current versions', () => replica().versions.watch({ state: 'current' })) ?? [];
  const signoffs = useLive('signoffs', () => replica().signoffs.watch()) ?? [];
  const added = (useCrewRecords() ?? []).filter(({ expected }) => expected);
  const named = versions.flatMap((version) => contentOf(version).personnel);
  const all = [
    ...named.map(({ person_id: id, name }) => ({ id: id ?? null, name })),
    ...added.map(({ worker_id: id, name }) => ({ id: id ?? null, name })),
    ...signoffs.map(({ worker }) => ({ id: worker.id ?? null, name: worker.name })),
  ];
  const byName = new Map(all.toReversed().map((each) => [each.name.toLowerCase(), each]));
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}
