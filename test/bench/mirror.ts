/**
 * A mirror in another process: 5,000 records at once, again, 200 edits and 20 removals, a withdrawal and a voided sign-off, and how long a
 * single edit takes to arrive. The mirror is read as an integrator reads it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { testAuthority } from '../kit/certificates.ts';
import { couchUser, openCouch, type CouchDatabase } from '../kit/couch.ts';
import { startServer } from '../kit/server-process.ts';
import { eachOf, openOffice, publish, recordsEach, revise, type Must, type Published } from '../mirrors/office.ts';
import type { Figure } from './table.ts';

const token = 'admin-token-of-the-mirror-benchmark';
const documents = Math.ceil(5_000 / recordsEach);
const edited = 200;
const removed = 20;
const singles = 100;

interface Status {
  readonly state: string;
  readonly lag_records: number;
  readonly documents_written: number;
}

export async function mirror(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-bench-mirror-'));
  await using couch = await openCouch();
  await using server = await startServer({
    DATA_DIR: dataDir,
    SITEFILE_ADMIN_TOKEN: token,
    WEBHOOK_ALLOW: '127.0.0.1',
    WEBHOOK_CA_FILE: testAuthority().caFile,
    RATE_LIMIT: 'off',
  });
  try {
    const must = openOffice(() => server.url, token);
    const published: Published[] = [];
    await eachOf(Array.from({ length: documents }), async () => {
      const made = await publish(must);
      published.push(made);
    });
    const startedMs = performance.now();
    const { id } = await must('POST', 'mirrors', { url: couch.url('bench'), credentials: couchUser });
    await following(must, id);
    const fillMs = performance.now() - startedMs;
    const database = couch.database('bench');
    const filled = (await database.all()).length;
    const again = await changedBy(database, async () => {
      await must('POST', `mirrors/${id}/resync`);
      await following(must, id);
    });
    const changed = await changedBy(database, async () => {
      await changeMany(must, published);
      await following(must, id);
    });
    const lags = await lagsOf(must, database, published.slice(-singles));
    return [
      { what: 'records of the first fill', ours: filled, unit: '' },
      { what: 'first fill, records a second', ours: filled / (fillMs / 1000), unit: '/s' },
      { what: 'changes of the mirror when everything is written again', ours: again, unit: '', target: { most: 0 } },
      {
        what: `documents changed by ${edited} edits, ${removed} removals, a withdrawal, a voided sign-off`,
        ours: changed,
        unit: '',
      },
      {
        what: 'what the mirror lacks or has too much of then',
        ours: await differences(must, database),
        unit: '',
        target: { most: 0 },
      },
      { what: 'a voided sign-off arrives, p50', ours: percentile(lags, 0.5), unit: 'ms' },
      { what: 'a voided sign-off arrives, p95', ours: percentile(lags, 0.95), unit: 'ms' },
    ];
  } finally {
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function following(must: Must, id: string): Promise<void> {
  for (;;) {
    const { state, lag_records: lag } = await must<Status>('GET', `mirrors/${id}/status`);
    if (state === 'following' && lag === 0) return;
    if (state === 'failing') throw new Error('the mirror fails');
    await wait(20);
  }
}

async function changedBy(database: CouchDatabase, work: () => Promise<void>): Promise<number> {
  const { end } = await database.changes();
  await work();
  return (await database.changes(end)).ids.length;
}

async function changeMany(must: Must, [withdrawn, signed, ...others]: readonly Published[]): Promise<void> {
  await must('POST', `documents/${withdrawn?.document}/archive`, {});
  await must('POST', `signoffs/${signed?.signoff}/void`, { reason: 'Signed for the wrong person.' });
  await eachOf(others.slice(0, edited), ({ document, hazards: [first] }) =>
    revise(must, document, () => must('PUT', `documents/${document}/hazards/${first}`, { name: 'Fall from the roof' })),
  );
  await eachOf(others.slice(edited, edited + removed), ({ document, hazards: [, second] }) =>
    revise(must, document, () => must('DELETE', `documents/${document}/hazards/${second}`)),
  );
}

/** Edits one after the other, each from its response to the moment when the mirror has it; in ms. */
async function lagsOf(must: Must, database: CouchDatabase, some: readonly Published[]): Promise<number[]> {
  const lags: number[] = [];
  for (const { signoff } of some) {
    await must('POST', `signoffs/${signoff}/void`, { reason: 'Signed for the wrong person.' });
    const startedMs = performance.now();
    while ((await database.get(`signoff:${signoff}`))?.['status'] !== 'voided') await wait(1);
    lags.push(performance.now() - startedMs);
  }
  return lags;
}

/** Compared with what REST has: documents in force by id, version and hash. */
async function differences(must: Must, database: CouchDatabase): Promise<number> {
  const expected = new Set<string>();
  for (let page = 1; ; page++) {
    const { data } = await must<{
      data: readonly { id: string; status: string; current_approved_version: number | null }[];
    }>('GET', `documents?per_page=100&page=${page}`);
    for (const { id, status, current_approved_version: version } of data)
      if (status !== 'archived' && version !== null) expected.add(`document:${id} ${version}`);
    if (data.length < 100) break;
  }
  const all = await database.all();
  const found = new Set(
    all.flatMap(({ _id, kind, version }) => (kind === 'document' ? `${_id} ${String(version)}` : [])),
  );
  return expected.symmetricDifference(found).size;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
