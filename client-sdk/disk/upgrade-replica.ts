/**
 * What an older version of the app left on the device, in the shapes of this one (contract, Schema evolution). Rows of the truth are
 * turned once, at the opening, so that they can be read offline; a fresh snapshot follows with the next exchange. Commands stay as they
 * were made, because the server has to get them so: they are turned wherever they are shown.
 */
import { Problem } from '../../shared/model/problem.ts';
import type { Step } from '../../shared/upgrade/step.ts';
import {
  currentSchema,
  oldestReader,
  upgradeBody,
  upgradeCommand,
  upgradeFields,
} from '../../shared/upgrade/upgrade.ts';
import { isJsonObject } from '../../shared/base/json.ts';
import type { ConfirmedRow } from './database.ts';
import type { Journal } from './journal.ts';
import type { OutboxCommand } from './outbox-command.ts';
import type { FeedOp, Records } from './records.ts';
import { SyncError } from '../base/sync-error.ts';

/** A crash on the way costs nothing: rows that were turned stand in a newer snapshot than those that were not. */
export async function upgradeReplica(journal: Journal, records: Records, steps: readonly Step[]): Promise<void> {
  while (journal.state.schema < currentSchema(steps)) {
    try {
      await upgrade(journal, records, steps);
    } catch (error) {
      // Another tab of the same version does the same.
      if (!(error instanceof SyncError) || error.fault !== 'taken_over') throw error;
      await journal.refresh();
    }
  }
}

async function upgrade(shared: Journal, records: Records, steps: readonly Step[]): Promise<void> {
  const journal = await shared.takeOver();
  await records.beginTerm(journal.term);
  const { schema, generation, cursor } = journal.state;
  const isStale = schema < oldestReader(steps);
  if (isStale)
    await records.rewriteUpTo(generation, (row) => {
      const body = turned(row, schema, steps);
      return body && { ...row, body, generation: generation + 1 };
    });
  const fresh = isStale && cursor !== null ? { cursor: null, generation: generation + 2, sweeping: true } : {};
  await journal.change(() => ({ state: { schema: currentSchema(steps), ...fresh } }));
}

/** Null where there is no such record in this version; the snapshot brings what is missed. */
function turned({ kind, body }: Pick<ConfirmedRow, 'kind' | 'body'>, schema: number, steps: readonly Step[]) {
  try {
    return upgradeBody(kind, body, schema, steps);
  } catch {
    return null;
  }
}

/** Lines of a server that has not been brought up to date yet, in the shapes of this app. */
export function upgradeOps(ops: readonly FeedOp[], schema: number, steps: readonly Step[]): readonly FeedOp[] {
  if (schema >= currentSchema(steps)) return ops;
  return ops.map((op) => {
    if (op.op !== 'put' || !isJsonObject(op['body'])) return op;
    const body = turned({ kind: String(op.kind), body: op['body'] }, schema, steps);
    return body ? { ...op, body } : { ...op, op: 'del' };
  });
}

const turnedByEntry = new WeakMap<OutboxCommand, OutboxCommand>();

/** The command as this app shows it; the same object for the same entry. What has no shape here stays as it was made. */
export function inCurrentSchema(entry: OutboxCommand, steps: readonly Step[]): OutboxCommand {
  if (entry.schema >= currentSchema(steps)) return entry;
  const known = turnedByEntry.get(entry);
  if (known) return known;
  const shown = shownEntry(entry, steps);
  turnedByEntry.set(entry, shown);
  return shown;
}

function shownEntry(entry: OutboxCommand, steps: readonly Step[]): OutboxCommand {
  const { command, shows, schema } = entry;
  try {
    const now = upgradeCommand(command, schema, steps);
    return { ...entry, command: now, shows: upgradeFields(command.kind, shows, schema, steps) };
  } catch (error) {
    if (error instanceof Problem) return entry; // the server will say why
    throw error;
  }
}
