/** What a device may ask: one handler for each message, whichever way it came (contract, Sync). */
import type { Actor } from '../../shared/model/access.ts';
import { limits, type Message } from '../../shared/sync/sync.ts';
import type { JsonLimits } from '../http/json-guard.ts';
import { hello } from './hello.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import type { SyncContext } from './sync-context.ts';

export interface SyncRequest {
  /** The current actor; asked again after a long poll, during which a token may have been revoked. */
  readonly identify: () => Promise<Actor>;
  readonly requestId: string;
  readonly body: unknown;
  /** Ends a long poll: the device has disconnected, or the server is stopping. */
  readonly ended: AbortSignal;
}

export interface SyncReply {
  readonly json: string | Buffer<ArrayBuffer>;
  /** The cursor of the next page, if one follows. */
  readonly next?: string | null;
}

export const bodyLimits: JsonLimits = {
  maxNodes: limits.max_push_parts,
  maxMembers: limits.max_push_members,
  maxDepth: limits.max_push_levels,
  isDivisible: true,
};

export const handlers: Readonly<Record<Message, (context: SyncContext, request: SyncRequest) => Promise<SyncReply>>> = {
  hello: async ({ commitContext }, { identify, body }) => ({
    json: JSON.stringify(await hello(commitContext, await identify(), body)),
  }),
  push: async (context, { identify, requestId, body }) => ({
    json: await push(context, { actor: await identify(), origin: 'sync', requestId }, body),
  }),
  pull: (context, { identify, body, ended }) => pull(context, identify, body, ended),
};
