/** A process that renders in the built worker thread, as the server does. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { ExportInput } from '../../../server/export/input.ts';
import type { RenderAnswer } from '../../../server/export/worker.ts';
import { inputOf } from '../../export/inputs.ts';
import { serveOrders } from '../sync/program.ts';

export interface Order {
  readonly format: ExportInput['format'];
  /** The document's own hazards and sign-offs, repeated. */
  readonly isLarge?: true;
}

export interface Rendering {
  readonly ms: number;
  readonly cpuMs: number;
  /** The longest that the main thread worked at a stretch: its processor time between two looks, as the machine may be busy with others. */
  readonly blockedMs: number;
  readonly pages: number | null;
}

let worker: Worker | null = null;

/** The most processor time of this thread, in ms, between one look and the next. */
function watchThread(): { end(): number } {
  let longest = 0;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const looking = setInterval(look, 5);
  return {
    end() {
      clearInterval(looking);
      look();
      return longest;
    },
  };
}

async function answer(order: Order): Promise<Rendering> {
  const input = inputFor(order);
  const before = process.cpuUsage();
  const main = watchThread();
  const start = performance.now();
  worker ??= new Worker(new URL('../../../server/dist/worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 16 },
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
  worker.postMessage(input);
  const [rendered] = (await once(worker, 'message')) as [RenderAnswer]; // the worker sends nothing else
  const ms = performance.now() - start;
  const blockedMs = main.end();
  if (!rendered.ok) throw new Error(rendered.message);
  const { user, system } = process.cpuUsage(before);
  return {
    ms,
    cpuMs: (user + system) / 1000,
    blockedMs,
    pages: rendered.rendered.pages,
  };
}

const [largeHazards, largeSignoffs] = [560, 500];

function inputFor({ format, isLarge }: Order): ExportInput {
  const input = inputOf('rams', { format });
  if (!isLarge) return input;
  const hazards = numbered(input.content['hazards'] as JsonObject[], largeHazards); // the sample has eleven
  return { ...input, content: { ...input.content, hazards }, signoffs: numbered(input.signoffs, largeSignoffs) };
}

/** Repeated to this number, each under an id of its own. */
function numbered(records: readonly JsonObject[], count: number): JsonObject[] {
  return Array.from({ length: count }, (_, i) => ({ ...records[i % records.length], id: `${i}` }));
}

serveOrders(null, answer, async () => worker?.terminate());
