/**
 * The identity of a command (contract, Sync): an id and a hash, both made once and never changed. A replica
 * may be copied, restored or exported: its commands remain the same commands, and the server answers a repeat with the stored answer.
 */
import * as z from 'zod';
import { canonical } from '../crypto/canonical.ts';
import { sha256Hex } from '../crypto/sha256.ts';
import type { JsonObject } from '../base/json.ts';
import { commandSchema } from '../model/command.ts';
import { recordId } from '../model/fields.ts';
import { uuidv7 } from '../model/uuid.ts';
import { once } from '../base/once.ts';

/** UUID version 7, lower case: its first 48 bits are the time in ms. */
export const commandId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

/** Who made the command. The token that carries it is recorded beside it: until devices sign, the author is a claim. */
export const author = once(() =>
  z.object({
    /** Null = the device did not know yet. The server's own ids, which nobody may claim, are no UUIDs. */
    actor: z.object({ id: recordId, name: z.string().max(200) }).nullable(),
    /** SHA-256 in hex of the token under which it was made, if the device did not know yet whose it was. */
    token: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    device: z.string().min(1).max(64),
  }),
);
export type Author = z.infer<ReturnType<typeof author>>;

/** A permit with everything it names made offline has 54. */
const maxDependencies = 100;

export const queuedCommand = once(() =>
  z.object({
    id: commandId,
    /** The command before it in the same queue of the replica; the server applies it after that one. Null = it is the first. */
    prev: commandId.nullable().default(null),
    author: author().optional(),
    /** Device time of the change, and the clock's offset; recorded, never used to merge. */
    made_at: z.string().max(40).optional(),
    clock_offset_ms: z.int().nullable().optional(),
    schema: z.int().positive().optional(),
    /** Earlier commands that this one builds on: if one was refused, so is this. */
    depends_on: z.array(commandId).max(maxDependencies).optional(),
    /** Commands of one group succeed or fail together. They are consecutive in one push. */
    txn: z.string().max(64).optional(),
    command: commandSchema(),
    /** Checked if given. */
    hash: z.string().max(64).optional(),
  }),
);
export type QueuedCommand = z.infer<ReturnType<typeof queuedCommand>>;

/** SHA-256 in hex over the canonical form of every member but `hash`. */
export function commandHash({ hash: _, ...identity }: JsonObject): string {
  return sha256Hex(canonical(identity));
}

/** Ms since 1970 at which the id was made, by the clock of the device. */
export function madeAtMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const counterBits = 12;

/**
 * The id of the next command of a replica: above `last`, whatever the clock says. `random` = ten bytes. Within one millisecond, or after
 * the clock went back, the 12 bits after the time count on (RFC 9562, section 6.2, method 1).
 */
export function nextCommandId(last: string | null, nowMs: number, random: Uint8Array): string {
  const id = uuidv7(nowMs, random);
  if (last === null || madeAtMs(id) > madeAtMs(last)) return withCounter(id, 0);
  const counter = Number.parseInt(last.slice(15, 18), 16) + 1;
  if (counter < 2 ** counterBits) return withCounter(uuidv7(madeAtMs(last), random), counter);
  return withCounter(uuidv7(madeAtMs(last) + 1, random), 0);
}

function withCounter(id: string, counter: number): string {
  return `${id.slice(0, 15)}${counter.toString(16).padStart(3, '0')}${id.slice(18)}`;
}
