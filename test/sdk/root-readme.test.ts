/** What the project's README prints of a tablet is what one can run, right after the lines that stand before it. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld } from '../kit/world.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const run = promisify(execFile);

test('[DV154] the tablet lines of the README run as they are printed, after its curl lines', async () => {
  const blocks = [...readme.matchAll(/```(sh|ts)\n([\s\S]*?)```/g)].map(([, kind, text = '']) => ({ kind, text }));
  const walk = blocks.findIndex(({ text }) => text.startsWith('BASE='));
  expect(blocks.slice(walk, walk + 2).map(({ kind }) => kind)).toEqual(['sh', 'ts']);
  // Nothing that changes what they need stands before them.
  expect(blocks.slice(0, walk).some(({ text }) => text.includes('sample load'))).toBe(false);
  const folder = temporaryFolder();
  for (const name of ['client-sdk', 'shared', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'tablet.ts'), blocks[walk + 1]!.text); // it is the `ts` of the line above
  await using world = await openWorld();
  const env = { PATH: process.env['PATH'], BASE: world.url, TOKEN: world.adminToken };
  await run('bash', ['-e', '-u', '-c', blocks[walk]!.text], { env }); // found above
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
