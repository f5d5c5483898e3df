/** The server under measurement: what `npm start` runs, by the same command line, with a meter loaded before it. */
import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { profiling, programOf, type Program } from './program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface MeteredServer extends Program {
  /** From the start of the process until it listens. */
  readonly readyMs: number;
}

/** Settings come from the environment; `ready` is the address. */
export async function startServer(environment: Readonly<Record<string, string>>): Promise<MeteredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sitefile-meter-'));
  try {
    const [, ...words] = (await startScript()).split(' ');
    const main = words.indexOf('server/dist/main.js');
    const [program = '', ...orders] = words.slice(main);
    const meter = pathToFileURL(await writeMeter(folder)).href;
    const began = performance.now();
    const child = fork(join(root, program), orders, {
      cwd: root,
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment },
      execArgv: [...words.slice(0, main), '--import', meter, ...profiling('server')],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const said = urlIn(child.stdout);
    const [metered, ready] = await Promise.all([programOf(child), said]);
    return {
      ...metered,
      ready,
      readyMs: performance.now() - began,
      // Not before: a worker thread of the server loads the meter as well.
      async [Symbol.asyncDispose]() {
        await metered[Symbol.asyncDispose]();
        await rm(folder, { recursive: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function startScript(): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string }; // the project's own file
  };
  return scripts.start;
}

/** Without types, like the server itself: else the meter would bring in the compiler that the server does without. */
async function writeMeter(folder: string): Promise<string> {
  for (const name of ['server-program', 'program', 'meter']) {
    const text = stripTypeScriptTypes(await readFile(new URL(`${name}.ts`, import.meta.url), 'utf8'));
    await writeFile(join(folder, `${name}.mjs`), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.mjs'"));
  }
  return join(folder, 'server-program.mjs');
}

async function urlIn(stdout: Readable | null): Promise<string> {
  if (stdout)
    for await (const line of createInterface({ input: stdout })) {
      const { url } = JSON.parse(line) as { readonly url: string }; // the one line that the server prints
      stdout.resume();
      return url;
    }
  throw new Error('the server ended early');
}
