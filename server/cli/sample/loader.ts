/** What every step of a load uses, and the two ways in which most kinds of records are loaded. */
import type { Command } from '../../../shared/model/command.ts';
import type { Api } from '../api.ts';
import type { Pusher } from './push.ts';
import { sentRecord, type SampleRecord } from './sent.ts';

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
      return { kind, id: record.id, set, what: `${kind} ${String(record['name'])}` };
    }),
  );
  tell(`${kind}s … ${missing.length} sent`);
}

/** Sends the whole history of a record as one group of commands, unless the server has the record. */
export async function replayOnce(
  { api, pusher, tell }: Loader,
  what: string,
  path: string,
  commands: readonly Command[],
): Promise<void> {
  const found = await api.read(path);
  if (!found) await pusher.pushWhole(commands, what);
  tell(`${what} … ${found ? 'already there' : 'ok'}`);
}
