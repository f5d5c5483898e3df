/** A database that the disk damaged: pages overwritten at random, and bits that flipped in bodies. */
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openIntegrityFollower } from '../../server/followers/integrity.ts';
import { openLog } from '../../server/base/log.ts';
import { openStore } from '../../server/store/store.ts';
import { openChance, type Chance } from '../kit/clock.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld } from '../kit/world.ts';
import { report } from '../faults/table/figures.ts';
import { makeEvidence } from './support/evidence.ts';

const pageBytes = 4096;
const rounds = 20;

function overwritePage(file: string, chance: Chance): void {
  const bytes = readFileSync(file);
  const page = 1 + (chance.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) % (bytes.length / pageBytes - 1));
  bytes.set(chance.bytes(pageBytes), Math.floor(page) * pageBytes);
  writeFileSync(file, bytes);
}

/** One bit of the text of one body. */
function flipBit(file: string, chance: Chance): void {
  const db = new DatabaseSync(file);
  const bodies = db.prepare('select id, body from record order by id').all() as { id: string; body: string }[];
  const [a = 0, b = 0, c = 0] = chance.bytes(3);
  const { id, body } = bodies[a % bodies.length] ?? { id: '', body: '' };
  const text = Buffer.from(body);
  const at = (b * 256 + c) % text.length;
  text[at] = (text[at] ?? 0) ^ 1; // stays ASCII
  db.prepare('update record set body = ? where id = ?').run(text.toString(), id);
  db.close();
}

/** What a server on this file says of itself after its check; `refused` = it does not open it. */
async function servedAs(file: string): Promise<string> {
  try {
    await using store = await openStore({ url: undefined, file });
    const log = openLog('silent');
    const follower = openIntegrityFollower({
      store,
      blobs: null,
      now: Date.now,
      newId: () => 'x',
      log,
      everyHours: 24,
    });
    const { status } = await follower.checkNow();
    await follower.close();
    return status;
  } catch {
    return 'refused';
  }
}

test('[VF9] damage to the file and to bodies is found, and never served as healthy', async () => {
  await using world = await openWorld();
  await makeEvidence(world);
  const folder = temporaryFolder();
  const original = join(folder, 'original.db');
  await sql`vacuum into ${original}`.execute(world.app.commitContext.store.db);
  expect(statSync(original).size).toBeGreaterThan(50 * pageBytes);
  const chance = openChance(17);
  const served: string[] = [];
  for (const damage of [overwritePage, flipBit])
    for (let round = 0; round < rounds; round++) {
      const file = join(folder, `${damage.name}-${round}.db`);
      copyFileSync(original, file);
      damage(file, chance);
      served.push(await servedAs(file));
    }
  const detected = served.filter((status) => status === 'damaged' || status === 'refused').length;
  expect(detected).toBe(2 * rounds);
  report('damagedFiles', { injected: served.length, survived: detected, lost: served.length - detected, doubled: 0 });
});
