/** Uploads that have begun and not ended: how many there may be, which give way, and which are swept. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HalfUploads } from '../../server/store/devices/half-uploads.ts';
import { openUploads } from '../../server/store/devices/uploads.ts';
import { openWorld } from '../kit/world.ts';

const hashOf = (letter: string) => letter.repeat(64);
const caps = { uploadsByToken: 2, uploadsByOrganisation: 3, uploadBytesByOrganisation: 5000 };

test('[HR41] half uploads are capped by token and organisation, and old ones give way', async () => {
  await using world = await openWorld({ limits: { caps } });
  const [a, b, c] = [await world.token('device'), await world.token('device'), await world.token('device')];
  const send = async (letter: string, token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-range': 'bytes 0-99/1000' };
    const body = new Uint8Array(100);
    const { status } = await fetch(`${world.url}/api/v1/sync/blobs/${hashOf(letter)}`, {
      method: 'PUT',
      headers,
      body,
    });
    return status;
  };
  const received = async (): Promise<string> => {
    let there = '';
    for (const letter of 'abcdef') {
      const { body } = await world.api<{ received: number }>('GET', `/api/v1/sync/blobs/${hashOf(letter)}`);
      if (body.received > 0) there += letter;
    }
    return there;
  };
  expect([await send('a', a), await send('b', a), await received()]).toEqual([200, 200, 'ab']);
  expect([await send('c', a), await received()]).toEqual([200, 'bc']);
  expect([await send('d', b), await received()]).toEqual([200, 'bcd']);
  expect([await send('e', b), await received()]).toEqual([200, 'bce']);
  expect([await send('f', c), await received()]).toEqual([429, 'bce']);
  world.clock.advance(3_600_001);
  expect([await send('b', a), await send('f', c), await received()]).toEqual([200, 200, 'bef']);
  world.clock.advance(20 * 86_400_000);
  await world.app.retention.run();
  expect(await received()).toBe('');
});

test('[HR41] the bytes of an organisation count as announced, at the bound and beyond it', () => {
  const halves = new HalfUploads(caps, [{ name: 'found', bytes: 2000, at: 0 }]);
  const release = halves.hold('mine', 'a', 1000, 0);
  expect(halves.roomFor('next', 'b', 2000, 3_600_000)).toEqual([]);
  expect(halves.roomFor('next', 'b', 2001, 3_600_000)).toBeNull();
  expect(halves.roomFor('next', 'b', 2001, 3_600_001)).toEqual(['found']);
  expect(halves.roomFor('next', 'b', 4001, 3_600_001)).toBeNull();
  release();
  expect(halves.roomFor('next', 'b', 4001, 3_600_001)).toEqual(['found', 'mine']);
  expect(halves.roomFor('mine', 'b', 9000, 0)).toEqual([]);
});

test('[HR42] an upload that a request works on is not swept', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sitefile-uploads-'));
  const uploads = openUploads(folder.path, caps, () => 0);
  async function* bytes() {
    yield new Uint8Array(10);
  }
  const sizes = await uploads.hold('org', hashOf('a'), { owner: 'a', total: 20 }, async () => {
    await uploads.append('org', hashOf('a'), 0, 20, bytes());
    return [await uploads.sweep(Infinity), await uploads.size('org', hashOf('a'))];
  });
  expect(sizes).toEqual([0, 10]);
  expect([await uploads.sweep(0), await uploads.sweep(Infinity), await uploads.size('org', hashOf('a'))]).toEqual([
    0, 1, 0,
  ]);
});
