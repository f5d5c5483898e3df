/** Starts the faulty server as a process of its own, arms it, and waits for its end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from './programs.ts';

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly isAlive: boolean;
  /** The process dies just before the n-th statement from now. */
  dieAt(statement: number): Promise<void>;
  /** Takes that back; false if the process is gone already. */
  disarm(): Promise<boolean>;
  /** Sets its clock that far ahead of the machine's. */
  setClock(aheadMs: number): Promise<void>;
  /** Its worker threads die in whatever they are doing. */
  endWorkers(): Promise<void>;
  /** Resolves when the process has ended; SIGTERM is sent if it lives. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** ms that its main thread was kept from other work at most, since this was last asked. */
  longestDelay(): Promise<number>;
}

/** `shellLimit` is a `ulimit` to run under. */
export async function startServer(
  environment: Readonly<Record<string, string | undefined>>,
  shellLimit?: string,
): Promise<ServerProcess> {
  const program = await programFile('test/kit/faulty-server.ts');
  const command = [process.execPath, program];
  const [first = '', ...rest] = shellLimit ? ['sh', '-c', `${shellLimit}; exec "$@"`, 'sh', ...command] : command;
  const child = spawn(first, rest, {
    // Not the whole environment: the test runner sets a BASE_URL of its own.
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const { url } = await said<{ url: string }>(child, ended);
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (isAlive()) child.kill(signal);
    await ended;
  };
  const order = async (what: object): Promise<{ readonly delayMs: number }> => {
    const heard = said<{ readonly delayMs: number }>(child, ended);
    child.send(what, () => {}); // a child that is gone shows by its end
    return await heard;
  };
  return {
    url,
    pid: child.pid ?? 0,
    get isAlive() {
      return isAlive();
    },
    dieAt: async (statement) => void (await order({ dieAt: statement })),
    setClock: async (aheadMs) => void (await order({ aheadMs })),
    endWorkers: async () => void (await order({ endWorkers: true })),
    longestDelay: async () => (await order({ tellDelay: true })).delayMs,
    disarm: () =>
      order({ dieAt: 0 }).then(
        () => true,
        () => false,
      ),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGKILL'),
  };
}

/** The next message of the child, or an error when it ends without one. */
async function said<T>(child: ChildProcess, ended: Promise<unknown>): Promise<T> {
  const [message] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('the server process ended early');
    }),
  ]);
  return message as T; // faulty-server.ts sends nothing else
}
