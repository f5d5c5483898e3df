/**
 * Who else has a document open (contract, Web, WB25): names only, told on the live stream for as long as it is open. Connects again by itself.
 * Needs no replica, so a page of the server's own can use it with the session of its browser.
 */
import type { PresenceHello, PresentFrame } from '../shared/sync/presence.ts';
import { backOffMs } from './sync/back-off.ts';

export interface PresenceOptions {
  /** Address of the server, with or without a slash at the end. */
  readonly server: string;
  /** Null in a page of the server's own, whose browser has the session of its user. */
  readonly token: string | null;
  /** The user whose page it is; then another who signs in to this browser is not taken for them. */
  readonly pageOf?: string | null;
  readonly document: string;
  /** The others, each once, by name; again whenever somebody comes or goes, and with nobody while there is no connection. */
  readonly onPeople: (people: PresentFrame['people']) => void;
  readonly WebSocket?: typeof WebSocket;
  /** 0 to 1. */
  readonly random?: () => number;
}

/** Close codes after which it is no use to come back: not signed in, and not allowed. */
const refused: readonly number[] = [4401, 4403];

/** Says that the document is open here, and listens, until the function that it returns is called. */
export function watchPresence({
  server,
  token,
  pageOf = null,
  document,
  onPeople,
  WebSocket: Socket = WebSocket,
  random = Math.random,
}: PresenceOptions): () => void {
  const url = `${server.replace(/\/$/, '').replace(/^http/, 'ws')}/api/v1/sync/stream`;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: WebSocket | null = connect();

  function connect(): WebSocket {
    const opened = new Socket(url);
    opened.addEventListener('open', () => {
      const hello: PresenceHello = { token, page_of: pageOf };
      opened.send(JSON.stringify(hello));
    });
    opened.addEventListener('message', ({ data }: MessageEvent) => {
      failures = 0;
      const frame = JSON.parse(String(data)) as { readonly type: string }; // frames of the stream
      if (frame.type === 'ready') opened.send(JSON.stringify({ type: 'here', document }));
      if (frame.type === 'present') onPeople((frame as PresentFrame).people);
    });
    opened.addEventListener('close', ({ code }: CloseEvent) => {
      if (opened !== socket) return;
      onPeople([]);
      if (!refused.includes(code)) timer = setTimeout(() => (socket = connect()), backOffMs(++failures, random));
    });
    return opened;
  }

  return () => {
    clearTimeout(timer);
    const last = socket;
    // Its end is no news any more.
    socket = null;
    last?.close();
  };
}
