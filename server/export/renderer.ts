/**
 * Renders exports on one long-lived worker thread, one after the other. A worker that dies takes only its own job with it;
 * the next job gets a new worker.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ExportFailure } from './failure.ts';
import type { ExportInput, Rendered } from './input.ts';
import type { RenderAnswer } from './worker.ts';

interface RendererOptions {
  /** Heap limit of the worker. The largest accepted input needs 1.6 GB. */
  readonly maxHeapMb?: number;
  readonly timeoutMs?: number;
}

interface Job {
  readonly input: ExportInput;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (failure: ExportFailure) => void;
}

export class Renderer implements AsyncDisposable {
  readonly #maxHeapMb: number;
  readonly #timeoutMs: number;
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  #current: Job | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ maxHeapMb = 2048, timeoutMs = 120_000 }: RendererOptions = {}) {
    this.#maxHeapMb = maxHeapMb;
    this.#timeoutMs = timeoutMs;
  }

  /** Rejects with an ExportFailure. */
  render(input: ExportInput): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new ExportFailure('renderer_closed', 'The export renderer is closed.'));
      this.#waiting.push({ input, resolve, reject });
      this.#startNext();
    });
  }

  /** Ends the worker and rejects unfinished jobs with `renderer_closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = this.#worker?.terminate();
    this.#worker = null;
    const closed = new ExportFailure('renderer_closed', 'The export renderer closed before this export was finished.');
    this.#finish((job) => job.reject(closed));
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    await ending;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #startNext(): void {
    if (this.#current || this.#isClosed) return;
    const job = this.#waiting.shift();
    if (!job) {
      // An idle worker does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    this.#current = job;
    try {
      this.#worker ??= this.#startWorker();
      this.#worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      this.#worker.postMessage(job.input);
      const late = `The export was not finished within ${this.#timeoutMs} ms.`;
      this.#timer = setTimeout(() => this.#abandon('render_timeout', late), this.#timeoutMs);
    } catch (error) {
      // An input that cannot be cloned, such as one that holds a function, fails here.
      this.#finish((failed) => failed.reject(new ExportFailure('export_failed', String(error))));
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapMb },
    });
    const died = (how: string): void => {
      if (worker === this.#worker) this.#abandon('renderer_died', `The export worker ${how}.`);
    };
    worker.on('message', (answer: RenderAnswer) => {
      if (worker !== this.#worker) return;
      if (answer.ok) this.#finish((job) => job.resolve(answer.rendered));
      else this.#finish((job) => job.reject(new ExportFailure(answer.code, answer.message)));
    });
    worker.on('error', (error) => died(`died: ${error instanceof Error ? error.message : String(error)}`));
    worker.on('exit', (code) => died(`ended with code ${code}`));
    return worker;
  }

  #abandon(code: 'renderer_died' | 'render_timeout', message: string): void {
    void this.#worker?.terminate();
    this.#worker = null;
    this.#finish((job) => job.reject(new ExportFailure(code, message)));
  }

  #finish(answer: (job: Job) => void): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = null;
    if (job) answer(job);
    this.#startNext();
  }
}
