/**
 * Upgrades what an older version of the app stored (contract, Schema evolution). Confirmed rows are upgraded once, at opening, so that
 * they can be read offline; a fresh snapshot follows with the next sync. Commands are sent as they were made, and upgraded only for
 * display.
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

/** Safe to interrupt: upgraded rows belong to a newer generation than the others. */
export async function upgradeReplica(journal: Journal, records: Records, steps: readonly Step[]): Promise<void> {
  while (journal.state.schema < currentSchema(steps)) {
    try {
      await upgrade(journal, records, steps);
    } catch (error) {
      // Another tab is doing the same.
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
      const body = upgradedBody(row, schema, steps);
      return body && { ...row, body, generation: generation + 1 };
    });
  const fresh = isStale && cursor !== null ? { cursor: null, generation: generation + 2, sweeping: true } : {};
  await journal.change(() => ({ state: { schema: currentSchema(steps), ...fresh } }));
}

/** Null if this version has no such record; the snapshot brings what is missing. */
function upgradedBody({ kind, body }: Pick<ConfirmedRow, 'kind' | 'body'>, schema: number, steps: readonly Step[]) {
  try {
    return upgradeBody(kind, body, schema, steps);
  } catch {
    return null;
  }
}

/** Operations of an older server, upgraded. */
export function upgradeOps(ops: readonly FeedOp[], schema: number, steps: readonly Step[]): readonly FeedOp[] {
  if (schema >= currentSchema(steps)) return ops;
  return ops.map((op) => {
    if (op.op !== 'put' || !isJsonObject(op['body'])) return op;
    const body = upgradedBody({ kind: String(op.kind), body: op['body'] }, schema, steps);
    return body ? { ...op, body } : { ...op, op: 'del' };
  });
}

const upgradedByEntry = new WeakMap<OutboxCommand, OutboxCommand>();

/** The command upgraded for display; the same object for the same entry. One that cannot be upgraded stays as it was made. */
export function inCurrentSchema(entry: OutboxCommand, steps: readonly Step[]): OutboxCommand {
  if (entry.schema >= currentSchema(steps)) return entry;
  const known = upgradedByEntry.get(entry);
  if (known) return known;
  const shown = upgradedEntry(entry, steps);
  upgradedByEntry.set(entry, shown);
  return shown;
}

function upgradedEntry(entry: OutboxCommand, steps: readonly Step[]): OutboxCommand {
  const { command, shows, schema } = entry;
  try {
    const upgraded = upgradeCommand(command, schema, steps);
    return { ...entry, command: upgraded, shows: upgradeFields(command.kind, shows, schema, steps) };
  } catch (error) {
    if (error instanceof Problem) return entry; // the server reports the reason
    throw error;
  }
}
