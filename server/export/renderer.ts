/**
 * The door to rendering (contract, Exports): jobs queue here and one long-lived worker thread draws them in turn.
 * A worker that dies takes only its own job with it; the next job gets a new worker.
 */
import { Worker } from 'node:worker_threads';
import { ExportFailure } from './failure.ts';
import type { ExportInput, Rendered } from './input.ts';
import type { RenderAnswer } from './worker.ts';

export interface Renderer {
  /** Rejects with an ExportFailure. */
  render(input: ExportInput): Promise<Rendered>;
  /** Ends the worker; jobs not finished are rejected with `renderer_closed`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface RendererOptions {
  /** Heap that one render may use before its worker is ended. The largest input that is not refused needs 1.6 GB. */
  readonly maxHeapMb?: number;
  readonly timeoutMs?: number;
}

interface Job {
  readonly input: ExportInput;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (failure: ExportFailure) => void;
}

export function openRenderer({ maxHeapMb = 2048, timeoutMs = 120_000 }: RendererOptions = {}): Renderer {
  const waiting: Job[] = [];
  let worker: Worker | null = null;
  let current: Job | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const renderer: Renderer = {
    render: (input) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new ExportFailure('renderer_closed', 'The export renderer is closed.'));
        waiting.push({ input, resolve, reject });
        startNext();
      }),
    async close() {
      closed = true;
      const ending = worker?.terminate();
      worker = null;
      const closing = new ExportFailure(
        'renderer_closed',
        'The export renderer was closed before this export was finished.',
      );
      finish((job) => job.reject(closing));
      for (const job of waiting.splice(0)) job.reject(closing);
      await ending;
    },
    [Symbol.asyncDispose]: () => renderer.close(),
  };
  return renderer;

  function startNext(): void {
    if (current || closed) return;
    const job = waiting.shift();
    if (!job) {
      // An idle worker does not keep the process alive.
      worker?.unref();
      return;
    }
    current = job;
    try {
      worker ??= start();
      worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      worker.postMessage(job.input);
      timer = setTimeout(
        () => lose('render_timeout', `The export was not finished within ${timeoutMs} ms.`),
        timeoutMs,
      );
    } catch (error) {
      // An input that cannot be cloned, such as one holding a function, fails before it leaves this thread.
      finish((failed) => failed.reject(new ExportFailure('export_failed', String(error))));
    }
  }

  function start(): Worker {
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    started.on('message', (answer: RenderAnswer) => {
      if (started !== worker) return;
      if (answer.ok) finish((job) => job.resolve(answer.rendered));
      else finish((job) => job.reject(new ExportFailure(answer.code, answer.message)));
    });
    started.on(
      'error',
      (error) => started === worker && lose('renderer_died', `The export worker died: ${reason(error)}`),
    );
    started.on(
      'exit',
      (code) => started === worker && lose('renderer_died', `The export worker ended with code ${code}.`),
    );
    return started;
  }

  function lose(code: 'renderer_died' | 'render_timeout', message: string): void {
    void worker?.terminate();
    worker = null;
    finish((job) => job.reject(new ExportFailure(code, message)));
  }

  function finish(settle: (job: Job) => void): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (job) settle(job);
    startNext();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
