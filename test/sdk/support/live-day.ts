/** A device that follows live what another does, over a line of which everything can be seen and anything be held up. */
import { BehaviorSubject, combineLatest, filter, firstValueFrom, timeout } from 'rxjs';
import type { Device, StreamSocket } from '../../../client-sdk/index.ts';
import type { Place } from '../../kit/places.ts';
import type { Site } from '../suite/site.ts';
import type { Filling } from './fillable.ts';
import { draftWithHazard } from './site-day.ts';

export const patience = timeout({ first: 20_000 });

type Deliver = (data: unknown) => void;

export interface Wire {
  readonly fetch: typeof fetch;
  readonly WebSocket: new (url: string) => StreamSocket;
  /** Pulls asked for so far. */
  readonly pulls$: BehaviorSubject<number>;
  /** The stream has answered. */
  readonly isReady: () => boolean;
  /** Where the server was last told that the device stands. */
  readonly told$: BehaviorSubject<string | null>;
  /** What to do with each frame that carries a change. */
  onOps: (data: unknown, deliver: Deliver) => void;
  /** Answers to pushes wait for it. */
  held?: Promise<void>;
}

/** The device's own line, of which everything can be seen and anything be held up. */
export function openWire(): Wire {
  const pulls$ = new BehaviorSubject(0);
  const told$ = new BehaviorSubject<string | null>(null);
  let isReady = false;
  class Watched implements StreamSocket {
    readonly #inner: WebSocket;
    constructor(url: string) {
      this.#inner = new WebSocket(url);
    }
    addEventListener(
      type: 'open' | 'message' | 'close' | 'error',
      listener: (event: { data?: unknown }) => void,
    ): void {
      if (type !== 'message') return this.#inner.addEventListener(type, () => listener({}));
      this.#inner.addEventListener('message', ({ data }: { readonly data: unknown }) => {
        const { type: kind, to } = JSON.parse(String(data)) as { type: string; to?: string }; // a frame of shared/sync/sync.ts
        const deliver: Deliver = (held) => listener({ data: held });
        isReady ||= kind === 'ready';
        if (kind !== 'ops') return deliver(data);
        told$.next(to ?? null);
        wire.onOps(data, deliver);
      });
    }
    send(text: string): void {
      const { cursor } = JSON.parse(text) as { cursor?: string | null }; // the device's own frames
      this.#inner.send(text);
      told$.next(cursor ?? null);
    }
    close(): void {
      this.#inner.close();
    }
  }
  const wire: Wire = {
    pulls$,
    told$,
    isReady: () => isReady,
    WebSocket: Watched,
    fetch: async (input, init) => {
      if (String(input).endsWith('/sync/pull')) pulls$.next(pulls$.value + 1);
      const response = await fetch(input, init);
      if (String(input).endsWith('/sync/push')) await wire.held;
      return response;
    },
    onOps: (data, deliver) => deliver(data),
  };
  return wire;
}

/** The server knows where the device stands, and nothing is under way: neither the first exchange nor the one that follows `ready`. */
export async function inStep(device: Device, wire: Wire): Promise<void> {
  await firstValueFrom(
    combineLatest([device.status$, wire.told$, wire.pulls$]).pipe(
      filter(
        ([{ phase, cursor }, told, pulls]) =>
          phase === 'idle' && wire.isReady() && pulls >= 2 && cursor !== null && told === cursor,
      ),
      patience,
    ),
  );
}

export async function shows(device: Device, name: string): Promise<void> {
  await firstValueFrom(
    device.hazards.watch({ name }).pipe(
      filter((list) => list.length === 1),
      patience,
    ),
  );
}

/** Everything that was done here is with the server, and nothing is under way. */
export async function isSent(device: Device): Promise<void> {
  await firstValueFrom(
    device.status$.pipe(
      filter(({ waiting, phase }) => waiting === 0 && phase === 'idle'),
      patience,
    ),
  );
}

/** Everything that was done here has come back. */
export async function empties(device: Device): Promise<void> {
  await firstValueFrom(
    device.outbox.watch().pipe(
      filter((list) => list.length === 0),
      patience,
    ),
  );
}

interface LiveDay {
  readonly tom: Device;
  readonly ann: Device;
  readonly wire: Wire;
  readonly documentId: string;
  readonly hazardId: string;
  /** Tom renames the hazard, and Ann sees it. */
  readonly change: (name: string) => Promise<void>;
  /** What it is called. */
  readonly last: () => string;
}

/** Ann follows live what Tom does: a change has come to her by the stream alone. */
export async function liveDay(
  site: Site,
  { place = site.newPlace(), filling }: { readonly place?: Place; readonly filling?: Filling } = {},
): Promise<LiveDay> {
  const tom = await site.device();
  const { documentId, hazardId } = await draftWithHazard(tom);
  await tom.sync();
  const wire = openWire();
  const ann = await site.device({
    place: filling ? { ...place, storage: () => filling.storage } : place,
    autoSync: true,
    fetch: wire.fetch,
    WebSocket: wire.WebSocket,
  });
  let last = '';
  const change = async (name: string): Promise<void> => {
    last = name;
    await tom.hazards.patch(hazardId, { name });
    await tom.sync();
    await shows(ann, name);
  };
  // What the device says of its place may reach the server after the next change, of which it then only hears that there is one.
  let before = -1;
  for (let i = 1; before < wire.pulls$.value; i++) {
    await inStep(ann, wire);
    before = wire.pulls$.value;
    await change(`Falling load ${i}`);
  }
  return { tom, ann, wire, documentId, hazardId, change, last: () => last };
}
