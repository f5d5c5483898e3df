/** A device in its own Node process, which exits once the device is closed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { patienceMs } from '../kit/patience.ts';
import { openWorld } from '../kit/world.ts';

test.each([
  ['has closed its device', []],
  ['has closed a device whose first token was refused', ['rk_live_revoked_long_ago']],
])('[DV32] a process that %s exits', async (_what, more) => {
  await using world = await openWorld();
  const program = new URL('support/open-and-close.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, world.url, world.adminToken, ...more], {
    timeout: patienceMs,
  });
  expect(JSON.parse(stdout)).toMatchObject({ waiting: 0, online: true });
});
