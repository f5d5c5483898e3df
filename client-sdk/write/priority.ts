/**
 * What is sent first when the network returns: incidents and sign-offs, because nobody can make them again, then permits to work. Each
 * command belongs to one of three lanes, in which order never changes; a lower lane goes first, after whatever it builds on.
 */
import type { Command } from '../../shared/model/command.ts';
import { findResource } from '../../shared/resources/index.ts';
import type { Commands } from '../disk/commands.ts';
import { byAge } from '../disk/commands.ts';
import { isUnanswered, lastLane as usual, type OutboxCommand } from '../disk/outbox-command.ts';

export function laneOf({ kind, id }: Command, waiting: Commands): number {
  const { rank = usual, afterActionsOn } = findResource(kind)?.urgency ?? {};
  // A command never overtakes an earlier one on the same record.
  const behind = waiting
    .of(id)
    .filter(isUnanswered)
    .map(({ lane }) => lane);
  // A permit opens under an approved document: it waits for an action on one, such as an approval.
  if (afterActionsOn !== undefined && hasActionOn(afterActionsOn, waiting)) behind.push(usual);
  return Math.max(rank, ...behind);
}

function hasActionOn(kind: string, waiting: Commands): boolean {
  for (const entry of waiting.values())
    if (entry.command.op === 'act' && entry.command.kind === kind && isUnanswered(entry)) return true;
  return false;
}

/** The unanswered commands in the order in which they are sent: first what the server had before, as it was made. */
export function inSendingOrder(commands: Commands): OutboxCommand[] {
  const unanswered = [...commands.values()].filter(isUnanswered).toSorted(byAge);
  const again = unanswered.filter(({ state }) => state === 'again');
  const waiting = unanswered.filter(({ state }) => state === 'queued');
  const lanes = new Map(waiting.map(({ id, lane }) => [id, lane]));
  // From the newest on: what a command builds on goes before it.
  for (const { id, depends_on: needs } of waiting.toReversed()) {
    const lane = lanes.get(id) ?? usual;
    for (const needed of needs) if ((lanes.get(needed) ?? 0) > lane) lanes.set(needed, lane);
  }
  return again.concat(waiting.toSorted((a, b) => (lanes.get(a.id) ?? usual) - (lanes.get(b.id) ?? usual)));
}
