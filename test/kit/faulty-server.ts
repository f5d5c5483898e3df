/**
 * A real server process that can be told to die: after `{"dieAt": n}` on its IPC channel it kills itself, as `kill -9` would,
 * just before the n-th statement that its store runs. After `{"aheadMs": n}` its clock is that far from the machine's, and after
 * `{"endWorkers": true}` its worker threads are dead. Settings come from the environment, as for the real program.
 */
import { randomBytes } from 'node:crypto';
import { uptime } from 'node:os';
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

process.on('message', (order: { readonly dieAt?: number; readonly aheadMs?: number; readonly endWorkers?: true }) => {
  statementsLeft = order.dieAt ?? statementsLeft;
  aheadMs = order.aheadMs ?? aheadMs;
  if (order.endWorkers) for (const worker of workers) void worker.terminate();
  process.send?.({ armed: true });
});
process.once('SIGTERM', () => {
  app.close().then(
    () => process.disconnect?.(),
    () => process.exit(1),
  );
});
process.send?.({ url: app.url });
