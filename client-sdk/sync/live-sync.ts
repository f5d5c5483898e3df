/** Sync that runs by itself, in the one tab that leads: after local changes, on news of the live stream, and by timers. */
import { distinctUntilChanged, map, skip, type BehaviorSubject } from 'rxjs';
import type { Journal } from '../disk/journal.ts';
import { AutoSync } from './auto-sync.ts';
import type { FullSync } from './full-sync.ts';
import type { WaitingPhoto } from './photos.ts';
import { LiveStream, type StreamOptions } from './stream.ts';
import type { SyncLoop } from './sync-loop.ts';
import type { SyncTransport } from './sync-transport.ts';
import type { Tabs } from './tabs.ts';

interface Parts {
  readonly tabs: Tabs;
  readonly loop: SyncLoop;
  readonly fullSync: FullSync;
  readonly transport: SyncTransport;
  readonly journal: Journal;
  readonly photos$: BehaviorSubject<readonly WaitingPhoto[]>;
  readonly stream: Pick<StreamOptions, 'server' | 'WebSocket' | 'greeting' | 'patienceMs' | 'random'>;
}

export class LiveSync {
  readonly #parts: Parts;
  #endLead: (() => void) | undefined;
  #auto: AutoSync | undefined;
  #stream: LiveStream | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isStarted(): boolean {
    return this.#endLead !== undefined;
  }

  /** This tab syncs on behalf of all tabs. */
  get isLeading(): boolean {
    return this.#auto !== undefined;
  }

  start(): void {
    if (this.#endLead || this.#parts.loop.isClosed) return;
    this.#parts.loop.markStarted();
    this.#endLead = this.#parts.tabs.lead(() => this.#lead());
  }

  stop(): void {
    this.pause();
    this.#parts.loop.markStopped();
  }

  /** Stops without showing it in the status. */
  pause(): void {
    this.#endLead?.();
    this.#endLead = undefined;
    this.#auto?.tell('stop');
    this.#auto = undefined;
  }

  /** Goes on with a new token. */
  resume(): void {
    this.#stream?.renew();
    this.#auto?.tell('token');
  }

  #lead(): () => void {
    const { loop, fullSync, stream } = this.#parts;
    const isLiveAt = (cursor: string | null): boolean => this.#stream?.isLiveAt(cursor) ?? false;
    const auto: AutoSync = new AutoSync({
      sync: () => fullSync.sync(),
      push: () => loop.push(isLiveAt),
      oldestUnconfirmed: () => loop.oldestUnconfirmed,
      follow: () => this.#follow(() => auto),
      random: stream.random,
    });
    this.#auto = auto;
    return () => {
      auto.tell('stop');
      if (this.#auto === auto) this.#auto = undefined;
    };
  }

  #follow(auto: () => AutoSync): () => void {
    const { loop, fullSync, transport, journal, photos$, stream } = this.#parts;
    const onNews = (): void => auto().tell('news');
    const live = new LiveStream({
      ...stream,
      onNews,
      onPage: (page) => fullSync.receive(page),
      poll: (ended) => fullSync.poll(ended),
    });
    this.#stream = live;
    transport.stream = live;
    const enqueued$ = journal.view$.pipe(
      map(({ commands }) => commands.enqueued),
      distinctUntilChanged(),
      skip(1),
    );
    const following = loop.state$.subscribe(({ phase }) => phase === 'idle' && live.setPlace(journal.state));
    following.add(enqueued$.subscribe(() => auto().tell('edit')));
    following.add(photos$.pipe(skip(1)).subscribe((list) => list.some(isWaiting) && onNews()));
    return () => {
      transport.stream = null;
      live.end();
      following.unsubscribe();
    };
  }
}

function isWaiting({ refused }: WaitingPhoto): boolean {
  return refused === null;
}
