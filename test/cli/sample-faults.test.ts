/** `sample load` when something goes wrong: an interrupted load is finished by the next, and a fault is one clear line. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openProxy } from '../kit/proxy.ts';
import { openWorld } from '../kit/world.ts';
import { chainLengths, signoffsById } from './read-back.ts';
import { sampleDir } from './sample-files.ts';
import { sampleCounts } from '../kit/sample-counts.ts';
import { load, run } from './terminal.ts';

describe('sample load', () => {
  it('[SL6] a load that was cut off is finished by the next one', async () => {
    await using world = await openWorld();
    await using proxy = await openProxy({ target: world.url });
    const loseTheAnswerToAPush = (): void => proxy.loseAnswerTo('POST /api/v1/sync/push');
    const mishaps = [
      () => proxy.cutAfter(20_000),
      loseTheAnswerToAPush,
      () => proxy.cutAfter(300_000),
      loseTheAnswerToAPush,
    ];
    for (const fail of mishaps) {
      proxy.heal();
      fail();
      const cut = await load(world, '--url', proxy.url);
      expect(cut).toMatchObject({ code: 1, stdout: '' });
      expect(cut.stderr).toContain(`no server answers at ${proxy.url}`);
    }
    expect(await load(world)).toMatchObject({ code: 0, stdout: JSON.stringify(sampleCounts) });
    expect(chainLengths((await signoffsById(world)).values())).toEqual([1, 2, 4, 5, 12]);
  });

  it('[SL7] what goes wrong is one clear line and exit code 1', async () => {
    await using world = await openWorld();
    const nobody = await run(['sample', 'load', '--url', 'http://127.0.0.1:1', '--token', world.adminToken]);
    expect(nobody).toMatchObject({ code: 1, stdout: '' });
    expect(nobody.stderr).toMatch(/^sitefile sample load: no server answers at http:\/\/127\.0\.0\.1:1/);
    const stranger = await load(world, '--token', 'not-the-token-of-anybody');
    expect(stranger).toMatchObject({ code: 1, stdout: '' });
    expect(stranger.stderr).toContain('the token is not accepted');
    const nameless = await run(['sample', 'load', '--url', world.url]);
    expect(nameless.stderr).toContain('a token is required');
    const elsewhere = await load(world, '--dir', join(tmpdir(), 'no-such-sample'));
    expect(elsewhere.stderr).toContain('there is no sample organisation here');
  });

  it('[SL7] a refused record is named with the field and the reason', async () => {
    await using world = await openWorld();
    const dir = await mkdtemp(join(tmpdir(), 'sitefile-sample-'));
    try {
      await cp(fileURLToPath(sampleDir), dir, { recursive: true });
      const sites = join(dir, 'sites.json');
      await writeFile(sites, (await readFile(sites, 'utf8')).replace('"latitude": 51.53871', '"latitude": 151.5'));
      const refused = await load(world, '--dir', dir);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/site Block C tower was refused: .*#\/latitude/);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
