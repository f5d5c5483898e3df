/** SIGKILL of the server, and the death of its render worker, in the middle of a pack: it is made whole, once, and leaves no half file. */
import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { patienceMs } from '../kit/patience.ts';
import { startServer } from '../kit/server-process.ts';
import { openOffice, publish } from '../mirrors/office.ts';
import { isLongRun } from './table/figures.ts';

const token = 'admin-token-of-the-pack-test';
const kills = isLongRun ? 20 : 3;
/** Longer than a lease: what a killed server held is free. */
const leapMs = 360_000;
/** Shorter than a lease, which a pack that is being made renews. */
const stepMs = 200_000;

interface Pack {
  readonly status: string;
  readonly files: number | null;
  readonly left_out: number | null;
  readonly sha256: string | null;
}
interface Audit {
  readonly data: readonly { readonly changes: readonly { readonly id: string; readonly change: string }[] }[];
}

test('[EX156] kills of the server and of its worker leave a pack whole, made once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-pack-'));
  const settings = { SITEFILE_ADMIN_TOKEN: token, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
  let aheadMs = 0;
  let server = await startServer(settings);
  const must = openOffice(() => server.url, token);
  const chance = openChance(kills);
  try {
    const { id: project } = await must('POST', 'projects', { name: 'Mill Yard' });
    for (let i = 0; i < 4; i++) await publish(must, { project_id: project, reference: `RAMS-${i}` });
    const { id } = await must('POST', `projects/${project}/exports`, { form: 'pack' });
    const read = (): Promise<Pack> => must<Pack>('GET', `project-exports/${id}`);
    for (let killed = 0; killed < kills && (await read()).status !== 'completed'; killed++) {
      await wait(chance.below(500));
      if (killed % 2 === 0) await server.endWorkers();
      else {
        await server.kill();
        server = await startServer({ ...settings, AHEAD_MS: String((aheadMs += leapMs)) });
      }
    }
    let polls = 0;
    const finished = async (): Promise<string> => {
      // The clock of one process may jump an hour at most.
      if (polls++ % 5 === 0 && polls < 60) await server.setClock((aheadMs += stepMs));
      // Any commit wakes the queue, which looks by itself every 30 seconds.
      await must('POST', 'workers', { name: 'Ewa Nowak' });
      return (await read()).status;
    };
    await expect.poll(finished, { timeout: 2 * patienceMs, interval: 500 }).toBe('completed');
    const { files, left_out, sha256 } = await read();
    // What a killed server had half written goes two days later.
    await server.stop();
    server = await startServer({ ...settings, AHEAD_MS: String(aheadMs + 2 * 86_400_000) });
    const stored = async () =>
      (await readdir(join(dataDir, 'blobs'), { recursive: true })).filter((path) => path.includes('/'));
    const names = async (): Promise<string[]> => (await stored()).map((path) => basename(path));
    await expect.poll(names).toEqual([sha256]);
    const [file = ''] = await stored();
    const packed = unzipSync(new Uint8Array(await readFile(join(dataDir, 'blobs', file))));
    expect(Object.keys(packed)).toHaveLength(Number(files));
    expect([Object.keys(packed).filter((path) => path.startsWith('documents/')).length, left_out]).toEqual([4, 0]);
    const { files: listed } = JSON.parse(strFromU8(packed['index.json'] ?? new Uint8Array())) as {
      readonly files: readonly { readonly path: string; readonly sha256: string }[];
    }; // as EX69 says
    for (const { path, sha256: hash } of listed)
      expect(
        `sha256:${createHash('sha256')
          .update(packed[path] ?? '')
          .digest('hex')}`,
      ).toBe(hash);
    const { data: audit } = await must<Audit>('GET', 'audit?limit=200');
    const told = audit.flatMap(({ changes }) => changes.filter((each) => each.id === id).map(({ change }) => change));
    expect(told.filter((change) => change !== 'progress').toSorted()).toEqual(['complete', 'create']);
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
