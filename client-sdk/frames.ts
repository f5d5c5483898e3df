/** A frame of the stream that carries its change (shared/sync.ts, stream): applied where it fits exactly, so that no pull is needed. */
import type * as z from 'zod';
import type { streamFrame } from '../shared/sync.ts';
import type { Step } from '../shared/upgrade/step.ts';
import { currentSchema } from '../shared/upgrade/upgrade.ts';
import { isoTime, type Clock } from './clock.ts';
import type { ExchangeJournal } from './journal.ts';
import type { Records } from './records.ts';
import { upgradeOps } from './upgrade-replica.ts';
import { isFeedOp } from './wire.ts';

export type OpsFrame = Extract<z.infer<typeof streamFrame>, { readonly type: 'ops' }>;

/** False where the device has to pull: it stands elsewhere, or waits for the effect of its own commands. */
export async function applyFrame(
  { from, to, epoch, schema, ops }: OpsFrame,
  journal: ExchangeJournal,
  records: Records,
  clock: Clock,
  steps: readonly Step[],
): Promise<boolean> {
  const { state, commands } = journal;
  if (state.cursor === to) return true; // it came twice, or a pull was faster
  const present = currentSchema(steps);
  const isPlain = ops.every((op) => (op.op === 'put' || op.op === 'del') && isFeedOp(op));
  // What a newer server sends, only a pull may judge: it may be more than this app can read.
  const isReadable = (schema ?? present) <= present;
  const stands = state.cursor === from && state.epoch === epoch && state.schema <= present && state.kept === null;
  const waits =
    state.sweeping || Object.keys(state.resets).length > 0 || commands.some((entry) => entry.state === 'acked');
  if (!isPlain || !isReadable || !stands || waits) return false;
  await records.apply(upgradeOps(ops, schema ?? present, steps), state.generation);
  await journal.change(() => ({ state: { cursor: to, last_exchange_at: isoTime(clock.now()) } }));
  return true;
}
