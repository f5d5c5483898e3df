/** The curl commands in the docs run as printed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openWorld } from '../kit/world.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/getting-started.md'), 'utf8');

test('[HS6] the curl commands of the docs run as printed', async () => {
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, text]) => text ?? '')
    .find((text) => text.startsWith('BASE='));
  await using world = await openWorld();
  const { stdout } = await promisify(execFile)('bash', ['-e', '-u', '-c', script ?? ''], {
    env: { PATH: process.env['PATH'], BASE: world.url, TOKEN: world.adminToken },
  });
  expect(stdout).toContain('"status":"approved"');
  expect(stdout).toContain('"worker":{"name":"Jordan Blake"}');
  expect(stdout).toContain('"event":"signoff.recorded"');
});
