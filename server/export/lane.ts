/**
 * One worker thread and the job that it renders. The thread starts with its first job and ends when it was idle for a while, which
 * gives its memory back. A worker that dies takes only its own job with it; the next job gets a new one.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ExportFailure } from './failure.ts';
import type { ExportInput, Rendered } from './input.ts';
import type { ReportInput } from './report-input.ts';
import type { RenderAnswer } from './worker.ts';

export interface Job {
  readonly input: ExportInput | ReportInput;
  readonly resolve: (rendered: Rendered) => void;
  readonly reject: (failure: ExportFailure) => void;
}

export interface LaneLimits {
  readonly maxHeapMb: number;
  readonly timeoutMs: number;
  readonly idleMs: number;
}

export class Lane {
  readonly #limits: LaneLimits;
  /** Called when a job is done, however it ended. */
  readonly #freed: () => void;
  #worker: Worker | null = null;
  #current: Job | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: LaneLimits, freed: () => void) {
    this.#limits = limits;
    this.#freed = freed;
  }

  get isFree(): boolean {
    return this.#current === null;
  }

  get isWarm(): boolean {
    return this.#worker !== null;
  }

  /** Starts the thread, so that the next job finds it ready. */
  warmUp(): void {
    if (this.#worker) return;
    this.#worker = this.#startWorker();
    this.#rest();
  }

  /** The lane must be free. */
  start(job: Job): void {
    clearTimeout(this.#timer);
    this.#current = job;
    try {
      this.#worker ??= this.#startWorker();
      this.#worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      this.#worker.postMessage(job.input);
      const late = `The export was not finished within ${this.#limits.timeoutMs} ms.`;
      this.#timer = setTimeout(() => this.#abandon('render_timeout', late), this.#limits.timeoutMs);
    } catch (error) {
      // An input that cannot be cloned, such as one that holds a function, fails here.
      this.#finish((failed) => failed.reject(new ExportFailure('export_failed', String(error))));
    }
  }

  /** Ends the worker; the job in hand is rejected. */
  async close(reason: ExportFailure): Promise<void> {
    const ending = this.#end();
    this.#finish((job) => job.reject(reason));
    clearTimeout(this.#timer);
    await ending;
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url), {
      // A larger young generation gains no time here, and costs 50 MB.
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.maxHeapMb, maxYoungGenerationSizeMb: 16 },
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
    void this.#end();
    this.#finish((job) => job.reject(new ExportFailure(code, message)));
  }

  #finish(answer: (job: Job) => void): void {
    const job = this.#current;
    if (!job) return;
    this.#current = null;
    this.#rest();
    answer(job);
    this.#freed();
  }

  /** An idle worker does not keep the process alive, and ends after a while. */
  #rest(): void {
    clearTimeout(this.#timer);
    this.#worker?.unref();
    if (this.#worker) this.#timer = setTimeout(() => void this.#end(), this.#limits.idleMs).unref();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
