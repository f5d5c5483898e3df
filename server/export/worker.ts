/** The worker thread that renders exports, so that rendering never blocks the server's event loop. */
import { hash } from 'node:crypto';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { usePlatformSha256 } from '../../shared/crypto/sha256.ts';
import { ExportFailure, type FailureCode } from './failure.ts';
import type { ExportInput, Rendered } from './input.ts';
import type { ReportInput } from './report-input.ts';
import { renderExport } from './render.ts';

export type RenderAnswer =
  | { readonly ok: true; readonly rendered: Rendered }
  | { readonly ok: false; readonly code: FailureCode; readonly message: string };

usePlatformSha256((message) => hash('sha256', message));

let tidying: NodeJS.Timeout | undefined;

parentPort?.on('message', (input: ExportInput | ReportInput) => {
  clearTimeout(tidying);
  void answer(input);
});
// An input that cannot be deserialised, such as one nested too deeply.
parentPort?.on('messageerror', (error) => post({ ok: false, code: 'export_failed', message: error.message }));

async function answer(input: ExportInput | ReportInput): Promise<void> {
  try {
    const rendered = await renderExport(input);
    post({ ok: true, rendered }, [rendered.bytes.buffer]);
    tidying = setTimeout(tidy, quietMs);
  } catch (error) {
    const code = error instanceof ExportFailure ? error.code : 'export_failed';
    post({ ok: false, code, message: error instanceof Error ? error.message : String(error) });
  }
}

/** As the heap may grow large, V8 lets garbage grow as well, by 15 MB with each document. It takes 20 ms, while no job waits. */
function tidy(): void {
  if (getHeapStatistics().used_heap_size > mostHeap) globalThis.gc?.();
  tidying = setTimeout(giveBack, restMs);
}

/** V8 keeps the pages of a heap that was larger: 40 MB here. To give them back takes 0.1 s, once no more jobs follow. */
function giveBack(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

const quietMs = 20;
const restMs = 1_000;
/** Half of it stays in use. */
const mostHeap = 60 * 1024 * 1024;

/** `moved` is transferred, not copied. */
function post(message: RenderAnswer, moved: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}
