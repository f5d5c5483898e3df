/**
 * Renders exports on worker threads. Light documents go first; while a heavy one is rendered, light ones have a second thread, so
 * that a toolbox talk does not wait for a thousand pages.
 */
import { ExportFailure } from './failure.ts';
import type { ExportInput, Rendered } from './input.ts';
import type { ReportInput } from './report-input.ts';
import { type Job, Lane } from './lane.ts';
import { weightOf } from './weight.ts';

interface RendererOptions {
  /** Heap limit of a worker. The largest accepted input needs 1.6 GB. */
  readonly maxHeapMb?: number;
  readonly timeoutMs?: number;
  /** How long a worker without work is kept. */
  readonly idleMs?: number;
}

interface Waiting extends Job {
  readonly weight: number;
  overtaken: number;
}

/** About 50 pages; 57,000 make 29. */
const lightWeight = 100_000;

/** A job is taken after this many lighter ones went first. */
const mostOvertaken = 10;

/** What makes the files: worker threads, or what a replayed day has in their place. */
export type ExportRenderer = Pick<Renderer, 'render' | 'warmUp'>;

export class Renderer implements AsyncDisposable {
  readonly #any: Lane;
  readonly #light: Lane;
  readonly #waiting: Waiting[] = [];
  /** Whether the first lane renders a heavy document. */
  #isHeavy = false;
  #isClosed = false;

  constructor({ maxHeapMb = 2048, timeoutMs = 120_000, idleMs = 30_000 }: RendererOptions = {}) {
    const limits = { maxHeapMb, timeoutMs, idleMs };
    this.#any = new Lane(limits, () => this.#startNext());
    this.#light = new Lane(limits, () => this.#startNext());
  }

  /** Whether a worker is kept for the next job. */
  get isWarm(): boolean {
    return this.#any.isWarm || this.#light.isWarm;
  }

  /** Starts a worker while the caller still gathers the input. */
  warmUp(): void {
    if (!this.#isClosed && this.#any.isFree) this.#any.warmUp();
  }

  /** Rejects with an ExportFailure. */
  render(input: ExportInput | ReportInput): Promise<Rendered> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new ExportFailure('renderer_closed', 'The export renderer is closed.'));
      this.#waiting.push({ input, resolve, reject, weight: weightOf(input, lightWeight), overtaken: 0 });
      this.#startNext();
    });
  }

  /** Ends the workers and rejects unfinished jobs with `renderer_closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closed = new ExportFailure('renderer_closed', 'The export renderer closed before this export was finished.');
    const ending = [this.#any.close(closed), this.#light.close(closed)];
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    await Promise.all(ending);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #startNext(): void {
    if (this.#isClosed) return;
    if (this.#any.isFree) {
      const job = this.#take();
      if (!job) return;
      this.#isHeavy = job.weight > lightWeight;
      this.#any.start(job);
    }
    const next = this.#isHeavy && this.#light.isFree && this.#lightest();
    if (next && next.weight <= lightWeight) this.#light.start(this.#removed(next));
  }

  /** The lightest job, but no job is overtaken for ever. */
  #take(): Waiting | null {
    const job = this.#waiting.find(({ overtaken }) => overtaken >= mostOvertaken) ?? this.#lightest();
    return job && this.#removed(job);
  }

  #lightest(): Waiting | null {
    return this.#waiting.reduce<Waiting | null>((best, job) => (best && best.weight <= job.weight ? best : job), null);
  }

  #removed(job: Waiting): Waiting {
    const at = this.#waiting.indexOf(job);
    for (const earlier of this.#waiting.slice(0, at)) earlier.overtaken += 1;
    this.#waiting.splice(at, 1);
    return job;
  }
}
