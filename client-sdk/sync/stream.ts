/**
 * The live stream: tells that the feed has moved on and, where possible, what changed. It authenticates with its first frame, so that no
 * token appears in a URL (shared/sync/sync.ts, stream). Where a network blocks WebSockets, long polls stand in for it.
 */
import type * as z from 'zod';
import { streamFrame, type streamHello } from '../../shared/sync/sync.ts';
import { backOffMs } from './back-off.ts';
import type { LiveChange } from './live-changes.ts';
import type { StreamSocket } from '../base/options.ts';
import { SyncError } from '../base/sync-error.ts';

export interface StreamOptions {
  readonly server: string;
  readonly WebSocket: new (url: string) => StreamSocket;
  /** The first frame; asked for at each connection, because the token may have changed. */
  readonly greeting: () => z.input<typeof streamHello> & { readonly cursor: string | null };
  readonly onPoke: () => void;
  /** Resolves to false if the device has to pull instead. */
  readonly onChange: (change: LiveChange) => Promise<boolean>;
  /** Long poll: resolves when the news are pulled, or there were none. */
  readonly poll: (ended: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Failed connections in a row before long polls stand in. */
const failuresUntilPoll = 2;
/** Close codes: the token is no longer valid, or may no longer sync (contract, Tokens and settings). */
const closedForToken: readonly (number | undefined)[] = [4401, 4403];

/** Connects when it is made, and reconnects until it is ended. */
export class LiveStream {
  readonly #options: StreamOptions;
  #socket: StreamSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling: AbortController | undefined;
  #failures = 0;
  #isReady = false;
  #ended = false;
  /** The device's cursor as the server knows it. */
  #serverCursor: string | null = null;
  /** Received and not yet applied. */
  readonly #incoming = new Set<LiveChange>();

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Changes behind this cursor are sent here as they happen, as far as can be known. */
  isLiveAt(cursor: string | null): boolean {
    const [first] = this.#incoming;
    return this.#isReady && cursor !== null && cursor === (first ? first.from : this.#serverCursor);
  }

  /** Tells the server the device's cursor. */
  setCursor(cursor: string | null): void {
    if (!this.#isReady || cursor === this.#serverCursor) return;
    this.#serverCursor = cursor;
    this.#socket?.send(JSON.stringify({ cursor }));
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#polling?.abort();
    this.#socket?.close();
  }

  #connect(): void {
    const socket = new this.#options.WebSocket(`${this.#options.server.replace(/^http/, 'ws')}/api/v1/sync/stream`);
    this.#socket = socket;
    const isCurrent = (): boolean => !this.#ended && this.#socket === socket;
    socket.addEventListener('open', () => {
      const greeting = this.#options.greeting();
      this.#serverCursor = greeting.cursor;
      socket.send(JSON.stringify(greeting));
    });
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#received(data));
    socket.addEventListener('error', () => undefined); // a close follows
    socket.addEventListener('close', ({ code }) => {
      this.#isReady = false;
      if (isCurrent()) this.#disconnected(code);
    });
  }

  #received(data: unknown): void {
    const { data: frame } = streamFrame.safeParse(readJson(data));
    if (!frame) return;
    this.#failures = 0;
    this.#isReady = true;
    this.#polling?.abort();
    if (frame.type === 'ops') return this.#apply(frame);
    if (frame.type === 'poke') this.#serverCursor = null;
    // After `ready` too: no one announced a change between the last pull and now.
    this.#options.onPoke();
  }

  #apply(change: LiveChange): void {
    this.#serverCursor = change.to;
    this.#incoming.add(change);
    const pullInstead = (): void => {
      if (!this.#ended) this.#options.onPoke();
    };
    this.#options
      .onChange(change)
      .finally(() => this.#incoming.delete(change))
      .then((isApplied) => isApplied || pullInstead(), pullInstead);
  }

  #disconnected(code: number | undefined): void {
    const { onPoke, random } = this.#options;
    // A sync gets the same refusal and ends this stream; if the token is valid after all, the next connection works.
    if (closedForToken.includes(code)) onPoke();
    this.#timer = setTimeout(() => this.#connect(), backOffMs(this.#failures++, random));
    if (this.#failures >= failuresUntilPoll && !this.#polling) void this.#poll();
  }

  /** Polls until a poll fails, the stream is back, or it is ended; the next failed connection starts it again. */
  async #poll(): Promise<void> {
    const mine = new AbortController();
    this.#polling = mine;
    try {
      while (!mine.signal.aborted) await this.#options.poll(mine.signal);
    } catch (error) {
      // If the network is gone, the next sync finds out.
      if (error instanceof SyncError && error.needsAnotherToken && !this.#ended) this.#options.onPoke();
    } finally {
      if (this.#polling === mine) this.#polling = undefined;
    }
  }
}

function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
