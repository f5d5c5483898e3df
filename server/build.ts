/**
 * `npm run build`: bundles the server as JavaScript into server/dist, which `npm start` runs. Sources and lock file are compared by
 * content with those of the last build, so a build that is up to date writes nothing and needs no bundler.
 */
import { hash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Loaded from node_modules: some read files beside their own, and most processes never need them. Of iconv-lite, which Express brings,
 * the tables of encodings stay unread there (6 MB at rest).
 */
export const serverPackages: readonly string[] = [
  '@embedpdf/pdfium',
  '@simplewebauthn/server',
  'docx',
  'fontkit',
  'iconv-lite',
  'nodemailer',
  'openid-client',
  'pdfkit',
  'pg',
  'pouchdb-adapter-http',
  'pouchdb-core',
  'sharp',
  'subset-font',
];

/** What is built, and where to; paths are relative to the root of the repository. */
export interface Target {
  readonly folder: string;
  /** Source of each program, by the name that its bundle gets. */
  readonly entries: Readonly<Record<string, string>>;
  /** Patterns of the files whose change asks for another build. */
  readonly inputs: readonly string[];
  /** Packages that stay in node_modules. */
  readonly packages: readonly string[];
}

export const serverInputs: readonly string[] = ['package-lock.json', 'server/**/*.ts', 'shared/**/*.{ts,json}'];
/** Programs that the server starts beside itself, by the name that they are started by. */
export const besideServer = {
  worker: 'server/export/worker.ts',
  'check-file': 'server/store/integrity/check-file.ts',
  'sheet-thread': 'server/photos/sheets/sheet-thread.ts',
};
const server: Target = {
  folder: 'server/dist',
  entries: { main: 'server/main.ts', ...besideServer },
  inputs: serverInputs,
  packages: serverPackages,
};

/** @param root folder of the repository. Returns whether anything was built. */
export async function build(root: string, target = server): Promise<boolean> {
  const folder = join(root, target.folder);
  const digest = digestOf(root, target.inputs);
  if (await isBuiltFrom(folder, digest)) return false;
  const files = await bundle(root, target);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await replace(join(folder, name), text);
  for (const name of await readdir(folder))
    if (/\.js(\.map)?$/.test(name) && !(name in files)) await rm(join(folder, name));
  await replace(join(folder, builtFrom), digest);
  return true;
}

/** The file in a build that holds the digest of its sources. */
export const builtFrom = 'built-from';

export async function isBuiltFrom(folder: string, digest: string): Promise<boolean> {
  return (await readFile(join(folder, builtFrom), 'utf8').catch(() => null)) === digest;
}

/** Of the names and the content of all files that the patterns match. */
export function digestOf(root: string, inputs: readonly string[]): string {
  const exclude = (name: string): boolean => /(?:^|\/)(?:dist|node_modules)$/.test(name);
  const files = globSync(inputs, { cwd: root, exclude }).toSorted();
  return hash('sha256', files.map((file) => `${file} ${hash('sha256', readFileSync(join(root, file)))}\n`).join(''));
}

/** Text by file name. What the server starts beside itself is an entry of its own; commands and the API docs are chunks, loaded when asked for. */
async function bundle(root: string, { entries, packages }: Target): Promise<Record<string, string>> {
  const { rolldown } = await import('rolldown');
  const external = (name: string): boolean => packages.some((each) => name === each || name.startsWith(`${each}/`));
  await using bundling = await rolldown({ cwd: root, input: { ...entries }, platform: 'node', external });
  const { output } = await bundling.generate({
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    charset: 'ascii',
    comments: false,
    // 4 MB less at rest; traces are read with the maps beside it (docs/decisions/built-server.md).
    minify: true,
    sourcemap: true,
  });
  return Object.fromEntries(
    output.map((file) => [file.fileName, file.type === 'chunk' ? inAscii(file.code) : String(file.source)]),
  );
}

/** One character beyond ASCII, and V8 keeps the whole file at two bytes a character: 1.5 MB here. The bundler escapes all but tagged templates. */
function inAscii(code: string): string {
  const [line] = /^.*[^\0-\u007f].*$/m.exec(code) ?? [];
  if (line) throw new Error(`A tagged template has a character beyond ASCII; put it in \${'…'}: ${line.trim()}`);
  return code;
}

/** Renamed when it is whole and on disk: another process may be starting from the file, and the power may fail. */
async function replace(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.draft`;
  await writeFile(draft, text, { flush: true });
  await rename(draft, path);
}

if (import.meta.main) await build(resolve(import.meta.dirname, '..'));
