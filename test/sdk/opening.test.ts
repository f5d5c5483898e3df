/** Options are validated before the storage opens, and a failed opening releases everything. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { memoryStorage, openDevice, Problem, type DeviceOptions, type Keep } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { places, temporaryFolder } from '../kit/places.ts';

const rest = { server: 'http://127.0.0.1:9', token: 'any', autoSync: false };

async function problemOf(options: DeviceOptions): Promise<Pick<Problem, 'code' | 'detail'> & { pointers: unknown[] }> {
  const error: unknown = await openDevice(options).catch((thrown: unknown) => thrown);
  if (!(error instanceof Problem)) throw new Error('no Problem was thrown', { cause: error });
  return { code: error.code, detail: error.detail, pointers: error.errors.map(({ pointer }) => pointer) };
}

test.for([true, false])(
  '[DV151] an invalid address is reported at once, with and without automatic sync (%s)',
  async (autoSync) => {
    for (const server of [
      'tablet.example',
      'ftp://tablet.example',
      'https://ann:secret@tablet.example',
      'https://tablet.example/?a=1',
      '',
    ]) {
      const problem = await problemOf({ ...rest, server, autoSync, storage: memoryStorage() });
      expect(problem).toMatchObject({ code: 'validation_failed', pointers: ['#/server'] });
      expect(problem.detail).toContain('server: must be the address of the server, such as https://sitefile.example');
    }
  },
);

test('[DV151] an address in capitals or with slashes at its end is the same', async () => {
  const asked: string[] = [];
  const device = await openDevice({
    ...rest,
    server: 'HTTP://Tablet.Example//',
    storage: memoryStorage(),
    fetch: async (input) => {
      asked.push(String(input));
      throw new Error('nobody is there');
    },
  });
  await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
  await device.close();
  expect(asked).toEqual(['http://tablet.example/api/v1/sync/hello']);
});

describe.each(places)('on %s', (_name, newPlace) => {
  test('[DV152] after an opening that failed, the storage opens again in the same process', async () => {
    const place = newPlace();
    const open = (more: Partial<DeviceOptions>) => openDevice({ ...rest, storage: place.storage(), ...more });
    await expect(open({ server: 'tablet.example' })).rejects.toMatchObject({ code: 'validation_failed' });
    const noDice = (): never => {
      throw new Error('no dice');
    };
    await expect(open({ random: noDice })).rejects.toThrow('no dice');
    const WebSocket = class extends globalThis.WebSocket {
      constructor() {
        super('not an address');
      }
    };
    await expect(open({ autoSync: true, WebSocket })).rejects.toThrow('Invalid URL');
    const device = await open({});
    await device.documents.create({ title: 'Lift', document_type: 'rams' });
    await device.close();
  });
});

test('[DV152] a damaged file is called damaged each time, and not in use', async () => {
  const file = join(temporaryFolder(), 'device.sqlite');
  const open = () => openDevice({ ...rest, storage: durableStorage({ file }) });
  const device = await open();
  await device.documents.create({ title: 'Lift', document_type: 'rams' });
  await device.close();
  const bytes = readFileSync(file);
  bytes.write('[', bytes.indexOf('{"key":"command-'));
  writeFileSync(file, bytes);
  for (let time = 0; time < 2; time++) await expect(open()).rejects.toMatchObject({ fault: 'damaged' });
  expect(readFileSync(file).equals(bytes)).toBe(true);
});

test.for<[string, Keep]>([
  ['#/keep/projects/0', { projects: ['zzz'] }],
  ['#/keep/maxRows', { maxRows: -1 }],
  ['#/keep/maxRows', { maxRows: 0 }],
  ['#/keep/maxRows', { maxRows: 2.5 }],
  ['#/keep/archivedDays', { archivedDays: Number.NaN }],
  ['#/keep/archivedDays', { archivedDays: -1 }],
  ['#/keep/signoffDays', { signoffDays: Infinity }],
])('[DV153] an invalid replica limit is reported at once by its path: %s', async ([pointer, keep]) => {
  const problem = await problemOf({ ...rest, keep, storage: memoryStorage() });
  expect(problem).toMatchObject({ code: 'validation_failed', pointers: [pointer] });
  expect(problem.detail).toContain(pointer.slice(2).replaceAll('/', '.'));
});

test('[DV153] all invalid and unknown limits are reported together', async () => {
  const keep: Keep & { readonly maxrows: number } = {
    projects: ['zzz'],
    maxRows: -1,
    archivedDays: Number.NaN,
    maxrows: 5,
  };
  const { pointers } = await problemOf({ ...rest, keep, storage: memoryStorage() });
  expect(pointers).toEqual(['#/keep/projects/0', '#/keep/archivedDays', '#/keep/maxRows', '#/keep']);
});
