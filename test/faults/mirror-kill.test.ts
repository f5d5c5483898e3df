/** SIGKILL of the server, or of the database of its mirror, while documents are published: nothing is lost, and nothing doubled. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { testAuthority } from '../kit/certificates.ts';
import { openChance } from '../kit/clock.ts';
import { couchUser, openCouch, type MirroredDocument } from '../kit/couch.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import { openOffice, publish, recordsEach, revise, type Must, type Published } from '../mirrors/office.ts';
import { isLongRun, report } from './table/figures.ts';

const token = 'admin-token-of-the-mirror-kill-test';
const [kills, rounds] = isLongRun ? [20, 6] : [4, 1];
/** Longer than a lease, and than the first waits after a failure. */
const stepMs = 15_000;
/** After many failures in a row, as on a busy machine. */
const longestWaitMs = 660_000;

const settings = {
  SITEFILE_ADMIN_TOKEN: token,
  WEBHOOK_ALLOW: '127.0.0.1',
  WEBHOOK_CA_FILE: testAuthority().caFile,
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'silent',
};

/** One engine suffices for `npm test`: the checkpoint is in the mirror, and the lease is one row. */
describe.each(isLongRun ? engines : engines.slice(0, 1))('on %s', (engine) => {
  test('[MR6] kills of either side lose nothing and double nothing', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-mirror-'));
    await using fresh = await freshStoreOptions(engine);
    await using couch = await openCouch();
    const environment = { ...settings, DATA_DIR: dataDir, DATABASE_URL: fresh.url };
    let server: ServerProcess = await startServer(environment);
    const must = openOffice(() => server.url, token);
    const chance = openChance(kills);
    const published: Published[] = [];
    try {
      const { id: mirror } = await must('POST', 'mirrors', { url: couch.url('mirror'), credentials: couchUser });
      for (let killed = 0; killed < kills; killed++) {
        const work = publishSome(must, published);
        await wait(chance.below(400));
        if (killed % 2 === 0) {
          await server.kill();
          server = await startServer(environment);
        } else {
          await couch.kill();
          await couch.start();
        }
        await work;
        // Leases have expired, and waits after failures are over.
        await server.setClock((killed + 1) * stepMs);
      }
      published.push(await publish(must));
      await server.setClock(kills * stepMs + longestWaitMs);
      await following(must, mirror);
      const { id: second } = await must('POST', 'mirrors', { url: couch.url('second'), credentials: couchUser });
      await following(must, second);
      const [first, other] = [couch.database('mirror'), couch.database('second')];
      const [all, anew] = [await first.all(), await other.all()];
      expect(plain(all)).toEqual(plain(anew));
      expect(all.length).toBeGreaterThanOrEqual(published.length * recordsEach);
      for (const { document, signoff } of published) {
        const { content_hash: hash } = await must<{ content_hash: string }>('GET', `documents/${document}/versions/1`);
        expect(all.find(({ _id }) => _id === `version:${String(versionOf(all, document))}`)).toMatchObject({
          content_hash: hash,
        });
        expect(all.some(({ _id }) => _id === `signoff:${signoff}`)).toBe(true);
      }
      for (const { _id } of all) expect(await first.conflicts(_id)).toEqual([]);
      report('mirrorKilled', { injected: kills, survived: all.length, lost: 0, doubled: 0 });
    } finally {
      await server.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

test('[MR11] two servers share a mirror, and one goes on where the other was killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-mirror-'));
  await using fresh = await freshStoreOptions('postgres');
  await using couch = await openCouch();
  const environment = { ...settings, DATA_DIR: dataDir, DATABASE_URL: fresh.url };
  await using one = await startServer(environment);
  await using two = await startServer(environment);
  const [first, second] = [openOffice(() => one.url, token), openOffice(() => two.url, token)];
  try {
    const { id: mirror } = await first('POST', 'mirrors', { url: couch.url('mirror'), credentials: couchUser });
    for (let i = 0; i < rounds; i++) await Promise.all([publish(first), publish(second)]);
    await following(second, mirror);
    const database = couch.database('mirror');
    const before = await database.all();
    const { documents_written: written } = await second<{ documents_written: number }>(
      'GET',
      `mirrors/${mirror}/status`,
    );
    // Two designs beside the records.
    expect([before.length, written]).toEqual([2 * rounds * recordsEach, 2 * rounds * recordsEach + 2]);
    const work = Promise.allSettled([publishSome(first, []), publishSome(second, [])]);
    await one.kill();
    await work;
    await two.setClock(stepMs);
    await publish(second);
    await following(second, mirror);
    const { id: another } = await second('POST', 'mirrors', { url: couch.url('another'), credentials: couchUser });
    await following(second, another);
    const all = await database.all();
    expect(plain(all)).toEqual(plain(await couch.database('another').all()));
    for (const { _id } of all) expect(await database.conflicts(_id)).toEqual([]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

function plain(documents: readonly MirroredDocument[]): object[] {
  return documents.map(({ _rev, ...fields }) => fields);
}

function versionOf(
  all: readonly { readonly kind: string; readonly [field: string]: unknown }[],
  document: string,
): unknown {
  return all.find(
    ({ kind, document_id, version }) => kind === 'version' && document_id === document && version === 1,
  )?.['id'];
}

/** Two documents and an edit; what the server did not acknowledge does not count. */
async function publishSome(must: Must, published: Published[]): Promise<void> {
  try {
    published.push(await publish(must));
    const [first] = published;
    const rename = () =>
      must('PUT', `documents/${first?.document}/hazards/${first?.hazards[0]}`, { name: `Edit ${published.length}` });
    if (first) await revise(must, first.document, rename);
    published.push(await publish(must));
  } catch {
    // the server is gone
  }
}

async function following(must: Must, mirror: string): Promise<void> {
  const status = () => must<{ state: string; lag_records: number }>('GET', `mirrors/${mirror}/status`);
  await expect.poll(status, { timeout: 60_000, interval: 200 }).toMatchObject({
    state: 'following',
    lag_records: 0,
    last_error: null,
    next_attempt_at: null,
  });
}
