/** The renderer in a process of its own, as the server holds it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ExportInput } from '../../server/export/input.ts';
import { Renderer } from '../../server/export/renderer.ts';
import { serveOrders } from './sync/program.ts';

export interface Rendering {
  readonly pid: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** The longest that the main thread was kept from other work. */
  readonly blockedMs: number;
  readonly pages: number | null;
}

const idleMs = 3_000;
const renderer = new Renderer({ idleMs });

async function answer(order: { readonly render?: ExportInput }): Promise<Rendering | null> {
  if (!order.render) {
    while (renderer.isWarm) await new Promise((resolve) => setTimeout(resolve, 50));
    return null;
  }
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const before = process.cpuUsage();
  const start = performance.now();
  const { pages } = await renderer.render(order.render);
  const ms = performance.now() - start;
  delays.disable();
  const { user, system } = process.cpuUsage(before);
  return { pid: process.pid, ms, cpuMs: (user + system) / 1000, blockedMs: delays.max / 1e6, pages };
}

serveOrders(null, answer, () => renderer.close());
