/** Runs `sitefile serve` from its build, as `npm start` does, with the settings and the stderr that a test gives it. */
import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { build } from '../../server/build.ts';

const root = join(import.meta.dirname, '../..');

export interface ServeProcess extends AsyncDisposable {
  readonly url: string;
  /** If it is a pipe; nobody reads it before the test does. */
  readonly stderr: Readable;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Errors that nothing catches, by signal. */
const trouble =
  'process.on("SIGUSR2", () => Promise.reject(new Error("a rejection of the test")));' +
  'process.on("SIGHUP", () => setTimeout(() => { throw new Error("an exception of the test"); }));';

export async function startServe(
  environment: Readonly<Record<string, string>>,
  stderr: 'pipe' | number,
): Promise<ServeProcess> {
  await build(root);
  const words = ['--import', `data:text/javascript,${trouble}`, join(root, 'server/dist/main.js')];
  const stdio: StdioOptions = ['ignore', 'pipe', stderr];
  const child = spawn(process.execPath, [...words, 'serve'], {
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio,
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null); // as Node documents it
  const [first] = await Promise.race([
    once(child.stdout as Readable, 'data'), // piped above
    ended.then((code) => {
      throw new Error(`the server ended with ${code}`);
    }),
  ]);
  const { url } = JSON.parse(String(first)) as { url: string }; // what serve.ts prints
  return {
    url,
    stderr: child.stderr ?? Readable.from([]),
    signal: (name) => child.kill(name),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
