/**
 * The live stream: a pull that does not end, and messages in frames. It authenticates with its first frame, so that no token appears in a
 * URL (shared/sync/sync.ts, stream). It reconnects by itself; where a network blocks WebSockets, long polls stand in for it.
 */
import * as z from 'zod';
import { controlFrame, type Message, type streamHello } from '../../shared/sync/sync.ts';
import { backOffMs, waitMs } from './back-off.ts';
import { HeartbeatTimeout } from '../base/heartbeat.ts';
import { readJson } from '../base/error-from.ts';
import type { StreamSocket } from '../base/options.ts';
import type { ReplicaMetadata } from '../disk/replica-metadata.ts';
import { SyncError } from '../base/sync-error.ts';
import { pageSchema, type MessageStream } from './sync-transport.ts';
import { once } from '../../shared/base/once.ts';

const pageFrame = once(() => pageSchema().extend({ type: z.literal('page'), from: z.string() }));
const frames = once(() => z.discriminatedUnion('type', [controlFrame(), pageFrame()]));
/** The next page of a device whose cursor is `from`. */
export type LivePage = Omit<z.infer<ReturnType<typeof pageFrame>>, 'type'>;

type Place = Pick<ReplicaMetadata, 'cursor' | 'answered'>;

export interface StreamOptions {
  readonly server: string;
  readonly WebSocket: new (url: string) => StreamSocket;
  /** The first frame; asked for at each connection, because the token may have changed. */
  readonly greeting: () => z.input<ReturnType<typeof streamHello>> & Place;
  /** There may be something to pull. */
  readonly onNews: () => void;
  /** Resolves to false if the device has to pull instead. */
  readonly onPage: (page: LivePage) => Promise<boolean>;
  /** Long poll: resolves when the news is here, or there was none. */
  readonly poll: (ended: AbortSignal) => Promise<void>;
  /** Time limit of a message; then HTTP takes over. */
  readonly patienceMs: number;
  /** 0 to 1. */
  readonly random: () => number;
}

type Answer = Awaited<ReturnType<MessageStream['ask']>>;

/** Failed connections in a row before long polls stand in. */
const failuresUntilPoll = 2;
/** Close codes: the token is no longer valid, or may no longer sync (contract, Tokens and settings). */
const closedForToken: readonly (number | undefined)[] = [4401, 4403];
/** Come back later; the reason says after how many seconds. */
const closedForAWhile = 4429;

/** Connects when it is made, and reconnects until it is ended. */
export class LiveStream implements MessageStream {
  readonly #options: StreamOptions;
  #socket: StreamSocket | undefined;
  #heartbeat: HeartbeatTimeout | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #polling: AbortController | undefined;
  #failures = 0;
  #isReady = false;
  #ended = false;
  #token = '';
  /** The device's cursor as the server knows it. */
  #serverCursor: string | null = null;
  /** Received and not yet stored. */
  readonly #incoming = new Set<LivePage>();
  readonly #asked = new Map<number, (answer: Answer) => void>();
  #lastNumber = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Pages behind this cursor are sent here as they come about, as far as can be known. */
  isLiveAt(cursor: string | null): boolean {
    const [first] = this.#incoming;
    return this.#isReady && cursor !== null && cursor === (first ? first.from : this.#serverCursor);
  }

  /** Tells the server the device's cursor, and the last point of history that an answer named. */
  setPlace({ cursor, answered }: Place): void {
    if (!this.#isReady || cursor === this.#serverCursor) return;
    this.#serverCursor = cursor;
    this.#socket?.send(JSON.stringify({ type: 'at', cursor, answered }));
  }

  ask(token: string, message: Message, body: string): Promise<Answer> {
    if (!this.#isReady || token !== this.#token) return Promise.resolve(null);
    const number = ++this.#lastNumber;
    return new Promise((resolve) => {
      // Half open, perhaps: with the stream, all that waits for an answer goes by HTTP.
      const timer = setTimeout(() => this.#lost(), this.#options.patienceMs);
      this.#asked.set(number, (answer) => (clearTimeout(timer), resolve(answer)));
      this.#socket?.send(`{"type":"${message}","number":${number},"body":${body}}`);
    });
  }

  /** Connects again, with the current token. */
  renew(): void {
    this.#disconnect();
    clearTimeout(this.#timer);
    this.#connect();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#polling?.abort();
    this.#disconnect();
  }

  #disconnect(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#heartbeat?.end();
    this.#isReady = false;
    for (const answer of this.#asked.values()) answer(null);
    this.#asked.clear();
    socket?.close();
  }

  #connect(): void {
    const socket = new this.#options.WebSocket(`${this.#options.server.replace(/^http/, 'ws')}/api/v1/sync/stream`);
    this.#socket = socket;
    this.#heartbeat = new HeartbeatTimeout(() => this.#lost());
    const isCurrent = (): boolean => this.#socket === socket;
    socket.addEventListener('open', () => {
      if (!isCurrent()) return;
      const greeting = this.#options.greeting();
      [this.#token, this.#serverCursor] = [greeting.token, greeting.cursor];
      socket.send(JSON.stringify(greeting));
    });
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#received(readJson(String(data))));
    socket.addEventListener('error', () => undefined); // a close follows
    socket.addEventListener('close', ({ code, reason }) => isCurrent() && this.#lost(code, reason));
  }

  #received(json: unknown): void {
    const frame = frames().safeParse(json).data;
    this.#heartbeat?.heard();
    if (frame?.type === 'heartbeat') return;
    if (frame?.type === 'page') return this.#take(frame);
    if (frame?.type === 'answer') {
      this.#asked.get(frame.number)?.({ status: frame.status, json: frame.body });
      this.#asked.delete(frame.number);
      return;
    }
    if (frame?.type === 'ready') {
      this.#heartbeat?.expect(frame.heartbeat_ms);
      this.#failures = 0;
      this.#isReady = true;
      this.#polling?.abort();
    } else this.#serverCursor = null;
    // After `ready` too: no one announced a change between the last pull and now. What cannot be read may have been a page.
    this.#options.onNews();
  }

  #take(page: LivePage): void {
    this.#serverCursor = page.cursor;
    this.#incoming.add(page);
    const pullInstead = (): void => {
      if (!this.#ended) this.#options.onNews();
    };
    this.#options
      .onPage(page)
      .finally(() => this.#incoming.delete(page))
      .then((isStored) => isStored || pullInstead(), pullInstead);
  }

  #lost(code?: number, reason = ''): void {
    const { onNews, random } = this.#options;
    this.#disconnect();
    // A sync gets the same refusal and ends this stream; if the token is valid after all, the next connection works.
    if (closedForToken.includes(code)) onNews();
    if (this.#ended) return;
    const soon = backOffMs(this.#failures++, random);
    const delayMs = code === closedForAWhile ? waitMs(Number(/\d+/.exec(reason)?.[0] ?? 60) * 1000, random) : soon;
    this.#timer = setTimeout(() => this.#connect(), delayMs);
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
      if (error instanceof SyncError && error.needsAnotherToken && !this.#ended) this.#options.onNews();
    } finally {
      if (this.#polling === mine) this.#polling = undefined;
    }
  }
}
