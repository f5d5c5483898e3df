/** Sync that runs by itself, in the one tab that leads: after local changes, on news of the live stream, and by timers. */
import { distinctUntilChanged, map, skip, type BehaviorSubject } from 'rxjs';
import type { Journal } from '../disk/journal.ts';
import { startAutoSync, type AutoSync, type Poke } from './auto-sync.ts';
import type { WaitingPhoto } from './photos.ts';
import { LiveStream, type StreamOptions } from './stream.ts';
import type { SyncLoop } from './sync-loop.ts';
import type { Tabs } from './tabs.ts';

interface Parts {
  readonly tabs: Tabs;
  readonly loop: SyncLoop;
  readonly journal: Journal;
  readonly photos$: BehaviorSubject<readonly WaitingPhoto[]>;
  readonly stream: Pick<StreamOptions, 'server' | 'WebSocket' | 'greeting' | 'random'>;
  /** Pushes and pulls everything. */
  readonly sync: () => Promise<unknown>;
}

export class LiveSync {
  readonly #parts: Parts;
  #endLead: (() => void) | undefined;
  #auto: AutoSync | undefined;
  #stream: LiveStream | undefined;
  #poke: (what: Poke) => void = () => undefined;

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
    this.#auto?.stop();
    this.#auto = undefined;
  }

  /** Tries again with a new token. */
  resume(): void {
    this.#auto?.resume();
  }

  #lead(): () => void {
    const { loop, sync, stream } = this.#parts;
    const isLiveAt = (cursor: string | null): boolean => this.#stream?.isLiveAt(cursor) ?? false;
    const auto = startAutoSync({
      sync: (what) => (what === 'own' ? loop.push(isLiveAt, () => this.#poke('any')) : sync()),
      follow: (onPoke) => this.#follow(onPoke),
      random: stream.random,
    });
    this.#auto = auto;
    return () => {
      auto.stop();
      if (this.#auto === auto) this.#auto = undefined;
    };
  }

  #follow(onPoke: (what: Poke) => void): () => void {
    const { loop, journal, photos$, stream } = this.#parts;
    this.#poke = onPoke;
    const live = new LiveStream({
      ...stream,
      onPoke: () => onPoke('any'),
      onChange: (change) => loop.applyLive(change),
      poll: (ended) => loop.poll(ended),
    });
    this.#stream = live;
    const enqueued$ = journal.view$.pipe(
      map(({ commands }) => commands.enqueued),
      distinctUntilChanged(),
      skip(1),
    );
    const following = loop.state$.subscribe(({ phase }) => phase === 'idle' && live.setCursor(journal.state.cursor));
    following.add(enqueued$.subscribe(() => onPoke('own')));
    following.add(photos$.pipe(skip(1)).subscribe((list) => list.some(isWaiting) && onPoke('any')));
    return () => (live.end(), following.unsubscribe());
  }
}

function isWaiting({ refused }: WaitingPhoto): boolean {
  return refused === null;
}
