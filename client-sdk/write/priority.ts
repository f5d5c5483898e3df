/**
 * What goes first when the network is back: incidents and sign-offs, because nobody can make them again, then what was done under
 * permits to work. Only commands that were never on the wire change places; within each group, and with all that a command builds on,
 * the order stays.
 */
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import type { OutboxCommand } from '../disk/outbox-command.ts';

/** Lower goes first. */
const rankByKind: Readonly<Record<string, number>> = { incident: 0, signoff: 0, permit: 1 };
const usual = 2;

/** The commands with the numbers that they get: the new ones, and those that have to make way for them. */
export function assignNumbers(
  { sent_number: sent }: Pick<ReplicaMetadata, 'sent_number'>,
  standing: readonly OutboxCommand[],
  added: readonly OutboxCommand[],
): OutboxCommand[] {
  if (added.every(({ command }) => rankOf(command.kind) === usual)) return [...added];
  const waiting = [...standing.filter(({ state, number }) => state === 'queued' && number > sent), ...added];
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
  const give = (entry: OutboxCommand, rank: number): void => {
    if ((ranks.get(entry.id) ?? Infinity) <= rank) return;
    ranks.set(entry.id, rank);
    for (const id of entry.depends_on) {
      const needed = byId.get(id);
      if (needed) give(needed, rank);
    }
  };
  const inOrder = waiting.toSorted((a, b) => a.number - b.number);
  // A permit opens under what is approved: where a document was acted on before it, as by an approval, it waits for its turn.
  const firstAct = inOrder.findIndex(({ command }) => command.op === 'act' && command.kind === 'document');
  inOrder.forEach((entry, i) => {
    const { kind } = entry.command;
    give(entry, kind === 'permit' && firstAct >= 0 && firstAct < i ? usual : rankOf(kind));
  });
  return inOrder.toSorted((a, b) => (ranks.get(a.id) ?? usual) - (ranks.get(b.id) ?? usual));
}

function rankOf(kind: string): number {
  return (Object.hasOwn(rankByKind, kind) ? rankByKind[kind] : undefined) ?? usual;
}
