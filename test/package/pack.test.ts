/** The SDK as others get it: packed, put into an empty project, checked by their compiler, run by Node and bundled for a browser. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForBrowser } from '../kit/sdk-bundle.ts';
import { openWorld } from '../kit/world.ts';

const root = join(import.meta.dirname, '..', '..');
const sdk = join(root, 'client-sdk');
const run = promisify(execFile);

let project: string;
let installed: string;

/** An empty project in which the package is unpacked and its dependencies are those of this checkout: nothing comes from the network. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'sitefile-pack-'));
  await run('npm', ['pack', '--pack-destination', project, '--silent'], { cwd: sdk });
  const tarball = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? '';
  installed = join(project, 'node_modules', '@sitefile', 'client-sdk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1']);
  const { dependencies } = await manifest();
  for (const name of [...Object.keys(dependencies), '@types/node']) await link(name);
  await writeFile(join(project, 'package.json'), '{"name":"an-app","private":true,"type":"module"}');
});
afterAll(() => rm(project, { recursive: true, force: true }));

async function link(name: string): Promise<void> {
  const place = join(project, 'node_modules', name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(join(root, 'node_modules', name), place);
}

interface Manifest {
  readonly sideEffects: boolean;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest; // the file of this project
}

test('[DV80] the package has compiled code with types behind every name, and no source', async () => {
  const { exports: doors, sideEffects } = await manifest();
  expect(Object.keys(doors)).toEqual([
    '.',
    './presence',
    './rest',
    './sign-in',
    './storage/dexie',
    './storage/durable',
    './storage/memory',
    './package.json',
  ]);
  expect(sideEffects).toBe(false);
  const named = Object.values(doors).flatMap((door) => (typeof door === 'string' ? [door] : Object.values(door)));
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  const files = await readdir(installed, { recursive: true });
  expect(files).toContain('README.md');
  expect(files.filter((file) => /(?<!\.d)\.ts$|(^|[./])test[./]|\.sqlite|tsbuildinfo/.test(file))).toEqual([]);
});

const program = `
import { openDevice, Problem, type Device, type Status } from '@sitefile/client-sdk';
import { restClient } from '@sitefile/client-sdk/rest';
import { dexieStorage } from '@sitefile/client-sdk/storage/dexie';
import { durableStorage } from '@sitefile/client-sdk/storage/durable';
import { memoryStorage } from '@sitefile/client-sdk/storage/memory';

const [server = '', token = '', file = ''] = process.argv.slice(2);
const device: Device = await openDevice({ server, token, storage: durableStorage({ file }), autoSync: false });
const id: string = await device.documents.create({ title: 'Glulam lift', document_type: 'rams' });
await device.hazards.create({ document_id: id, name: '' }).catch((error: unknown) => {
  if (!(error instanceof Problem)) throw error;
});
const { pushed } = await device.sync();
const status: Status = device.status;
await device.close();
const other = await openDevice({ server, token, storage: memoryStorage(), autoSync: false });
await other.sync();
const titles: string[] = (await other.documents.find()).map(({ title }) => title);
await other.close();
const document = await restClient({ server, token }).getDocument({ document: id });
console.log(JSON.stringify({ pushed, waiting: status.waiting, titles, status: document.status, dexie: typeof dexieStorage().open }));
`;

test('[DV81] an app that uses the package passes the compiler and runs under Node', async () => {
  await writeFile(join(project, 'app.ts'), program);
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'es2024',
        module: 'nodenext',
        lib: ['es2025', 'esnext.disposable', 'dom', 'dom.iterable'],
        types: ['node'],
        noEmit: true,
        skipLibCheck: false,
      },
      files: ['app.ts'],
    }),
  );
  const checked = await run(join(root, 'node_modules/.bin/tsc'), ['-p', project]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(checked).toBe('');
  await using world = await openWorld();
  const { stdout } = await run(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'app.ts', world.url, world.adminToken, join(project, 'device.sqlite')],
    { cwd: project },
  );
  expect(JSON.parse(stdout)).toEqual({
    pushed: 1,
    waiting: 0,
    titles: ['Glulam lift'],
    status: 'draft',
    dexie: 'function',
  });
});

test('[DV82] a bundle for a browser needs nothing of Node, and its size is known', async () => {
  const entry = join(project, 'browser.js');
  await writeFile(
    entry,
    `import { openDevice } from '@sitefile/client-sdk';
     import { dexieStorage } from '@sitefile/client-sdk/storage/dexie';
     export const open = (server, token) => openDevice({ server, token, storage: dexieStorage() });`,
  );
  const code = await bundleForBrowser(entry, project);
  expect(code).not.toMatch(/["']node:|\brequire\(|process\.argv/);
  const kilobytes = { minified: Math.round(code.length / 1024), gzip: Math.round(gzipSync(code).length / 1024) };
  console.log(`the SDK in a browser: ${kilobytes.minified} KiB minified, ${kilobytes.gzip} KiB gzip`);
  expect(kilobytes.gzip).toBeLessThan(400);
});

test('[DV83] every example of the README runs against a real server', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts( browser)?\n([\s\S]*?)```/g)];
  expect(examples).toHaveLength(4);
  await using world = await openWorld();
  for (const [index, [, isForBrowser, text = '']] of examples.entries()) {
    const file = join(project, `example-${index}.ts`);
    await writeFile(file, text);
    if (isForBrowser) await bundleForBrowser(file, project);
    else
      await run(process.execPath, ['--disable-warning=ExperimentalWarning', file, world.url, world.adminToken], {
        cwd: project,
      });
  }
});
