/**
 * A command: one requested change, from any client. REST makes one from a request; a device keeps them in its outbox. `was` holds what the
 * author saw in the changed fields; without it the change is unconditional.
 */
import * as z from 'zod';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { recordId } from './fields.ts';
import { once } from '../base/once.ts';

/** More than any kind has fields. */
const maxFields = 200;
/** Values come from parsed JSON and are checked later by the schema of the kind, so not here. */
const fields = z.custom<JsonObject>(
  isFields,
  `must be an object of up to ${maxFields} fields with names of up to 64 characters`,
);
const target = once(() => ({ kind: z.string().max(32), id: recordId }));

export const commandSchema = once(() =>
  z.discriminatedUnion('op', [
    z.object({ ...target(), op: z.literal('create'), set: fields }),
    z.object({ ...target(), op: z.literal('patch'), set: fields, was: fields.optional() }),
    z.object({
      ...target(),
      op: z.literal('remove'),
      base_rev: z.int().positive().optional(),
      seen: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    z.object({ ...target(), op: z.literal('act'), action: z.string().max(32), args: fields }),
  ]),
);

function isFields(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const names = Object.keys(value);
  return names.length <= maxFields && names.every((name) => name.length <= 64);
}

interface Target {
  readonly kind: string;
  readonly id: string;
  /** The revision that must still be current, from `If-Match`; otherwise 412. */
  readonly expectRev?: number;
}
export interface Create extends Target {
  readonly op: 'create';
  readonly set: JsonObject;
  /**
   * Origin hash of the command as its app sent it, if the command was upgraded since: a repeat is then recognised under newer shapes too.
   */
  readonly origin?: string;
}
export interface Patch extends Target {
  readonly op: 'patch';
  readonly set: JsonObject;
  readonly was?: JsonObject | undefined;
  /** Brings a removed record back as it was, at its place. Of REST alone: a device's edit of a removed record does so by itself. */
  readonly restores?: true;
}
export interface Remove extends Target {
  readonly op: 'remove';
  /** The revision that the author saw; a later edit keeps the record. If `seen` is given too, this is for older servers only. */
  readonly base_rev?: number | undefined;
  /**
   * Digest of the body that the author saw (shared/crypto/body-digest.ts): if the body differs now, the record is kept, whatever its
   * revision.
   */
  readonly seen?: string | undefined;
}
export interface Act extends Target {
  readonly op: 'act';
  readonly action: string;
  readonly args: JsonObject;
}
export type Command = Create | Patch | Remove | Act;
