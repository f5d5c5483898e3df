/** `POST sync/pull`: the organisation's feed after the device's cursor, as far as the token may read it (contract, Sync). */
import type { Buffer } from 'node:buffer';
import type * as z from 'zod';
import type { Actor } from '../../shared/model/access.ts';
import { emptyChecksum, everyScope } from '../../shared/sync/scope-checksum.ts';
import { pullRequest } from '../../shared/sync/sync.ts';
import { parse } from '../../shared/model/validation.ts';
import type { CommitContext } from '../commit/commit.ts';
import { readSums } from '../store/records/scopes.ts';
import type { CommitSignal } from '../base/commit-signal.ts';
import { requirePoint } from './answered-point.ts';
import { readCursor, writeCursor, type Place } from './cursor.ts';
import { resetOp } from './ops.ts';
import { readableKinds, readerOf, readPage } from './page.ts';
import { pageText, type Sums } from './page-text.ts';
import { requireReadable } from './schema.ts';
import type { SyncContext } from './sync-context.ts';

export interface PullReply {
  /** JSON */
  readonly json: Buffer<ArrayBuffer>;
  /** Where the next page begins; null where none follows. */
  readonly next: string | null;
}

/**
 * `identify` = the current actor: called again after a long poll, during which a token may have been revoked.
 * `ended` ends a long poll: the device has disconnected, or the server is stopping.
 */
export async function pull(
  { commitContext, commitSignal, signingKey }: Pick<SyncContext, 'commitContext' | 'commitSignal' | 'signingKey'>,
  identify: () => Promise<Actor>,
  body: unknown,
  ended: AbortSignal,
): Promise<PullReply> {
  const actor = await identify();
  const request = parse(pullRequest(), body);
  requireReadable(request.schema, commitContext);
  const { organisationId } = actor;
  const finished = new AbortController();
  const ending = AbortSignal.any([ended, finished.signal]);
  // Listening begins before the first read, so that no change falls between the two.
  const woken = request.wait_ms > 0 ? nextChange(commitSignal, organisationId, request.wait_ms, ending) : null;
  try {
    return await look(commitContext, signingKey, actor, identify, request, woken);
  } finally {
    finished.abort();
  }
}

async function look(
  commitContext: CommitContext,
  key: Uint8Array,
  asking: Actor,
  identify: () => Promise<Actor>,
  request: z.infer<ReturnType<typeof pullRequest>>,
  woken: Promise<void> | null,
): Promise<PullReply> {
  const { db } = commitContext.store;
  const { organisationId } = asking;
  let actor = readerOf(asking, request.want);
  const seal = { key, organisationId };
  await requirePoint(db, request.answered, seal);
  const from = request.cursor === null ? null : readCursor(request.cursor, seal);
  const { limit, max_bytes: maxBytes, resync, want } = request;
  const wanted = { limit, maxBytes, resync, evidenceSince: want?.evidence_since };
  for (let waited = false; ; waited = true) {
    const { ops, place, more, known, withheld, organisationRevision } = await readPage(db, actor, from, wanted);
    if (ops.length === 0 && !more && known && woken && !waited) {
      await woken;
      actor = readerOf(await identify(), request.want);
      continue;
    }
    const reset = from !== null && !known;
    const sums = request.checksums && !more ? await sumsAt(db, actor, place) : null;
    const cursor = writeCursor(place, seal);
    const lines = [...(reset ? [resetOp] : []), ...ops];
    return {
      json: pageText({ cursor, more, seq: place.seq, organisationRevision, sums, withheld, lines }, commitContext),
      next: more ? cursor : null,
    };
  }
}

/** What the device should hold at this place; left out where the feed has moved on since. */
async function sumsAt(db: CommitContext['store']['db'], actor: Actor, { seq, covered }: Place): Promise<Sums | null> {
  const names = covered ?? [everyScope];
  const sums = await readSums(db, actor, names, readableKinds(actor));
  if (sums.seq !== seq) return null;
  return Object.fromEntries(names.map((scope) => [scope, sums.sumByScope.get(scope) ?? emptyChecksum]));
}

/** Resolves at the next change of the organisation, after `ms`, or when `ending` aborts. */
function nextChange(
  commitSignal: CommitSignal,
  organisationId: string,
  ms: number,
  ending: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      ending.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = commitSignal.listen((id) => id === organisationId && done());
    ending.addEventListener('abort', done);
    if (ending.aborted) done();
  });
}
