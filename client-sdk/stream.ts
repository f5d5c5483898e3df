/**
 * The live stream: says that the feed has moved on, and nothing more; what moved comes by pull. It authenticates with its first frame,
 * so that no token stands in an address (shared/sync.ts, stream).
 */
import { streamFrame } from '../shared/sync.ts';
import { backOffMs } from './back-off.ts';
import type { StreamSocket } from './options.ts';

export interface StreamOptions {
  readonly server: string;
  readonly WebSocket: new (url: string) => StreamSocket;
  /** What the first frame says; asked at each connection, because the token may have changed. */
  readonly greeting: () => { readonly token: string; readonly client_id: string; readonly cursor: string | null };
  readonly onPoke: () => void;
  readonly random: () => number;
}

/** Connects, and connects again when cut. Returns what ends it. */
export function followStream(options: StreamOptions): () => void {
  const url = `${options.server.replace(/^http/, 'ws')}/api/v1/sync/stream`;
  let socket: StreamSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let ended = false;

  function connect(): void {
    const opened = new options.WebSocket(url);
    socket = opened;
    opened.addEventListener('open', () => opened.send(JSON.stringify(options.greeting())));
    opened.addEventListener('message', ({ data }) => {
      const frame = streamFrame.safeParse(readJson(data));
      if (!frame.success || ended) return;
      failures = 0;
      // A change between the last pull and `ready` was announced to nobody.
      options.onPoke();
    });
    opened.addEventListener('error', () => undefined); // a close follows
    opened.addEventListener('close', () => {
      if (!ended) timer = setTimeout(connect, backOffMs(failures++, options.random));
    });
  }

  connect();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket?.close();
  };
}

function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
