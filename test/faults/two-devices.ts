/**
 * Two tablets that were both without a network edit the same documents: different fields of a document, different fields of a hazard,
 * different controls of a hazard. Then both exchange with a real server process, which is killed in the middle of their pushes where
 * that is asked for. Counts what was lost, doubled or called a conflict without being one: nothing may be.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '../../client-sdk/index.ts';
import { SyncError } from '../../client-sdk/base/sync-error.ts';
import { openChance, openClock } from '../kit/clock.ts';
import { startServer, type ServerProcess } from '../kit/server-process.ts';
import { openTablet } from '../kit/tablet.ts';

export interface TwoDevicesOptions {
  readonly documents: number;
  /** Of the server with `kill -9`, at statements that the seed chooses. */
  readonly kills: number;
  readonly seed: number;
  /** Absent = SQLite in a folder of its own. */
  readonly databaseUrl?: string | undefined;
}

export interface TwoDevicesFigures {
  readonly fieldEdits: number;
  /** Edits that do not stand on the server, on one tablet or on the other. */
  readonly lost: number;
  readonly falseConflicts: number;
  /** Events that are too many or too few. */
  readonly wrongEvents: number;
  readonly killed: number;
  /** From the first push of the edits until both tablets have everything. */
  readonly exchangeMs: number;
}

const token = 'admin-token-of-two-devices';

export async function twoDevices(options: TwoDevicesOptions): Promise<TwoDevicesFigures> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-two-'));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    SITEFILE_ADMIN_TOKEN: token,
    RATE_LIMIT: 'off',
  };
  let server: ServerProcess = await startServer(environment);
  opened.defer(() => server.kill());
  const open = async (seed: number): Promise<Device> =>
    opened.use(
      await openTablet(
        { url: 'http://sitefile.test', adminToken: token, clock: openClock() },
        {
          seed,
          now: Date.now,
          fetch: (input, init) => fetch(String(input).replace('http://sitefile.test', server.url), init),
        },
      ),
    );
  const [first, second] = [await open(options.seed), await open(options.seed + 1)];
  await fill(first, options.documents);
  await first.sync();
  await second.sync();
  const hazards = await first.hazards.find();
  await editAs('first', first);
  await editAs('second', second);

  const chance = openChance(options.seed);
  let killed = 0;
  const begin = performance.now();
  for (const device of [first, second, first]) {
    for (let done = false; !done;) {
      // Each tablet meets half of the deaths, at one of the first statements of an exchange.
      const isArmed = killed < (device === first ? Math.ceil(options.kills / 2) : options.kills);
      if (isArmed) await server.dieAt(1 + chance.below(10));
      done = await device.sync().then(
        () => true,
        (error: unknown) => {
          if (error instanceof SyncError) return false;
          throw error;
        },
      );
      if (isArmed && (await server.disarm())) continue;
      if (!isArmed) continue;
      killed += 1;
      await server.kill();
      server = await startServer(environment);
    }
  }
  const exchangeMs = performance.now() - begin;
  const fresh = await open(options.seed + 2);
  await fresh.sync();
  const lost = await Promise.all([first, second, fresh].map(lostOn));
  const { documents } = options;
  const expectedEvents = documents * 2 + documents * 6;
  const conflicts = await Promise.all([first, second, fresh].map((device) => device.conflicts.find()));
  return {
    fieldEdits: hazards.length * 6,
    lost: lost.reduce((sum, each) => sum + each, 0),
    falseConflicts: conflicts.flat().length,
    wrongEvents: Math.abs((await countEvents(server)) - expectedEvents),
    killed,
    exchangeMs,
  };
}

async function fill(device: Device, documents: number): Promise<void> {
  for (let i = 0; i < documents; i++) {
    const document_id = await device.documents.create({ title: `Lift ${i}`, document_type: 'rams' });
    await device.hazards.create({
      document_id,
      name: 'Falling load',
      controls: [{ description: 'Exclusion zone' }, { description: 'Tag lines' }],
    });
  }
}

type Side = 'first' | 'second';

/** Three field edits for each document and tablet; no two of them touch the same. */
async function editAs(side: Side, device: Device): Promise<void> {
  for (const { id } of await device.documents.find())
    await device.documents.patch(id, side === 'first' ? { title: titleOf(id) } : { risk_matrix_id: titleOf(id) });
  for (const { id, controls } of await device.hazards.find()) {
    await device.hazards.patch(id, side === 'first' ? { name: titleOf(id) } : { who_at_risk: titleOf(id) });
    const own = side === 'first' ? 0 : 1;
    await device.hazards.patch(id, {
      controls: controls.map((control, i) =>
        i === own ? { ...control, description: `${side} ${titleOf(id)}` } : control,
      ),
    });
  }
}

function titleOf(id: string): string {
  return `of ${id}`;
}

async function lostOn(device: Device): Promise<number> {
  let lost = 0;
  const count = (isKept: boolean): void => void (lost += isKept ? 0 : 1);
  for (const { id, title, risk_matrix_id: matrix } of await device.documents.find()) {
    count(title === titleOf(id));
    count(matrix === titleOf(id));
  }
  for (const { id, name, who_at_risk: who, controls } of await device.hazards.find()) {
    count(name === titleOf(id));
    count(who === titleOf(id));
    count(controls[0]?.description === `first ${titleOf(id)}`);
    count(controls[1]?.description === `second ${titleOf(id)}` && controls.length === 2);
  }
  return lost;
}

async function countEvents(server: ServerProcess): Promise<number> {
  let count = 0;
  for (let [after, more] = ['0', true]; more;) {
    const response = await fetch(`${server.url}/api/v1/events?limit=1000&after=${after}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    // The event feed's reply.
    const page = (await response.json()) as { data: unknown[]; meta: { next_after: string; more: boolean } };
    count += page.data.length;
    ({ next_after: after, more } = page.meta);
  }
  return count;
}
