/** What the REST handlers need; made by the composition root. */
import type { BlobStore } from '../../blobs/blobs.ts';
import type { CommitContext } from '../../commit/commit.ts';
import type { Mirrors } from '../../followers/mirrors.ts';
import type { Webhooks } from '../../followers/webhooks.ts';
import type { HttpContext } from '../../http/http-context.ts';
import type { Store } from '../../store/store.ts';

export interface RestContext extends HttpContext {
  readonly commitContext: CommitContext;
  readonly store: Store;
  readonly blobs: BlobStore;
  /** Files of exports that one organisation may have. */
  readonly exportBytesByOrganisation: number;
  /** To tell when the store was checked and copied. */
  readonly upkeep: { readonly dataDir: string; readonly checkEveryHours: number };
  /** Where everybody reaches the server, for what is printed; null = the settings do not say. */
  readonly publicUrl: string | null;
  /** Signs download links, invitations and cursors. */
  readonly signingKey: Uint8Array;
  readonly saveMirror: Pick<Mirrors, 'refusalOf' | 'seal'>;
  readonly saveWebhook: Pick<
    Webhooks,
    'refusalOf' | 'headerBrand' | 'openHeaders' | 'test' | 'seal' | 'sealHeaders' | 'opened'
  >;
}
