/** A program that follows the events as the contract says: after the last `next_after`, and from the start when history has changed. */
import { setTimeout as pause } from 'node:timers/promises';
import { call } from './rest.ts';

interface Event {
  readonly id: string;
  readonly event: string;
  readonly sequence: number;
}

interface Page {
  readonly data: readonly Event[];
  readonly meta: { readonly next_after: string; readonly more: boolean };
}

const restMs = 100;
const mostFailures = 5;

export class Poller {
  /** Since the start, or since history changed. */
  #seen: Event[] = [];
  #after = '0';
  readonly #end = new AbortController();
  readonly #urls: readonly string[];
  readonly #running: Promise<void>;
  restarts = 0;
  pages = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#running = this.#follow();
  }

  get seen(): readonly Event[] {
    return this.#seen;
  }

  /** Reads to the end, and stops. */
  async finish(): Promise<void> {
    this.#end.abort();
    await this.#running;
    for (let failures = 0; failures < mostFailures;) {
      const found = await this.#read(this.#urls[0] ?? '');
      if (found === 'end') return;
      if (found === 'failed') failures += 1;
    }
    throw new Error('the poller got no answer at the end');
  }

  async #follow(): Promise<void> {
    for (let turn = 0; !this.#end.signal.aborted; turn++)
      if ((await this.#read(this.#urls[turn % this.#urls.length] ?? '')) !== 'more') await pause(restMs);
  }

  async #read(url: string): Promise<'more' | 'end' | 'failed'> {
    const answer = await call<Page>(url, 'GET', `/events?limit=50&after=${this.#after}`);
    if (answer?.status === 409) {
      this.#seen = [];
      this.#after = '0';
      this.restarts += 1;
      return 'more';
    }
    if (answer?.status !== 200) return 'failed';
    const { data, meta } = answer.body;
    this.#seen.push(...data);
    this.#after = meta.next_after;
    this.pages += 1;
    return meta.more ? 'more' : 'end';
  }
}

/** The whole log, read in one go. */
export async function allEvents(url: string): Promise<readonly Event[]> {
  const reader = new Poller([url]);
  await reader.finish();
  return reader.seen;
}
