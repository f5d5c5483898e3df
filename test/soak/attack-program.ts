/** A worker thread that attacks until it is told to stop, and then says how often; beside it the honest callers keep their pace. */
import { parentPort, workerData } from 'node:worker_threads';
import { attacks, type Target } from './attacks.ts';

const target = workerData as Target; // soak.ts gives nothing else
const counts: Record<string, number> = {};
let isOn = true;
parentPort?.once('message', () => (isOn = false));
await Promise.all(
  Object.entries(attacks).map(async ([name, each]) => {
    while (isOn) {
      await each(target).catch(() => undefined); // refused, cut or too slow: all are answers
      counts[name] = (counts[name] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }),
);
parentPort?.postMessage(counts);
process.exit();
