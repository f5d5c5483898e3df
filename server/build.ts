/**
 * `npm run build`: bundles the server as JavaScript into server/dist, which `npm start` runs. Sources and lock file are compared by
 * content with those of the last build, so a build that is up to date writes nothing and needs no bundler.
 */
import { hash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Loaded from node_modules on first use: some read files beside their own, and most processes never need them. */
const external = /^(?:docx|fontkit|nodemailer|pdfkit|pg)(?:\/|$)/;
const entries = { main: 'server/main.ts', worker: 'server/export/worker.ts' };
const inputs = ['package-lock.json', 'server/**/*.ts', 'shared/**/*.{ts,json}'];

/** @param root folder of the repository. Returns whether anything was built. */
export async function build(root: string): Promise<boolean> {
  const folder = join(root, 'server/dist');
  const digest = digestOf(root);
  const builtFrom = await readFile(join(folder, 'built-from'), 'utf8').catch(() => null);
  if (builtFrom === digest) return false;
  const files = await bundle(root);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await replace(join(folder, name), text);
  for (const name of await readdir(folder)) if (name.endsWith('.js') && !(name in files)) await rm(join(folder, name));
  await replace(join(folder, 'built-from'), digest);
  return true;
}

function digestOf(root: string): string {
  const files = globSync(inputs, { cwd: root, exclude: ['server/dist', 'server/node_modules'] }).toSorted();
  return hash('sha256', files.map((file) => `${file} ${hash('sha256', readFileSync(join(root, file)))}\n`).join(''));
}

/** Text by file name. The export worker is an entry of its own; commands and the API docs are chunks, loaded when asked for. */
async function bundle(root: string): Promise<Record<string, string>> {
  const { rolldown } = await import('rolldown');
  await using bundling = await rolldown({ cwd: root, input: entries, platform: 'node', external });
  // V8 keeps a source text with one character beyond Latin-1 at two bytes a character: 8 MB here.
  const { output } = await bundling.generate({
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    charset: 'ascii',
    comments: false,
  });
  return Object.fromEntries(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
}

/** Renamed when it is whole and on disk: another process may be starting from the file, and the power may fail. */
async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  await writeFile(draft, text, { flush: true });
  await rename(draft, path);
}

if (import.meta.main) await build(resolve(import.meta.dirname, '..'));
