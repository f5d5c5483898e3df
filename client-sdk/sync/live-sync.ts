/** Sync that runs by itself, in the one tab that leads: after local changes, on news of the live stream, and by timers. */
import { distinctUntilChanged, map, skip, type BehaviorSubject } from 'rxjs';
import type { Journal } from '../disk/journal.ts';
import { AutoSync } from './auto-sync.ts';
import type { FullSync } from './full-sync.ts';
import type { WaitingPhoto } from '../base/waiting-photo.ts';
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
  #isStarted = false;
  /** Gives up the lead, or the place in the queue for it. */
  #endLead: (() => void) | undefined;
  #auto: AutoSync | undefined;
  #stream: LiveStream | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  /** This tab syncs on behalf of all tabs. */
  get isLeading(): boolean {
    return this.#auto !== undefined;
  }

  start(): void {
    if (this.#isStarted || this.#parts.loop.isClosed) return;
    this.#isStarted = true;
    this.#parts.loop.markStarted();
    this.#queue();
  }

  stop(): void {
    this.pause();
    this.#parts.loop.markStopped();
  }

  /** Stops without showing it in the status. */
  pause(): void {
    this.#isStarted = false;
    this.#giveUp();
  }

  /** Goes on with a new token. */
  resume(): void {
    if (!this.#isStarted) return;
    if (!this.#endLead) return this.#queue();
    this.#stream?.renew();
    this.#auto?.tell('token');
  }

  #queue(): void {
    this.#endLead = this.#parts.tabs.lead(() => this.#lead());
  }

  #giveUp(): void {
    this.#endLead?.();
    this.#endLead = undefined;
    this.#auto?.tell('stop');
    this.#auto = undefined;
  }

  #lead(): () => void {
    const { loop, fullSync, stream } = this.#parts;
    const isLiveAt = (cursor: string | null): boolean => this.#stream?.isLiveAt(cursor) ?? false;
    const auto: AutoSync = new AutoSync({
      sync: () => fullSync.sync(),
      push: () => loop.push(isLiveAt),
      oldestUnconfirmed: () => loop.oldestUnconfirmed,
      follow: () => this.#follow(() => auto),
      // Another tab may have a token that works; this one queues again with its next token.
      giveUp: () => this.#giveUp(),
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
      this.#stream = undefined;
      transport.stream = null;
      live.end();
      following.unsubscribe();
    };
  }
}

function isWaiting({ refused }: WaitingPhoto): boolean {
  return refused === null;
}
