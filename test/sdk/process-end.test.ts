/** A device in its own Node process, which exits once the device is closed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openWorld } from '../kit/world.ts';

test('[DV32] a process that has closed its device exits', async () => {
  await using world = await openWorld();
  const program = new URL('support/open-and-close.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, world.url, world.adminToken], {
    timeout: 20_000,
  });
  expect(JSON.parse(stdout)).toMatchObject({ waiting: 0, online: true });
});
