/** A device's live stream on a bad day: of the frames that carry a change some are lost, doubled, late or garbled, and the line is cut. */
import type { StreamSocket } from '../../client-sdk/index.ts';
import type { Chance } from '../kit/clock.ts';

type Listener = (event: { readonly data?: unknown; readonly code?: number }) => void;

export interface FaultyStream {
  readonly WebSocket: new (url: string) => StreamSocket;
  /** How often each thing was done to a frame. */
  readonly met: ReadonlyMap<string, number>;
  /** From here on every frame arrives. */
  mend(): void;
}

const faults = ['lost', 'doubled', 'late', 'garbled'];
/** A cut line takes its time to come back. */
const fates = [...faults, ...faults, 'cut', ...Array.from({ length: 20 }, () => 'whole')];

export function faultyStream(chance: Chance): FaultyStream {
  const met = new Map<string, number>();
  let isMended = false;
  class Faulty implements StreamSocket {
    readonly #inner: WebSocket;
    #late: unknown[] = [];

    constructor(url: string) {
      this.#inner = new WebSocket(url);
    }

    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: Listener): void {
      if (type === 'close') this.#inner.addEventListener('close', ({ code }) => listener({ code }));
      else if (type !== 'message') this.#inner.addEventListener(type, () => listener({}));
      else
        this.#inner.addEventListener('message', ({ data }: { readonly data: unknown }) =>
          this.#meet(data, (text) => listener({ data: text })),
        );
    }

    send(text: string): void {
      this.#inner.send(text);
    }

    close(): void {
      this.#inner.close();
    }

    #meet(data: unknown, deliver: (data: unknown) => void): void {
      const fate = isMended || !String(data).startsWith('{"type":"page"') ? 'whole' : chance.pick(fates);
      met.set(fate, (met.get(fate) ?? 0) + 1);
      if (fate === 'lost') return;
      if (fate === 'cut') return this.#inner.close();
      if (fate === 'late') return void this.#late.push(data);
      deliver(fate === 'garbled' ? String(data).replace('"op":"put"', '"op":"put","body":7') : data);
      if (fate === 'doubled') deliver(data);
      for (const late of this.#late.splice(0)) deliver(late);
    }
  }
  return {
    WebSocket: Faulty,
    met,
    mend: () => {
      isMended = true;
    },
  };
}
