/**
 * Who writes on in a field that is disputed has one open conflict, with the last words, and not one with each pause. Only where the value
 * of the other side was kept whole: of lists, and of what merged, each conflict is about its own part.
 */
import { sameJson } from '../../shared/crypto/canonical.ts';
import { mergeFields, type FieldConflict } from '../../shared/merge/merge.ts';
import type { Person } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import type { Body, StoredRecord } from '../../shared/model/record.ts';
import type { Resource } from '../../shared/model/resource.ts';
import type { Conflict } from '../../shared/resources/conflict.ts';

/** An open conflict, with the field of an edit whose author goes on from the words in it. */
export interface Earlier {
  readonly id: string;
  readonly conflict: Conflict;
}

/** By field. `conflicts` = those of the document, in order of their ids; `author` = who made the edit. */
export function continuedBy(
  command: Command,
  author: Person,
  conflicts: readonly StoredRecord[],
): ReadonlyMap<string, Earlier> {
  const seen = command.op === 'patch' ? (command.was ?? {}) : {};
  const earlier = conflicts
    .map(({ id, body }) => ({ id, conflict: body as unknown as Conflict })) // of its schema
    .filter(({ conflict: { record_id, field, state, kept, mine, author: of } }) => {
      const isOwn = record_id === command.id && of.id === author.id && state === 'open' && kept === 'theirs';
      return isOwn && Object.hasOwn(seen, field) && sameJson(mine, seen[field]);
    });
  return new Map(earlier.map((each) => [each.conflict.field, each]));
}

/** The conflict of the edit, from the value that the record had when its author began. `fits` as in mergeFields. */
export function fromTheBeginning(
  conflict: FieldConflict,
  earlier: ReadonlyMap<string, Earlier>,
  { policies, fits }: Pick<Resource, 'policies' | 'fits'>,
): FieldConflict {
  const { field, theirs, mine, kept } = conflict;
  const began = earlier.get(field)?.conflict;
  if (!began || kept === 'both') return conflict;
  const { was } = began;
  const again = mergeFields(policies, { [field]: theirs }, { [field]: mine }, { [field]: was }, fits).conflicts[0];
  return { ...conflict, was, proposal: again?.proposal ?? conflict.proposal };
}

/** Whether the conflict says no more than the one in whose place it comes: the same side is in force. */
export function isToldAlready({ field, kept }: FieldConflict, earlier: ReadonlyMap<string, Earlier>): boolean {
  return earlier.get(field)?.conflict.kept === kept;
}

/** Those that are over: a newer one takes their place, or their author has written what the record says. `now` = the record after the edit. */
export function endedOf(
  command: Command,
  conflicts: readonly FieldConflict[],
  now: Body,
  earlier: ReadonlyMap<string, Earlier>,
): readonly Earlier[] {
  if (command.op !== 'patch') return [];
  const { set } = command;
  return [...earlier.values()].filter(({ conflict: { field } }) => {
    const newer = conflicts.find((each) => each.field === field);
    return newer ? newer.kept !== 'both' : Object.hasOwn(set, field) && sameJson(set[field], now[field]);
  });
}
