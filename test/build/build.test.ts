/** `npm run build`: when it builds, and that the server it made serves everything that the sources do. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { build } from '../../server/build.ts';

let root: string;
/** A small program in the folders of the real one. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitefile-build-'));
  for (const folder of ['server/export', 'server/photos/sheets', 'server/store/integrity', 'shared'])
    await mkdir(join(root, folder), { recursive: true });
  await write('server/main.ts', `import { word } from '../shared/word.ts';\nexport const said: string = word;\n`);
  await write('server/export/worker.ts', `export const drawn: number = 1;\n`);
  await write('server/photos/sheets/sheet-thread.ts', `export const pages: number = 1;\n`);
  await write('server/store/integrity/check-file.ts', `export const checked: boolean = true;\n`);
  await write('shared/word.ts', `export const word: string = 'first’';\n`);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (file: string, text: string): Promise<void> => writeFile(join(root, file), text);
const wholeBuild = ['check-file.js', 'main.js', 'sheet-thread.js', 'worker.js'].flatMap((name) => [
  name,
  `${name}.map`,
]);
const built = async (): Promise<string[]> => (await readdir(join(root, 'server/dist'))).toSorted();

async function said(): Promise<string> {
  const text = await readFile(join(root, 'server/dist/main.js'), 'utf8');
  const copy = join(root, `main-${text.length}.mjs`);
  await writeFile(copy, text.replace(/^\/\/# sourceMappingURL.*$/m, ''));
  const { said: word } = (await import(/* @vite-ignore */ pathToFileURL(copy).href)) as { readonly said: string }; // main.ts
  return word;
}

test('[CF5] a build is made once, and again after each change of a source', async () => {
  expect([await build(root), await build(root)]).toEqual([true, false]);
  expect(await said()).toBe('first’');
  expect(await built()).toEqual(['built-from', ...wholeBuild]);
  await write('shared/word.ts', `export const word: string = 'the second’';\n`);
  expect([await build(root), await build(root)]).toEqual([true, false]);
  expect(await said()).toBe('the second’');
});

test('[CF5] several builds at once on nothing leave one whole build', async () => {
  await Promise.all([build(root), build(root), build(root)]);
  expect(await built()).toEqual(['built-from', ...wholeBuild]);
  expect(await said()).toBe('first’');
});

test('[CF6] a tagged template beyond ASCII fails the build', async () => {
  await write('shared/word.ts', 'export const word: string = String.raw`first’`;\n');
  await expect(build(root)).rejects.toThrow('String.raw`first’`');
});

test('[CF6] a source that cannot be read fails the build and leaves the last one', async () => {
  await build(root);
  await write('shared/word.ts', 'export const word: string = ;\n');
  await expect(build(root)).rejects.toThrow('word.ts');
  expect(await said()).toBe('first’');
});
