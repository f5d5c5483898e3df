/** The demo's side of a tablet: starts its process, asks it things, kills it as a flat battery would. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Answered, Asked, Order, Orders, Standing, TabletSettings } from './tablet-orders.ts';
import { patienceMs } from '../kit/patience.ts';
import { within } from './waiting.ts';

/** What the tablet itself refused, or could not do. */
export class TabletFault extends Error {
  override readonly name = 'TabletFault';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Tablet extends AsyncDisposable {
  readonly label: string;
  readonly pid: number;
  ask<O extends Order>(order: O, asks: Orders[O]['asks'], timeoutMs?: number): Promise<Orders[O]['answers']>;
  /** SIGKILL: no good-bye, nothing flushed. */
  kill(): Promise<void>;
  /** The process of the tablet when it is switched on again, on the same file. */
  switchOn(): Promise<Standing>;
  close(): Promise<void>;
}

export async function startTablet(settings: TabletSettings): Promise<Tablet> {
  let child = launch();
  let asked = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

  function launch(): ChildProcess {
    const started = fork(new URL('tablet.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    started.on('message', ({ number, value, fault }: Answered) => {
      const asker = waiting.get(number);
      waiting.delete(number);
      if (fault) asker?.reject(new TabletFault(fault.code, fault.message));
      else asker?.resolve(value);
    });
    started.once('exit', () => {
      for (const { reject } of waiting.values())
        reject(new TabletFault('gone', `the process of the ${settings.label} ended`));
      waiting.clear();
    });
    return started;
  }

  function ask<O extends Order>(
    order: O,
    asks: Orders[O]['asks'],
    timeoutMs = patienceMs,
  ): Promise<Orders[O]['answers']> {
    const number = ++asked;
    const answer = new Promise((resolve, reject) => waiting.set(number, { resolve, reject }));
    child.send({ number, order, asks } satisfies Asked);
    // tablet.ts answers each order with its own type.
    const told = within(timeoutMs, `the ${settings.label} (${order})`, answer) as Promise<Orders[O]['answers']>;
    // What is asked now and awaited later may fail before that, at the end of a day that went wrong.
    told.catch(() => undefined);
    return told;
  }

  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;

  async function end(): Promise<void> {
    if (!isRunning()) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  await ask('open', settings);
  return {
    label: settings.label,
    get pid() {
      return child.pid ?? 0;
    },
    ask,
    kill: end,
    switchOn: async () => {
      await end();
      child = launch();
      return ask('open', settings);
    },
    close: async () => {
      const exited = once(child, 'exit');
      await ask('close', null);
      child.disconnect();
      await within(patienceMs, `the end of the ${settings.label}`, exited);
    },
    [Symbol.asyncDispose]: end,
  };
}
