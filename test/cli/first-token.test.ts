/** The first token: shown to a person or put into a file, and in no log. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from './terminal.ts';
import { serve } from '../../server/cli/serve.ts';
import { temporaryFolder } from '../kit/places.ts';

const pattern = /rk_live_\w{43}_\w{6}/;

/** Starts and stops a server; resolves with what it told on stderr. */
async function start(dataDir: string, hasReader: boolean): Promise<string> {
  const told: string[] = [];
  await serve({
    environment: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    now: Date.now,
    random: randomBytes,
    print: () => undefined,
    complain: (line) => told.push(line),
    hasReader,
    untilStopped: () => Promise.resolve('SIGTERM'),
  });
  return told.join('\n');
}

test('[AU21] a terminal shows the first token once, and nothing writes it', async () => {
  const dataDir = temporaryFolder();
  expect(await start(dataDir, true)).toMatch(pattern);
  expect(existsSync(join(dataDir, 'first-admin-token'))).toBe(false);
  expect(await start(dataDir, true)).not.toMatch(pattern);
});

test('[AU21] without a terminal the first token is in a file for this user alone', async () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'first-admin-token');
  const told = await start(dataDir, false);
  expect(told).not.toMatch(pattern);
  expect(told).toContain(file);
  expect(readFileSync(file, 'utf8').trim()).toMatch(pattern);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await run(['doctor'], { DATA_DIR: dataDir })).stdout).toContain(
    `the first admin token still lies in ${file}`,
  );
});
