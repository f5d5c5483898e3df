/** A benchmark's server or client as a process of its own: it takes one order at a time over IPC and answers each. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Program extends AsyncDisposable {
  /** What the program says once it is ready. */
  readonly ready: unknown;
  /** The caller names the answer to this order. Throws what the program threw. */
  ask<Answer>(order: object): Promise<Answer>;
}

export async function startProgram(file: string, environment: Readonly<Record<string, string>> = {}): Promise<Program> {
  const child = fork(new URL(file, import.meta.url), {
    env: { PATH: process.env['PATH'], ...environment },
    execArgv: [...profiling(file)],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return await programOf(child);
}

/** `--cpu-prof` where BENCH_PROFILE names a folder for the profiles. */
export function profiling(name: string): readonly string[] {
  const profiles = process.env['BENCH_PROFILE'];
  if (!profiles) return [];
  return ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}-${process.hrtime.bigint()}.cpuprofile`];
}

export async function programOf(child: ChildProcess): Promise<Program> {
  const ended = once(child, 'exit');
  const ready = await answerOf(child, ended);
  return {
    ready,
    ask: async <Answer>(order: object) => {
      const answer = answerOf(child, ended);
      child.send(order);
      return (await answer) as Answer; // each program answers an order as it is asked
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

async function answerOf(child: ChildProcess, ended: Promise<unknown>): Promise<unknown> {
  const [sent] = await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error('a program of the benchmark ended early');
    }),
  ]);
  const message = sent as { readonly answer?: unknown; readonly error?: string }; // serveOrders sends nothing else
  if (message.error !== undefined) throw new Error(message.error);
  return message.answer;
}

/** The child side: answers orders until the parent disconnects, then runs `close`. */
export function serveOrders(
  ready: unknown,
  answer: (order: never) => Promise<unknown>,
  close: () => Promise<unknown>,
): void {
  process.on('message', (order) => {
    // The parent asks each program for what that program does.
    answer(order as never).then(
      (answered) => process.send?.({ answer: answered ?? null }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.once('disconnect', () => void close().finally(() => process.exit()));
  process.send?.({ answer: ready });
}
