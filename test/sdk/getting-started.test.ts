/** The device example in the docs runs as printed, right after the curl commands above it. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld } from '../kit/world.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/getting-started.md'), 'utf8');
const run = promisify(execFile);

test('[DV154] the tablet example of the docs runs as printed, after the curl commands', async () => {
  const blocks = [...page.matchAll(/```(sh|ts)\n([\s\S]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }));
  const walk = blocks.findIndex(({ text }) => text.startsWith('BASE='));
  expect(blocks.slice(walk, walk + 2).map(({ kind }) => kind)).toEqual(['sh', 'ts']);
  // No earlier block may change what these blocks need.
  expect(blocks.slice(0, walk).some(({ text }) => text.includes('sample load'))).toBe(false);
  const folder = temporaryFolder();
  for (const name of ['client-sdk', 'shared', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tablet.ts'), blocks[walk + 1]!.text); // the `ts` block checked above
  await using world = await openWorld();
  const env = { PATH: process.env['PATH'], BASE: world.url, TOKEN: world.adminToken };
  await run('bash', ['-e', '-u', '-c', blocks[walk]!.text], { env }); // checked above
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'tablet.ts'], { cwd: folder, env });
  const signoffs = await world.api<{ data: { worker: { name: string }; currency: string }[] }>(
    'GET',
    '/api/v1/documents/0193a5d2-7c00-7000-8000-000000000001/signoffs',
  );
  expect(signoffs.body.data.map(({ worker, currency }) => `${worker.name} ${currency}`).toSorted()).toEqual([
    'Jordan Blake current',
    'Ola Nowak current',
  ]);
});
