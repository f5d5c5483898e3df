/** Compares what is no record with the audit log: tokens, passkeys, webhooks, mirrors and the organisation; and finds what the log says and nobody has. */
import { retentionOf } from '../base/retention.ts';
import { stateDigest } from '../commit/audit.ts';
import {
  identityState,
  mirrorState,
  organisationState,
  passkeyState,
  tokenState,
  webhookState,
} from '../commit/audited-state.ts';
import { listIdentities, listPasskeys } from '../store/access/credentials.ts';
import { listMirrors } from '../store/access/mirrors.ts';
import { readAllTokens } from '../store/access/tokens.ts';
import { listWebhooks } from '../store/access/webhooks.ts';
import { readFeed } from '../store/records/feed.ts';
import { loadByIds } from '../store/records/records.ts';
import { sweptKinds } from '../store/records/tombstones.ts';
import type { LastWord } from '../store/integrity/scratch.ts';
import { inSnapshot } from '../store/snapshot.ts';
import type { CheckContext } from './check-context.ts';
import { advice, faultOf } from './findings.ts';
import { replayLog, type ReplayPoint } from './replay-log.ts';

const dayMs = 86_400_000;

/** Replays the log from this point to the moment at which it reads the others, and returns how far that was. */
export async function* checkOthers(context: CheckContext, from: ReplayPoint): AsyncGenerator<void, ReplayPoint> {
  const { db, orgId, scratch, findings } = context;
  const { feed, others } = await inSnapshot(db, (snapshot) => readOthers(snapshot, orgId));
  if (!feed) return from;
  const point = yield* replayLog(context, from, feed.seq);
  for (const [kind, id, digest] of others) {
    const word = scratch.lookUp(kind, id);
    const what = { what: kind, advice: kind === 'organisation' ? advice.restore : advice.token };
    if (!word) findings.add(faultOf(context, { kind, id }, 'is in no audit entry: the server did not make it', what));
    else if (word.sha256 !== digest) {
      const problem = `is not what audit entry ${word.seq} of ${word.at} recorded`;
      findings.add(faultOf(context, { kind, id }, problem, what));
    }
  }
  return point;
}

/** Each with the digest of its state, as of one moment: on a busy server they change from one read to the next. */
async function readOthers(db: CheckContext['db'], orgId: string) {
  const feed = await readFeed(db, orgId);
  const others = [
    ...(await readAllTokens(db, orgId)).map((row) => ['token', row.id, stateDigest(tokenState(row))] as const),
    ...(await listIdentities(db, orgId)).map((row) => ['identity', row.id, stateDigest(identityState(row))] as const),
    ...(await listPasskeys(db, orgId)).map((row) => ['passkey', row.id, stateDigest(passkeyState(row))] as const),
    ...(await listWebhooks(db, orgId)).map((row) => ['webhook', row.id, stateDigest(webhookState(row))] as const),
    ...(await listMirrors(db, orgId)).map((row) => ['mirror', row.id, stateDigest(mirrorState(row))] as const),
    ...(feed ? [['organisation', orgId, stateDigest(organisationState(feed))] as const] : []),
  ];
  return { feed, others };
}

/** What the log speaks of and nobody has looked up. */
export async function* checkMissing(context: CheckContext): AsyncGenerator<void> {
  const { db, orgId, scratch, findings } = context;
  let last = { kind: '', id: '' };
  for (let words = scratch.neverLookedUp(last); words.length > 0; words = scratch.neverLookedUp(last)) {
    const wanted = words.filter((word) => !mayBeGone(context, word));
    // Records that changed meanwhile are there; the next check compares them.
    const there = new Set(
      (
        await loadByIds(
          db,
          orgId,
          wanted.map(({ id }) => id),
        )
      ).map(({ id }) => id),
    );
    for (const word of wanted.filter(({ id }) => !there.has(id))) {
      const problem = `is gone; audit entry ${word.seq} of ${word.at} recorded it last`;
      findings.add(faultOf(context, word, problem, { what: word.kind === 'token' ? 'token' : 'record' }));
    }
    last = words.at(-1) ?? last;
    yield;
  }
}

/** Tombstones and tokens that the server itself deletes after a time, and what has no row of its own. */
function mayBeGone({ nowMs }: CheckContext, { kind, deleted, at }: LastWord): boolean {
  const isOlder = (name: 'tombstones' | 'tokens'): boolean => Date.parse(at) < nowMs - retentionOf(name) + dayMs;
  if (kind === 'organisation' || kind === 'refused_command') return true;
  if (kind === 'token') return isOlder('tokens');
  if (['webhook', 'mirror', 'identity', 'passkey'].includes(kind)) return deleted;
  return deleted && sweptKinds.includes(kind) && isOlder('tombstones');
}
