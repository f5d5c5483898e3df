/** What runs in the browser: the first sync of a device on IndexedDB, and the floor, which is the transfer and a plain bulkPut. */
import { Dexie } from 'dexie';
import { dexieStorage, openDevice } from '../../../client-sdk/index.ts';

export interface Run {
  readonly ms: number;
  readonly records: number;
}

interface FloorPage {
  readonly after: number;
  readonly more: boolean;
  readonly ops: readonly { readonly id: string }[];
}

const work = {
  ours: async (server: string, token: string): Promise<Run> => {
    await using device = await openDevice({
      server,
      token,
      storage: dexieStorage(),
      name: crypto.randomUUID(),
      autoSync: false,
    });
    const start = performance.now();
    const { pulled } = await device.sync();
    return { ms: performance.now() - start, records: pulled };
  },
  floor: async (server: string): Promise<Run> => {
    const database = new Dexie(crypto.randomUUID());
    database.version(1).stores({ records: 'id, [kind+document_id]' });
    await database.open();
    const start = performance.now();
    let records = 0;
    for (let [after, more] = [0, true]; more;) {
      const response = await fetch(`${server}/pull`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ after }),
      });
      const page = (await response.json()) as FloorPage; // the floor's server sends it
      await database.table('records').bulkPut(page.ops.map((op) => ({ document_id: '', ...op })));
      records += page.ops.length;
      ({ after, more } = page);
    }
    const ms = performance.now() - start;
    await database.delete();
    return { ms, records };
  },
};
export type Work = typeof work;

Object.assign(globalThis, { work });
