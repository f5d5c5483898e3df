/** A long time without a network: what an edit costs with thousands waiting, and how they are delivered. Durable storage, real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDevice } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { startServer } from '../kit/server-process.ts';
import type { Figure } from './table.ts';

const hazards = 2000;
const waiting = 20_000;
const sample = 1000;
const token = 'a-token-for-the-benchmark';

export async function outbox(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-bench-'));
  try {
    await using server = await startServer({ DATA_DIR: folder, SITEFILE_ADMIN_TOKEN: token, RATE_LIMIT: 'off' });
    const storage = durableStorage({ file: join(folder, 'device.sqlite') });
    await using device = await openDevice({ server: server.url, token, storage, autoSync: false });
    const document_id = await device.documents.create({ title: 'Lift', document_type: 'rams' });
    const ids: string[] = [];
    for (let i = 0; i < hazards; i++) ids.push(await device.hazards.create({ document_id, name: `Hazard ${i}` }));
    await device.sync();
    const edit = (i: number): Promise<void> => device.hazards.patch(ids[i % hazards] ?? '', { name: `Edit ${i}` });
    const first = await perEdit(0, sample, edit);
    for (let i = sample; i < waiting - sample; i++) await edit(i);
    const last = await perEdit(waiting - sample, waiting, edit);
    const megabytes = process.memoryUsage().rss / 1e6;
    const begun = performance.now();
    // A connection that the server has closed meanwhile is noticed when it is used.
    const { pushed, refused } = await device.sync().catch(() => device.sync());
    const seconds = (performance.now() - begun) / 1000;
    if (pushed !== waiting || refused > 0) throw new Error(`${pushed} pushed, ${refused} refused`);
    if (!(await device.verify().catch(() => device.verify()))) throw new Error('the replica differs from the server');
    return [
      { what: `an edit, ${waiting} waiting; floor: the first ${sample}`, ours: last, floor: first, unit: 'ms' },
      { what: 'memory of the device then', ours: megabytes, unit: 'MB' },
      { what: `delivering ${waiting} commands`, ours: seconds, unit: 's' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function perEdit(from: number, to: number, edit: (i: number) => Promise<void>): Promise<number> {
  const begun = performance.now();
  for (let i = from; i < to; i++) await edit(i);
  return (performance.now() - begun) / (to - from);
}
