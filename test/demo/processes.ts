/** The server and the command line as an operator runs them: `node server/dist/main.js …`, each in a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { patienceMs } from '../kit/patience.ts';
import { within } from './waiting.ts';

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

export type Settings = Readonly<Record<string, string>>;

export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>;
}

export async function startServer(settings: Settings): Promise<Server> {
  const child = launch(['serve'], settings);
  const complaints = text(child.stderr);
  const exited = once(child, 'exit');
  const url = await within(
    patienceMs,
    'the server to be ready',
    Promise.race([readyUrl(child), failed(child, complaints)]),
  );
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await within(patienceMs, 'the server to stop', exited);
      return child.exitCode;
    },
    [Symbol.asyncDispose]: async () => {
      if (isRunning()) child.kill('SIGKILL');
      if (isRunning()) await exited;
    },
  };
}

/** Runs one command with `--json`; returns what it says on stdout. Throws with what it complained about. */
export async function command(words: readonly string[], settings: Settings): Promise<unknown> {
  const child = launch([...words, '--json'], settings);
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const [stdout, stderr] = await within(40_000, `sitefile ${words.join(' ')}`, said);
  if (child.exitCode !== 0) throw new Error(`sitefile ${words.join(' ')} ended with ${child.exitCode}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Settings of the surroundings that would change the day are left out; empty ones count as absent. */
function launch(words: readonly string[], settings: Settings) {
  // A fast machine plays more of the day in a minute than any site lives.
  const rate = { RATE_LIMIT: 'off' };
  const clean = { DATABASE_URL: '', BASE_URL: '', HOST: '', SIGNATURE_HEADER: '', LOG_LEVEL: 'error', ...rate };
  return spawn(process.execPath, [program, ...words], {
    env: { ...process.env, ...clean, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    // The one line of JSON that the server prints (contract, The sample organisation and the site day).
    if (line.startsWith('{"ready":true')) return (JSON.parse(line) as { readonly url: string }).url;
  }
  return await new Promise(() => undefined); // it ended without a word: `failed` says so
}

async function failed(child: ChildProcess, complaints: Promise<string>): Promise<never> {
  await once(child, 'exit');
  throw new Error(`the server ended with ${child.exitCode}: ${await complaints}`);
}
