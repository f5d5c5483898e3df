/**
 * A real server process that can be told to die: after `{"dieAt": n}` on its IPC channel it kills itself, as `kill -9` would,
 * just before the n-th statement that its store runs. After `{"aheadMs": n}` its clock is that far from the machine's, and after
 * `{"endWorkers": true}` its worker threads are dead; `{"tellDelay": true}` asks how long its main thread was kept busy. Settings come from the environment, as for the real program.
 */
import { randomBytes } from 'node:crypto';
import { uptime } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Worker } from 'node:worker_threads';
import { openApp } from '../../server/run/app.ts';
import { readConfig } from '../../server/base/config.ts';
import { openLog } from '../../server/base/log.ts';

let statementsLeft = Number.POSITIVE_INFINITY;
let aheadMs = Number(process.env['AHEAD_MS'] ?? 0);
const workers = new Set<Worker>();
process.on('worker', (worker) => {
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
});

const config = readConfig(process.env);
const app = await openApp(config, {
  now: () => Date.now() + aheadMs,
  elapsed: { process: () => performance.now(), machine: () => uptime() * 1000 },
  random: randomBytes,
  log: openLog(config.logLevel),
  onStatement: () => {
    statementsLeft -= 1;
    if (statementsLeft === 0) process.kill(process.pid, 'SIGKILL');
  },
});

interface Order {
  readonly dieAt?: number;
  readonly aheadMs?: number;
  readonly endWorkers?: true;
  readonly tellDelay?: true;
}

/** How long the main thread was kept from other work at most since this was last asked; measured from the first time on. */
const delays = monitorEventLoopDelay({ resolution: 1 });

process.on('message', (order: Order) => {
  statementsLeft = order.dieAt ?? statementsLeft;
  aheadMs = order.aheadMs ?? aheadMs;
  if (order.endWorkers) for (const worker of workers) void worker.terminate();
  process.send?.({ armed: true, delayMs: delays.max / 1e6 });
  if (order.tellDelay) {
    delays.enable();
    delays.reset();
  }
});
process.once('SIGTERM', () => {
  app.close().then(
    () => process.disconnect?.(),
    () => process.exit(1),
  );
});
process.send?.({ url: app.url });
