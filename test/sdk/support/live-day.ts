/** A device that follows another live, over a connection whose traffic the test observes and can delay. */
import { BehaviorSubject, combineLatest, filter, firstValueFrom, timeout } from 'rxjs';
import type { Device, StreamSocket } from '../../../client-sdk/index.ts';
import { patienceMs } from '../../kit/patience.ts';
import type { Place } from '../../kit/places.ts';
import type { Site } from '../suite/site.ts';
import type { Filling } from './fillable.ts';
import { draftWithHazard } from './site-day.ts';

export const patience = timeout({ first: patienceMs });

type Deliver = (data: unknown) => void;

export interface Wire {
  readonly fetch: typeof fetch;
  readonly WebSocket: new (url: string) => StreamSocket;
  /** Pull requests so far. */
  readonly pulls$: BehaviorSubject<number>;
  /** Whether the stream has answered. */
  readonly isReady: () => boolean;
  /** The position that the device last reported to the server. */
  readonly told$: BehaviorSubject<string | null>;
  /** What to do with each frame that carries a change. */
  onPage: (data: unknown, deliver: Deliver) => void;
  /** Answers to pushes wait for it. */
  held?: Promise<void>;
}

/** The device's connection, whose traffic the test observes and can delay. */
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
        const { type: kind, cursor } = JSON.parse(String(data)) as { type: string; cursor?: string }; // a frame of shared/sync/sync.ts
        const deliver: Deliver = (held) => listener({ data: held });
        isReady ||= kind === 'ready';
        if (kind === 'answer') return void Promise.resolve(wire.held).then(() => deliver(data));
        if (kind !== 'page') return deliver(data);
        told$.next(cursor ?? null);
        wire.onPage(data, deliver);
      });
    }
    send(text: string): void {
      const { cursor } = JSON.parse(text) as { cursor?: string | null }; // the device's own frames
      this.#inner.send(text);
      if (cursor !== undefined) told$.next(cursor);
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
    onPage: (data, deliver) => deliver(data),
  };
  return wire;
}

/** Resolves when the server knows the device's position and no sync is running: neither the first nor the one after `ready`. */
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

/** Resolves when the server has all changes made here and no sync is running. */
export async function isSent(device: Device): Promise<void> {
  await firstValueFrom(
    device.status$.pipe(
      filter(({ waiting, phase }) => waiting === 0 && phase === 'idle'),
      patience,
    ),
  );
}

/** Resolves when all changes made here have returned. */
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
  /** The hazard's name. */
  readonly last: () => string;
}

/** Ann follows Tom's changes live: one has already reached her by the stream alone. */
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
  // The device's position may reach the server after the next change, for which it then only gets a wake-up.
  let before = -1;
  for (let i = 1; before < wire.pulls$.value; i++) {
    await inStep(ann, wire);
    before = wire.pulls$.value;
    await change(`Falling load ${i}`);
  }
  return { tom, ann, wire, documentId, hazardId, change, last: () => last };
}
