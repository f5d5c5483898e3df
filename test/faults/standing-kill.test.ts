/** SIGKILL of the server, and the death of its render worker, while documents with standing exports are edited: none is missed, none doubled. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { startServer } from '../kit/server-process.ts';
import { openOffice } from '../mirrors/office.ts';
import { isLongRun, report } from './table/figures.ts';

const token = 'admin-token-of-the-standing-exports-test';
const kills = isLongRun ? 20 : 4;
/** Longer than a lease, than the quiet, and than the waits after the first failures; the clock of one process may jump an hour at most. */
const leapMs = 360_000;
const mostLeapsMs = 3_000_000;

interface Listed {
  readonly data: readonly { readonly id: string; readonly current: boolean; readonly status: string }[];
}
interface EventPage {
  readonly data: readonly {
    readonly event: string;
    readonly data: { readonly export_id: string; readonly status: string };
  }[];
}

test('[EX59] kills of the server and of its worker miss no standing export, and double none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-standing-'));
  const settings = { SITEFILE_ADMIN_TOKEN: token, RATE_LIMIT: 'off', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
  let aheadMs = 0;
  let server = await startServer(settings);
  const must = openOffice(() => server.url, token);
  const chance = openChance(kills);
  const documents: string[] = [];
  try {
    for (const title of ['Roof', 'Wall', 'Door']) {
      const { id } = await must('POST', 'documents', { title, document_type: 'rams' });
      await must('PUT', `documents/${id}/standing-exports`, { formats: ['docx'], of: 'draft' });
      documents.push(id);
    }
    for (let killed = 0; killed < kills; killed++) {
      for (const id of documents) await must('POST', `documents/${id}/hazards`, { name: `Hazard ${killed}` });
      await server.setClock((aheadMs += leapMs));
      // The follower looks every second.
      await wait(chance.below(1_200));
      if (killed % 2 === 0) {
        await server.kill();
        server = await startServer({ ...settings, AHEAD_MS: String(aheadMs) });
      } else await server.endWorkers();
    }
    const listed = (id: string) => must<Listed>('GET', `documents/${id}/exports`);
    const end = aheadMs + mostLeapsMs;
    const newest = async () => {
      await server.setClock((aheadMs = Math.min(aheadMs + leapMs, end)));
      // Any commit wakes the queue, which looks by itself every 30 seconds.
      await must('POST', 'workers', { name: 'Ewa Nowak' });
      return await Promise.all(documents.map(async (id) => (await listed(id)).data[0]?.current));
    };
    await expect.poll(newest, { interval: 500 }).toEqual([true, true, true]);
    const exports = (await Promise.all(documents.map(listed))).flatMap(({ data }) => data);
    const { data: events } = await must<EventPage>('GET', 'events?after=0&limit=1000');
    const told = events.flatMap(({ event, data }) =>
      event === 'document.exported' ? [`${data.export_id} ${data.status}`] : [],
    );
    expect(told.toSorted()).toEqual(exports.map(({ id, status }) => `${id} ${status}`).toSorted());
    report('standingExportKilled', { injected: kills, survived: exports.length, lost: 0, doubled: 0 });
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
