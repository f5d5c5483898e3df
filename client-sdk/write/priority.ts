/**
 * What is sent first when the network returns: incidents and sign-offs, because nobody can make them again, then permits to work. Only
 * commands that were never sent are reordered; within each group the order stays, and a command never precedes one it depends on.
 */
import { findResource } from '../../shared/resources/index.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';

/** The rank of kinds without urgency; lower goes first. */
const usual = 2;

/** The commands that get a new number: the added ones, and those that they displace. */
export function assignNumbers(
  { sent_number: sent }: Pick<ReplicaMetadata, 'sent_number'>,
  queued: readonly OutboxCommand[],
  added: readonly OutboxCommand[],
): OutboxCommand[] {
  if (added.every(({ command }) => rankOf(command.kind) === usual)) return [...added];
  const waiting = [...queued.filter(({ state, number }) => state === 'queued' && number > sent), ...added];
  const numbers = waiting.map(({ number }) => number).toSorted((a, b) => a - b);
  const isNew = new Set(added.map(({ id }) => id));
  return urgentFirst(waiting)
    .map((entry, i) => ({ entry, number: numbers[i] ?? entry.number }))
    .filter(({ entry, number }) => isNew.has(entry.id) || entry.number !== number)
    .map(({ entry, number }) => ({ ...entry, number }));
}

function urgentFirst(waiting: readonly OutboxCommand[]): OutboxCommand[] {
  const byId = new Map(waiting.map((entry) => [entry.id, entry]));
  const ranks = new Map<number, number>();
  const raise = (entry: OutboxCommand, rank: number): void => {
    if ((ranks.get(entry.id) ?? Infinity) <= rank) return;
    ranks.set(entry.id, rank);
    for (const id of entry.depends_on) {
      const needed = byId.get(id);
      if (needed) raise(needed, rank);
    }
  };
  const byNumber = waiting.toSorted((a, b) => a.number - b.number);
  const actedOn = new Set<string>();
  for (const entry of byNumber) {
    const { op, kind } = entry.command;
    // A permit opens under an approved document: after an action on a document, such as an approval, it keeps its place.
    const waits = actedOn.has(findResource(kind)?.urgency?.afterActionsOn ?? '');
    raise(entry, waits ? usual : rankOf(kind));
    if (op === 'act') actedOn.add(kind);
  }
  return byNumber.toSorted((a, b) => (ranks.get(a.id) ?? usual) - (ranks.get(b.id) ?? usual));
}

function rankOf(kind: string): number {
  return findResource(kind)?.urgency?.rank ?? usual;
}
