/**
 * A week on site by seed: three tablets and the office edit the same hazards, each its own fields, while the network comes and goes,
 * answers are cut, tablets and server restart. Keeps the book of what everybody wrote, to be held against what stands in the end.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from '../../client-sdk/device-type.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { memoryStorage } from '../../client-sdk/storage/memory.ts';
import { SyncError } from '../../client-sdk/sync-error.ts';
import type { Engine } from '../../server/store/engine.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWeather, type Weather } from '../kit/weather.ts';
import { openWorld, type World } from '../kit/world.ts';

/** Nobody writes into another's field, so nothing anybody wrote may be missing in the end. */
const fields = ['description', 'who_at_risk', 'permit_type'] as const;
const permits = ['hot_work', 'dig', 'lifting', 'roof_access', 'electrical', 'general'] as const;

interface Tablet {
  device: Device;
  readonly weather: Weather;
  readonly field: (typeof fields)[number];
  readonly reopen: () => Promise<Device>;
  readonly isDurable: boolean;
}

export interface Week extends AsyncDisposable {
  readonly world: World;
  readonly devices: () => readonly Device[];
  /** `hazard id, field` → the last value its only writer gave it. */
  readonly written: ReadonlyMap<string, unknown>;
  readonly restCalls: () => number;
  run(steps: number): Promise<void>;
  /** The network is good again; everybody exchanges until nothing waits. */
  settle(): Promise<void>;
}

export async function openWeek(engine: Engine, seed: number): Promise<Week> {
  await using opened = new AsyncDisposableStack();
  const world = opened.use(await openWorld({ engine, seed }));
  const { chance } = world;
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-week-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const written = new Map<string, unknown>();
  const documentIds: string[] = [];
  let restCalls = 0;
  let words = 0;

  async function rest(method: string, path: string, body: unknown): Promise<string> {
    const answer = await world.api<{ id: string }>(method, `/api/v1/documents${path}`, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    restCalls++;
    return answer.body.id;
  }

  for (let i = 0; i < 2; i++)
    documentIds.push(await rest('POST', '', { title: `Document ${i}`, document_type: 'rams' }));
  // One source for all, so that a tablet that is opened again never repeats itself.
  const random = (bytes: Uint8Array): Uint8Array => {
    bytes.set(chance.bytes(bytes.length));
    return bytes;
  };
  const tablets: Tablet[] = [];
  for (const [i, field] of fields.entries()) {
    const weather = openWeather(chance, () => world.url);
    const isDurable = i === 0;
    const memory = memoryStorage();
    const storage = () => (isDurable ? durableStorage({ file: join(folder, `tablet-${i}.db`) }) : memory);
    const reopen = () =>
      openTablet(world, {
        place: { storage },
        server: 'http://sitefile.test',
        name: `tablet${i}`,
        random,
        fetch: weather.fetch,
      });
    tablets.push({ device: await reopen(), weather, field, reopen, isDurable });
  }
  opened.defer(async () => {
    for (const tablet of tablets) await tablet.device.close();
  });

  const word = (): string => `words ${++words}`;
  const valueFor = (field: string): string => (field === 'permit_type' ? chance.pick(permits) : word());

  async function edit({ device, field }: Tablet): Promise<void> {
    const hazards = await device.hazards.find();
    if (hazards.length === 0) return;
    const hazard = chance.pick(hazards);
    const value = valueFor(field);
    if (hazard[field] === value) return;
    await device.hazards.patch(hazard.id, { [field]: value });
    written.set(`${hazard.id} ${field}`, value);
  }

  async function addHazard({ device, field }: Tablet): Promise<void> {
    const value = valueFor(field);
    const [document_id] = (await device.documents.find()).map(({ id }) => id);
    if (!document_id) return;
    const name = word();
    const id = await device.hazards.create({ document_id, name, [field]: value });
    written.set(`${id} ${field}`, value).set(`${id} name`, name);
  }

  async function officeEdits(): Promise<void> {
    const documentId = chance.pick(documentIds);
    const { body } = await world.api<{ data: { id: string }[] }>('GET', `/api/v1/documents/${documentId}/hazards`);
    const name = word();
    if (body.data.length === 0 || chance.next() < 0.2) {
      const id = await rest('POST', `/${documentId}/hazards`, { name });
      written.set(`${id} name`, name);
      return;
    }
    const { id } = chance.pick(body.data);
    await rest('PUT', `/${documentId}/hazards/${id}`, { name });
    written.set(`${id} name`, name);
  }

  async function step(): Promise<void> {
    const tablet = chance.pick(tablets);
    const luck = chance.below(100);
    if (luck < 35) await edit(tablet);
    else if (luck < 45) await addHazard(tablet);
    else if (luck < 60) await officeEdits();
    else if (luck < 85) await exchange(tablet.device);
    else if (luck < 92) tablet.weather.isUp = !tablet.weather.isUp;
    else if (luck < 96) world.clock.advance(chance.below(3_600_000));
    else if (luck < 99 && tablet.isDurable) {
      await tablet.device.close();
      tablet.device = await tablet.reopen();
    } else if (luck === 99) await world.restart();
  }

  const owned = opened.move();
  return {
    world,
    devices: () => tablets.map(({ device }) => device),
    written,
    restCalls: () => restCalls,
    run: async (steps) => {
      for (let i = 0; i < steps; i++) await step();
    },
    settle: async () => {
      for (const { weather } of tablets) weather.clear();
      for (let round = 0; round < 2; round++) for (const { device } of tablets) await device.sync();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** In rough weather an exchange may fail; everything is kept then. */
async function exchange(device: Device): Promise<void> {
  try {
    await device.sync();
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
  }
}
