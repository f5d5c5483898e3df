/** A process that renders in the built worker thread, as the server does. */
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { ExportInput } from '../../server/export/input.ts';
import type { RenderAnswer } from '../../server/export/worker.ts';
import { inputOf } from '../export/inputs.ts';
import { serveOrders } from './sync/program.ts';

export interface Order {
  readonly format: ExportInput['format'];
  /** The document's own sign-offs, repeated to this number. */
  readonly signoffs?: number;
}

export interface Rendering {
  readonly ms: number;
  readonly cpuMs: number;
  /** The longest that the main thread was kept from other work. */
  readonly blockedMs: number;
  readonly pages: number | null;
}

let worker: Worker | null = null;

async function answer(order: Order): Promise<Rendering> {
  const input = inputFor(order);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.cpuUsage();
  const start = performance.now();
  worker ??= new Worker(new URL('../../server/dist/worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 16 },
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  worker.postMessage(input);
  const [rendered] = (await once(worker, 'message')) as [RenderAnswer]; // the worker sends nothing else
  const ms = performance.now() - start;
  delays.disable();
  if (!rendered.ok) throw new Error(rendered.message);
  const { user, system } = process.cpuUsage(before);
  return {
    ms,
    cpuMs: (user + system) / 1000,
    blockedMs: delays.max / 1e6,
    pages: rendered.rendered.pages,
  };
}

function inputFor({ format, signoffs: count }: Order): ExportInput {
  const input = inputOf('rams', { format });
  if (count === undefined) return input;
  const signoffs = Array.from({ length: count }, (_, i) => ({
    ...input.signoffs[i % input.signoffs.length],
    id: `${i}`,
  }));
  return { ...input, signoffs };
}

serveOrders(null, answer, async () => worker?.terminate());
