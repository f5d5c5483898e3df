/**
 * The live stream: says that the feed has moved on, and where it can, what has changed. It authenticates with its first frame, so that no
 * token stands in an address (shared/sync/sync.ts, stream). Where a network lets no WebSocket through, requests that wait for news stand in.
 */
import { streamFrame } from '../../shared/sync/sync.ts';
import { backOffMs } from './back-off.ts';
import type { LiveChange } from './live-changes.ts';
import type { StreamSocket } from '../base/options.ts';
import { SyncError } from '../base/sync-error.ts';

export interface StreamOptions {
  readonly server: string;
  readonly WebSocket: new (url: string) => StreamSocket;
  /** What the first frame says; asked at each connection, because the token may have changed. */
  readonly greeting: () => { readonly token: string; readonly client_id: string; readonly cursor: string | null };
  readonly onPoke: () => void;
  /** Resolves with false where the device has to pull after all. */
  readonly onChange: (frame: LiveChange) => Promise<boolean>;
  /** Asks the server for news and waits for them; resolves when they are taken in, or there were none. */
  readonly poll: (ended: AbortSignal) => Promise<void>;
  readonly random: () => number;
}

export interface LiveStream {
  /** What changes behind this place is sent here as it happens, as far as can be known. */
  isLiveAt(cursor: string | null): boolean;
  /** Tells the server where the device stands now. */
  setCursor(cursor: string | null): void;
  end(): void;
}

/** So often in a row a connection may fail before requests stand in for it. */
const failuresUntilPoll = 2;
/** What the server closes with when the token is not valid any more, or may no longer sync (contract, Tokens and settings). */
const closedForToken: readonly (number | undefined)[] = [4401, 4403];

/** Connects, and connects again when cut. */
export function followStream(options: StreamOptions): LiveStream {
  const url = `${options.server.replace(/^http/, 'ws')}/api/v1/sync/stream`;
  let socket: StreamSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: AbortController | undefined;
  let failures = 0;
  let isReady = false;
  let ended = false;
  /** Where the server believes that the device stands. */
  let told: string | null = null;
  /** Frames that have come and are not taken in yet. */
  const coming = new Set<LiveChange>();

  function connect(): void {
    const opened = new options.WebSocket(url);
    socket = opened;
    opened.addEventListener('open', () => {
      const greeting = options.greeting();
      told = greeting.cursor;
      opened.send(JSON.stringify(greeting));
    });
    opened.addEventListener('message', ({ data }) => {
      const frame = streamFrame.safeParse(readJson(data));
      if (!frame.success || ended || socket !== opened) return;
      failures = 0;
      isReady = true;
      polling?.abort();
      if (frame.data.type === 'ops') take(frame.data);
      // A change between the last pull and `ready` was announced to nobody.
      else poked(frame.data.type === 'poke');
    });
    opened.addEventListener('error', () => undefined); // a close follows
    opened.addEventListener('close', ({ code }) => {
      isReady = false;
      if (ended || socket !== opened) return;
      // The exchange is told the same, and ends this; where the token holds after all, the next connection is as good as any.
      if (closedForToken.includes(code)) options.onPoke();
      timer = setTimeout(connect, backOffMs(failures++, options.random));
      if (failures >= failuresUntilPoll && !polling) void poll();
    });
  }

  function poked(isPoke: boolean): void {
    if (isPoke) told = null;
    options.onPoke();
  }

  function take(frame: LiveChange): void {
    told = frame.to;
    coming.add(frame);
    options
      .onChange(frame)
      .finally(() => coming.delete(frame))
      .then(
        (applied) => applied || ended || options.onPoke(),
        () => ended || options.onPoke(),
      );
  }

  /** Until it fails, the stream is there, or it is over; begun again when the next connection fails. */
  async function poll(): Promise<void> {
    const mine = new AbortController();
    polling = mine;
    try {
      while (!mine.signal.aborted) await options.poll(mine.signal);
    } catch (error) {
      // Where the network is gone, the exchange itself finds out.
      if (error instanceof SyncError && error.needsAnotherToken && !ended) options.onPoke();
    } finally {
      if (polling === mine) polling = undefined;
    }
  }

  connect();
  return {
    isLiveAt: (cursor) => {
      const [first] = coming;
      return isReady && cursor !== null && cursor === (first ? first.from : told);
    },
    setCursor: (cursor) => {
      if (!isReady || cursor === told) return;
      told = cursor;
      socket?.send(JSON.stringify({ cursor }));
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
      polling?.abort();
      socket?.close();
    },
  };
}

function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
