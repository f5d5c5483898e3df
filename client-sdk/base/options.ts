/** What a device is opened with. Time, randomness and the network come in here, so that a test can set each of them. */
import type { RxStorage } from 'rxdb/plugins/core';
import type { Step } from '../../shared/upgrade/step.ts';

/** The part of a WebSocket that the stream uses; the browser's, Node 24's and `ws` all have it. */
export interface StreamSocket {
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    /** `data` of a message, `code` of a close. */
    listener: (event: { readonly data?: unknown; readonly code?: number }) => void,
  ): void;
  send(text: string): void;
  close(): void;
}

/** Limits of the replica. Raising one fetches again what was left out. */
export interface Keep {
  /** Ids of the projects to hold; records of no project are held too. All of them by default. */
  readonly projects?: readonly string[];
  /** Days after which an archived document goes, with its entries and versions; 14. */
  readonly archivedDays?: number;
  /** Days after which a sign-off goes; 30. */
  readonly signoffDays?: number;
  /**
   * The most records to hold: beyond it the sign-offs and incidents, then the documents go that were changed longest ago. What was worked
   * on here stays for a day after it was delivered, though it be more; `status.leftOut` names the documents that went.
   */
  readonly maxRows?: number;
}

export interface DeviceOptions {
  /** Address of the server without a path, `https://sitefile.example`. */
  readonly server: string;
  /** Bearer token of the person or the tablet; `useToken` changes it later. */
  readonly token: string;
  /** Where the replica lives: `dexieStorage()`, `memoryStorage()` or `durableStorage({file})`. */
  readonly storage: RxStorage<unknown, unknown>;
  /** Name of the database in the storage; one replica for each person on a shared tablet. */
  readonly name?: string;
  /** The device's clock in milliseconds since 1970; never trusted for merging. */
  readonly now?: () => number;
  /** Fills the array with random bytes and returns it. */
  readonly random?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;
  readonly fetch?: typeof fetch;
  readonly WebSocket?: new (url: string) => StreamSocket;
  /** Follow the live stream and exchange by timers (default); false = only when `sync()` is called. */
  readonly autoSync?: boolean;
  /** Recorded in sign-offs; the replica's own id where the tablet has no other. */
  readonly deviceId?: string;
  readonly deviceLabel?: string;
  readonly appVersion?: string;
  /** What to hold of the truth; without it, everything that the token may read. What is unsent or refused stays in any case. */
  readonly keep?: Keep;
  /** Asks the platform to keep the storage for good; the browser's own way by default. Null = there is nobody to ask. */
  readonly persist?: () => Promise<boolean | null>;
  /** How long a tab may be silent before another one takes the exchange over from it; 30 seconds. */
  readonly tabPatienceMs?: number;
  /** Schemas of a made-up history; those that were released where it is absent. */
  readonly steps?: readonly Step[];
  /** How long one request may take. */
  readonly timeoutMs?: number;
}
