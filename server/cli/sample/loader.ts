/** What every step of a load uses, which fields it sends, and the two ways in which most kinds of records are loaded. */
import * as z from 'zod';
import { isServerFlag } from '../../../shared/resources/signoff/shape.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Command } from '../../../shared/model/command.ts';
import type { Api } from '../api.ts';
import type { Pusher } from './push.ts';

export interface Loader {
  readonly api: Api;
  readonly pusher: Pusher;
  /** Reports progress. */
  readonly tell: (line: string) => void;
  /** The seal that the next sign-off of a tablet refers to. */
  readonly lastSealByTablet: Map<string, string>;
}

export type Outcome = 'ok' | 'already there';

/** Creates the records that the server does not have; existing ones are left alone. `path` is that of one record, without its id. */
export async function createMissing(
  { api, pusher, tell }: Loader,
  kind: string,
  path: string,
  records: readonly SampleRecord[],
): Promise<void> {
  const found = await Promise.all(records.map(({ id }) => api.read(`${path}/${id}`)));
  const missing = records.filter((_, i) => !found[i]);
  await pusher.push(
    missing.map((record) => {
      const { id: _, ...set } = sentRecord(record);
      return { command: { op: 'create', kind, id: record.id, set }, what: `${kind} ${String(record['name'])}` };
    }),
  );
  tell(`${kind}s … ${missing.length} sent`);
}

/** A record with what happened to it, in order. Arguments without a value are left out. */
export interface History {
  readonly kind: 'incident' | 'permit' | 'submission';
  readonly id: string;
  readonly set: JsonObject;
  readonly acts: readonly (readonly [action: string, args: object])[];
}

/** Sends a whole history as one group of commands, all or none, unless the server has the record. */
export async function replayOnce(
  { api, pusher, tell }: Loader,
  name: string,
  { kind, id, set, acts }: History,
): Promise<void> {
  const what = `${kind} ${name}`;
  const found = await api.read(`/${kind}s/${id}`);
  if (!found) {
    const commands = acts.map(([action, args]): Command => ({ op: 'act', kind, id, action, args: withValue(args) }));
    await pusher.pushWhole([{ op: 'create', kind, id, set: withValue(set) }, ...commands], what);
  }
  tell(`${what} … ${found ? 'already there' : 'ok'}`);
}

function withValue(fields: object): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

export const sampleRecord = z.object({ id: z.uuid() }).catchall(z.json());
export type SampleRecord = z.infer<typeof sampleRecord>;

/** New users are active, and the file does not have the PINs of workers. */
const ofEvery = ['created_at', 'updated_at', 'created_by', 'organisation_id', 'revision', 'active', 'pin_set'];

/** The position follows from the order of creation, a rating from its two factors. */
const ofEntry = ['document_id', 'position', 'risk_before', 'band_before', 'risk_after', 'band_after'];

const ofDocument = ['status', 'version', 'current_approved_version', 'content_hash'];

/** Set on arrival, or computed. */
const ofSignoff = ['status', 'currency', 'received_at', 'sync_delay_seconds', 'document_reference'];

export const sentRecord = (fields: JsonObject): JsonObject => without(fields, ofEvery);
export const sentEntry = (fields: JsonObject): JsonObject => without(fields, [...ofEvery, ...ofEntry]);
export const sentSignoff = ({ flags, ...fields }: JsonObject): JsonObject => ({
  ...without(fields, [...ofEvery, ...ofSignoff, 'id']),
  // The server's flags are for the server to set again.
  ...(Array.isArray(flags) ? { flags: flags.filter((flag) => !isServerFlag(String(flag))) } : {}),
});

export const sentDocument = (fields: JsonObject): JsonObject => withValue(without(fields, [...ofEvery, ...ofDocument]));

function without(fields: JsonObject, left: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !left.includes(field)));
}
