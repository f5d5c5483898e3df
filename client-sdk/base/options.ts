/** The options of a device. Time, randomness and network are among them, so that tests can set each. */
import type { Step } from '../../shared/upgrade/step.ts';
import type { DeviceStorage } from './tables.ts';

/** The part of a WebSocket that the stream uses; browsers, Node 24 and `ws` have it. */
export interface StreamSocket {
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    /** `data` of a message, `code` and `reason` of a close. */
    listener: (event: { readonly data?: unknown; readonly code?: number; readonly reason?: string }) => void,
  ): void;
  send(text: string): void;
  close(): void;
}

/** Limits of the replica. Raising one fetches again what was evicted. */
export interface Keep {
  /** Ids of the projects to hold, beside records of no project; by default all. */
  readonly projects?: readonly string[];
  /** Days until an archived document is evicted, with its entries and versions; 14. */
  readonly archivedDays?: number;
  /** Days until a sign-off is evicted; 30. */
  readonly signoffDays?: number;
  /**
   * Maximum number of records: beyond it, the least recently changed sign-offs and incidents are evicted, then documents. Records edited
   * here stay for a day after delivery, even beyond the limit; `status.leftOut` names the evicted documents.
   */
  readonly maxRows?: number;
}

export interface DeviceOptions {
  /** Address of the server without a path, `https://sitefile.example`. */
  readonly server: string;
  /** Bearer token of the user or tablet; `useToken` replaces it later. */
  readonly token: string;
  /** Storage of the replica: `dexieStorage()`, `memoryStorage()` or `durableStorage({file})`. */
  readonly storage: DeviceStorage;
  /** Name of the database in the storage; one replica a person on a shared tablet. */
  readonly name?: string;
  /** Device time in milliseconds since 1970; merging never relies on it. */
  readonly now?: () => number;
  /** Milliseconds from any start, which setting the clock does not change; shows a clock that was set. By default `performance.now`, or `now` if that is given. */
  readonly elapsed?: () => number;
  /** Fills the array with random bytes and returns it. */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
  readonly fetch?: typeof fetch;
  readonly WebSocket?: new (url: string) => StreamSocket;
  /** Sync automatically, by live stream and timers (default); false = only when `sync()` is called. */
  readonly autoSync?: boolean;
  /** Recorded in sign-offs; by default an id of the replica. */
  readonly deviceId?: string;
  readonly deviceLabel?: string;
  readonly appVersion?: string;
  /** What to hold; by default everything that the token may read. Unsent and refused work always stays. */
  readonly keep?: Keep;
  /** Ids of photos that must not be sent yet, asked before each is, nor exported; where it rejects, all wait, and everything else is sent. */
  readonly withheldPhotos?: () => Promise<readonly string[]>;
  /** Asks the platform for persistent storage; by default the browser. Null = not available. */
  readonly persist?: () => Promise<boolean | null>;
  /** How long a tab may be silent before another takes over the sync; 30 seconds. */
  readonly tabPatienceMs?: number;
  /** Schema upgrades; by default the released ones. */
  readonly steps?: readonly Step[];
  /** Time limit of one request; 30 seconds. */
  readonly timeoutMs?: number;
}
