/** Everything that the REST doors stand on; put together by the composition root. */
import type { Actor } from '../../../shared/model/access.ts';
import type { CommitContext } from '../../commit/commit.ts';
import type { Webhooks } from '../../followers/webhooks.ts';
import type { BlobStore } from '../../blobs/blobs.ts';
import type { Uploads } from '../../store/devices/uploads.ts';
import type { Store } from '../../store/store.ts';
import type { RateLimiter } from '../../http/rate-limiter.ts';

export interface RestContext {
  readonly commitContext: CommitContext;
  readonly store: Store;
  readonly blobs: BlobStore;
  /** Files of devices on their way in. */
  readonly uploads: Uploads;
  /** The actor behind an `Authorization` header that came from this address; throws `unauthenticated`. */
  readonly authenticate: (authorization: string | undefined, address: string | undefined) => Promise<Actor>;
  /** Where callers reach the server, without a slash at the end. */
  readonly baseUrl: () => string;
  /** Origins whose pages may read answers. */
  readonly corsOrigins: readonly string[];
  /** The server takes nothing new. */
  readonly isClosing: () => boolean;
  /** Signs download links. */
  readonly signingKey: Uint8Array;
  /** Null = nobody is limited. */
  readonly limiter: RateLimiter | null;
  readonly saveWebhook: Pick<Webhooks, 'refusalOf' | 'headerBrand' | 'test' | 'seal' | 'sealHeaders' | 'opened'>;
  readonly log: RestLog;
}

/** The part of pino that is used here. */
interface RestLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
