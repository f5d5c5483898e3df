/** How `npm start` loads the program: from copies without types where they can be kept (server/stripped.js). */
import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const server = join(import.meta.dirname, '../../server');
let root: string;
let copies: string;
/** A program of two rooms, as the server is. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitefile-stripped-'));
  copies = join(root, 'node_modules/.cache/sitefile-stripped');
  for (const room of ['server', 'shared', 'node_modules']) await mkdir(join(root, room));
  for (const file of ['stripped.js', 'strip.ts']) await copyFile(join(server, file), join(root, 'server', file));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await write('server/main.ts', `import { word } from '../shared/word.ts';\nconsole.log(word satisfies string);\n`);
  await write('shared/word.ts', `export const word: string = 'first';\n`);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (file: string, text: string): Promise<void> => writeFile(join(root, file), text);

async function run(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', './server/stripped.js', 'server/main.ts'],
    { cwd: root, env: { PATH: process.env['PATH'] } },
  );
  return stdout.trim();
}

test('[CF5] a start runs from copies without types, made once and again after each change', async () => {
  expect(await run()).toBe('first');
  const made = await readdir(copies);
  expect(made).toHaveLength(3);
  for (const copy of made) await appendFile(join(copies, copy), `\nconsole.log('copy');\n`);
  expect(await run()).toBe(['copy', 'first', 'copy'].join('\n'));
  await write('shared/word.ts', `export const word: string = 'second';\n`);
  expect(await run()).toContain('second');
  expect(await readdir(copies)).toHaveLength(3);
});

test('[CF5] several starts at once on nothing all run', async () => {
  expect(await Promise.all([run(), run(), run()])).toEqual(['first', 'first', 'first']);
  expect(await readdir(copies)).toHaveLength(3);
});

test('[CF6] where no copy can be kept the program runs all the same, and a fault in it is told as ever', async () => {
  // Whoever the user is: a file stands where the folder would.
  await write('node_modules/.cache', '');
  expect(await run()).toBe('first');
  await write('shared/word.ts', 'export const word: string = ;\n');
  await expect(run()).rejects.toThrow('SyntaxError');
});
