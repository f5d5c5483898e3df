/**
 * The live stream for a page without a replica: it is told that something changed, and who else has a document open (contract, Web, WB25 and
 * WB235). Names only, for as long as the document is open. Connects again by itself; a page of the server's own uses the session of its browser.
 */
import type { PresenceHello, PresentFrame } from '../shared/sync/presence.ts';
import { HeartbeatTimeout } from './base/heartbeat.ts';
import { backOffMs } from './sync/back-off.ts';

interface Connection {
  /** Address of the server, with or without a slash at the end. */
  readonly server: string;
  /** Null in a page of the server's own, whose browser has the session of its user. */
  readonly token: string | null;
  /** The user whose page it is; then another who signs in to this browser is not taken for them. */
  readonly pageOf?: string | null;
  readonly WebSocket?: typeof WebSocket;
  /** 0 to 1. */
  readonly random?: () => number;
}

type People = PresentFrame['people'];

interface Frame {
  readonly type: string;
  /** Of `ready`. */
  readonly heartbeat_ms?: number;
}

export interface WatchOptions extends Connection {
  /** Something of the organisation changed, or may have while there was no connection. */
  readonly onChange?: () => void;
  /**
   * The others who have the same document open, each once, by name, with the entry they are at; again whenever somebody comes, moves or
   * goes, and nobody while there is no connection.
   */
  readonly onPeople?: (people: People) => void;
  /** Whether what is shown is kept new. */
  readonly onLink?: (link: Link) => void;
}

/** `lost` comes back by itself; after `signed_out` and `forbidden` it takes `retry`. */
export type Link = 'live' | 'lost' | 'signed_out' | 'forbidden';

export interface Watch {
  /** Says which document is open here, and which of its entries has the focus; null = none. */
  open(document: string | null, entry?: string | null): void;
  /** Connects at once where there is no connection. */
  retry(): void;
  close(): void;
}

export interface PresenceOptions extends Connection {
  readonly document: string;
  readonly entry?: string | null;
  readonly onPeople: (people: People) => void;
}

/** More are not counted: somebody may look at the page, so it tries again within 16 s. */
const mostFailures = 4;

/** Close codes after which it is no use to come back by itself. */
const refusals: Readonly<Record<number, Link>> = { 4401: 'signed_out', 4403: 'forbidden' };

export function watchServer({
  server,
  token,
  pageOf = null,
  onChange,
  onPeople,
  onLink,
  WebSocket: Socket = WebSocket,
  random = Math.random,
}: WatchOptions): Watch {
  const url = `${server.replace(/\/$/, '').replace(/^http/, 'ws')}/api/v1/sync/stream`;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let document: string | null = null;
  let entry: string | null = null;
  let isReady = false;
  let wasReady = false;
  let isClosed = false;
  let socket: WebSocket | null = null;
  let heartbeat: HeartbeatTimeout | null = null;
  connect();

  function hear(opened: WebSocket, frame: Frame): void {
    failures = 0;
    heartbeat?.heard();
    if (frame.type === 'ready') {
      heartbeat?.expect(frame.heartbeat_ms);
      isReady = true;
      onLink?.('live');
      if (document !== null) say(opened);
      if (wasReady) onChange?.();
      wasReady = true;
    }
    if (frame.type === 'poke') onChange?.();
    const present = frame as Frame & PresentFrame; // told by its type
    if (frame.type === 'present' && present.document === document) onPeople?.(present.people);
  }

  function say(to: WebSocket): void {
    to.send(JSON.stringify({ type: 'here', document, entry }));
  }

  function connect(): void {
    const opened = new Socket(url);
    socket = opened;
    heartbeat = new HeartbeatTimeout(() => {
      lost();
      opened.close();
    });
    opened.addEventListener('open', () => {
      const hello: PresenceHello = { token, page_of: pageOf };
      opened.send(JSON.stringify(hello));
    });
    opened.addEventListener(
      'message',
      // A connection that was given up may come through after all.
      ({ data }: MessageEvent) => opened === socket && hear(opened, JSON.parse(String(data)) as Frame), // frames of the stream
    );
    opened.addEventListener('close', ({ code }: CloseEvent) => opened === socket && lost(code));
  }

  function lost(code = 0): void {
    isReady = false;
    socket = null;
    heartbeat?.end();
    onPeople?.([]);
    const refusal = refusals[code];
    onLink?.(refusal ?? 'lost');
    failures = Math.min(failures + 1, mostFailures);
    if (!refusal) timer = setTimeout(retry, backOffMs(failures, random));
  }

  function retry(): void {
    clearTimeout(timer);
    if (!socket) connect();
  }

  return {
    retry: () => void (isClosed || retry()),
    open: (next, nextEntry = null) => {
      document = next;
      entry = nextEntry;
      if (socket && isReady) say(socket);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      const last = socket;
      // Its end is no news any more.
      socket = null;
      heartbeat?.end();
      last?.close();
    },
  };
}

/** Says that the document is open here, and listens, until the function that it returns is called. */
export function watchPresence({ document, entry = null, ...options }: PresenceOptions): () => void {
  const watch = watchServer(options);
  watch.open(document, entry);
  return () => watch.close();
}
