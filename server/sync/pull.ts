/** `POST sync/pull`: the organisation's feed behind the device's cursor. Bodies go out as the text they are stored as, but for what is confidential. */
import type * as z from 'zod';
import type { Actor } from '../../shared/access.ts';
import type { Body } from '../../shared/record.ts';
import { replicatedKinds } from '../../shared/resources/index.ts';
import { contentHash } from '../../shared/sha256.ts';
import { pullRequest } from '../../shared/sync.ts';
import { parse } from '../../shared/validation.ts';
import { isGuarded, mayRead, visibleBody } from '../../shared/visible.ts';
import type { Ground } from '../commit.ts';
import { readClient } from '../store/clients.ts';
import { readFeed } from '../store/feed.ts';
import { changesAfter } from '../store/records.ts';
import type { RecordTable } from '../store/tables.ts';
import type { Wake } from '../wake.ts';
import { readCursor, writeCursor } from './cursor.ts';

/**
 * The reply as JSON text. `identify` = who asks, as of now: asked again after a long wait, in which a token may have been revoked.
 * `ended` ends such a wait: the device has hung up, or the server stops.
 */
export async function pull(
  ground: Ground,
  wake: Wake,
  identify: () => Promise<Actor>,
  body: unknown,
  ended: AbortSignal,
): Promise<string> {
  const actor = await identify();
  const request = parse(pullRequest, body);
  const { organisationId } = actor;
  const answered = new AbortController();
  const ending = AbortSignal.any([ended, answered.signal]);
  // Listening begins before the first look, so that no change falls between the two.
  const woken = request.wait_ms > 0 ? wakeUp(wake, organisationId, request.wait_ms, ending) : null;
  try {
    return await look(ground, actor, identify, request, woken);
  } finally {
    answered.abort();
  }
}

async function look(
  ground: Ground,
  asking: Actor,
  identify: () => Promise<Actor>,
  request: z.infer<typeof pullRequest>,
  woken: Promise<void> | null,
): Promise<string> {
  const { db } = ground.store;
  const { organisationId } = asking;
  let actor = asking;
  const from = readCursor(request.cursor);
  for (let waited = false; ; waited = true) {
    // Read in this order: what the client row and the feed row say is then certainly in the rows that follow.
    const client = request.client_id ? await readClient(db, organisationId, request.client_id) : undefined;
    const feed = await readFeed(db, organisationId);
    const epoch = feed?.epoch ?? '';
    const kinds = replicatedKinds.filter((kind) => mayRead(kind, actor));
    const history = historyOf(epoch, kinds);
    const known = from !== null && from.epoch === history && from.seq <= (feed?.seq ?? 0);
    const seq = known ? from.seq : 0;
    const { rows, more } = await changesAfter(db, organisationId, seq, {
      kinds,
      limit: request.limit,
      maxBytes: request.max_bytes,
    });
    if (rows.length === 0 && known && woken && !waited) {
      await woken;
      actor = await identify();
      continue;
    }
    const reset = request.cursor !== null && !known;
    const ops = rows.filter((row) => seq > 0 || row.deleted === 0).map((row) => opOf(row, actor));
    const end = more ? (rows.at(-1)?.seq ?? seq) : Math.max(rows.at(-1)?.seq ?? seq, feed?.seq ?? seq);
    return (
      `{"cursor":"${writeCursor({ epoch: history, seq: end })}","more":${more},"epoch":${JSON.stringify(epoch)},` +
      `"last_mutation_id":${client?.last_mutation_id ?? 0},"server_time":"${new Date(ground.now()).toISOString()}",` +
      `"ops":[${[...(reset ? ['{"op":"reset"}'] : []), ...ops].join(',')}]}`
    );
  }
}

/** Who may suddenly read more, or less, has a replica that no longer fits: another history, and so a fresh start. */
function historyOf(epoch: string, kinds: readonly string[]): string {
  return kinds.length === replicatedKinds.length ? epoch : `${epoch}~${contentHash(kinds.join()).slice(-12)}`;
}

function opOf(row: RecordTable, actor: Actor): string {
  const { kind, id, seq, rev, document_id, project_id, created_at, updated_at, created_by, updated_by } = row;
  if (row.deleted === 1) return JSON.stringify({ op: 'del', kind, id, seq, rev });
  const head = JSON.stringify({
    op: 'put',
    kind,
    id,
    seq,
    rev,
    document_id,
    project_id,
    created_at,
    updated_at,
    created_by,
    updated_by,
  });
  return `${head.slice(0, -1)},"body":${bodyFor(row, actor)}}`;
}

/** Read only where somebody may have to be kept from a part of it. */
function bodyFor({ kind, body }: RecordTable, actor: Actor): string {
  if (!isGuarded(kind)) return body;
  return JSON.stringify(visibleBody(kind, JSON.parse(body) as Body, actor)); // a stored body is a JSON object
}

/** Settles at the next change of the organisation, after `ms`, or when nobody waits any more. */
function wakeUp(wake: Wake, organisationId: string, ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      ending.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    const stop = wake.listen((id) => id === organisationId && done());
    ending.addEventListener('abort', done);
    if (ending.aborted) done();
  });
}
