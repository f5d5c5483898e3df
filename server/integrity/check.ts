/**
 * An integrity check of one organisation (contract, Integrity): replays the audit log, and compares every record with it. Works in small
 * steps of bounded memory while the server goes on; what changes meanwhile is compared again.
 */
import { listAudit, noHistory } from '../store/records/audit.ts';
import { changesAfter } from '../store/records/changes.ts';
import { listEventsAfter } from '../store/records/events.ts';
import { readFeed } from '../store/records/feed.ts';
import type { CheckContext } from './check-context.ts';
import { checkDocuments } from './check-documents.ts';
import { checkCounts } from './check-counts.ts';
import { checkFiles, noteLogo } from './check-files.ts';
import { checkMissing, checkOthers } from './check-others.ts';
import { checkRecords } from './check-records.ts';
import { checkBindings } from './check-signoff.ts';
import { advice } from './findings.ts';
import { replayLog, type ReplayPoint } from './replay-log.ts';
import { checkChains, noteRefusedLinks } from './tablet-chains.ts';

/** A server that writes without pause is followed this often; the next check compares what is left. */
const mostRounds = 5;

/** Yields after each step of at most some hundred rows. */
export async function* checkOrganisation(context: CheckContext): AsyncGenerator<void> {
  const { db, orgId, scratch, findings } = context;
  let point: ReplayPoint = { seq: 0, head: noHistory };
  for (let round = 0; round < mostRounds; round++) {
    const feed = await readFeed(db, orgId);
    if (!feed || (round > 0 && feed.seq <= point.seq)) break;
    const from = point.seq;
    point = yield* replayLog(context, point, feed.seq);
    if (point.head !== feed.head) reportLog(context, 'the end of the audit log is missing');
    yield* checkRecords(context, from, feed.seq);
  }
  yield* noteRefusedLinks(db, orgId, scratch);
  checkChains(orgId, scratch, findings);
  checkBindings(context);
  yield* checkDocuments(context, point.seq);
  point = yield* checkOthers(context, point);
  yield* checkMissing(context);
  yield* checkCounts(context);
  noteLogo(context, (await readFeed(db, orgId))?.details ?? '{}');
  yield* checkFiles(context);
  await checkBeyond(context, point.seq);
}

/** Nothing is behind the end of the feed, where no pull and no poll would find it. */
async function checkBeyond(context: CheckContext, end: number): Promise<void> {
  const { db, orgId } = context;
  const found = [
    ...(await listAudit(db, orgId, end, 1)).map(({ seq }) => ['audit entry', seq] as const),
    ...(await listEventsAfter(db, orgId, end, 1)).map(({ seq }) => ['event', seq] as const),
    ...(await changesAfter(db, orgId, end, { limit: 1, maxBytes: 1 })).rows.map(
      ({ kind, id, seq }) => [`${kind} ${id}`, seq] as const,
    ),
  ];
  const last = (await readFeed(db, orgId))?.seq ?? 0;
  for (const [name, seq] of found)
    if (seq > last) reportLog(context, `${name} is at place ${seq}, behind the end of the feed, ${last}`);
}

function reportLog({ orgId, findings }: CheckContext, problem: string): void {
  findings.add({
    severity: 'fault',
    organisation_id: orgId,
    what: 'audit',
    id: null,
    problem,
    advice: advice.log,
  });
}
