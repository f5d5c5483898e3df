/**
 * Replays the audit log: each entry extends the hash chain, names the last digest of what it changed, and vouches for the events that
 * follow it.
 */
import * as z from 'zod';
import { retentionOf } from '../base/retention.ts';
import { headAfter, listAudit } from '../store/records/audit.ts';
import { eventsDigest } from '../store/records/events.ts';
import { readFeed } from '../store/records/feed.ts';
import type { AuditTable, EventTable } from '../store/tables/tables.ts';
import type { CheckContext } from './check-context.ts';
import { openEventReader, type EventReader } from './event-reader.ts';
import { advice } from './findings.ts';

/** Entries a page: one entry lists everything that a push changed. */
const perPage = 100;
/** Between two steps. */
const mostNoted = 500;
const dayMs = 86_400_000;

const entrySchema = z.object({
  at: z.string(),
  commands: z.array(z.object({ id: z.string(), op: z.string() })),
  events: z.object({ count: z.int().positive(), sha256: z.string() }).optional(),
  records: z.array(
    z.object({ id: z.string(), kind: z.string(), rev: z.int(), deleted: z.boolean(), sha256: z.string() }),
  ),
  seq: z.int(),
});
type Entry = z.infer<typeof entrySchema>;

/** How far the log was replayed. */
export interface ReplayPoint {
  readonly seq: number;
  readonly head: string;
}

/** Replays the entries after `from`, up to the commit at `end`; yields often, and returns the head that it came to. */
export async function* replayLog(
  context: CheckContext,
  from: ReplayPoint,
  end: number,
): AsyncGenerator<void, ReplayPoint> {
  const { db, orgId, scratch, progress } = context;
  const events = openEventReader(db, orgId, from.seq, end);
  let { seq, head } = from;
  for (;;) {
    const page = (await listAudit(db, orgId, seq, perPage)).filter((row) => row.seq <= end);
    const read: { row: AuditTable; entry: Entry }[] = [];
    for (const row of page) {
      if (headAfter(head, row.entry) !== row.head) foundAltered(context, row.seq);
      head = row.head;
      const entry = readEntry(row);
      if (entry) read.push({ row, entry });
      else foundAltered(context, row.seq, 'cannot be read');
    }
    let noted = 0;
    for (const { row, entry } of read) {
      scratch.together(() => {
        for (const record of entry.records.filter((each) => isState(each, entry)))
          scratch.note({ ...record, seq: row.seq, at: entry.at });
      });
      await checkEvents(context, events, entry);
      noted += entry.records.length;
      if (noted < mostNoted) continue;
      noted = 0;
      yield;
    }
    progress.entries += page.length;
    seq = page.at(-1)?.seq ?? seq;
    if (page.length < perPage) break;
    yield;
  }
  await foundStray(context, events, end);
  return { seq: end, head };
}

/** What an operator does with the clock or the keys is logged under the organisation's id, and changes nothing of it. */
function isState({ kind, id }: Entry['records'][number], { commands }: Entry): boolean {
  return kind !== 'organisation' || commands.some((command) => command.id === id && command.op !== 'act');
}

function readEntry({ entry, seq }: AuditTable): Entry | null {
  try {
    const read = entrySchema.parse(JSON.parse(entry));
    return read.seq === seq ? read : null;
  } catch {
    return null;
  }
}

function foundAltered({ orgId, findings }: CheckContext, seq: number, how?: string): void {
  findings.add({
    severity: 'fault',
    organisation_id: orgId,
    what: 'audit',
    id: String(seq),
    problem: `audit entry ${seq} ${how ?? 'was changed, or the one before it is missing'}`,
    advice: advice.log,
  });
}

/** Takes the events of this entry from the reader, and reports those before it that belong to no entry. */
async function checkEvents(context: CheckContext, events: EventReader, { seq, at, events: own }: Entry): Promise<void> {
  await foundStray(context, events, seq);
  if (!own) return;
  const last = seq + own.count;
  const found: EventTable[] = [];
  for (let event = await events.next(last); event; event = await events.next(last)) found.push(event);
  context.progress.events += found.length;
  if (found.length === own.count && eventsDigest(found) === own.sha256) return;
  if (await areExpired(context, seq + 1, at)) return;
  context.findings.add({
    severity: 'fault',
    organisation_id: context.orgId,
    what: 'event',
    id: String(seq + 1),
    problem: `the events of audit entry ${seq} of ${at} are not what it recorded: ${found.length} of ${own.count} are there`,
    advice: advice.log,
  });
}

/** Whether events from this place on were deleted, and were old enough for that. */
async function areExpired({ db, orgId, nowMs }: CheckContext, first: number, at: string): Promise<boolean> {
  const until = (await readFeed(db, orgId))?.events_until ?? 0;
  return until >= first && Date.parse(at) < nowMs - retentionOf('events') + dayMs;
}

/** Events up to here that no entry vouches for. */
async function foundStray({ orgId, findings }: CheckContext, events: EventReader, upTo: number): Promise<void> {
  for (let event = await events.next(upTo); event; event = await events.next(upTo))
    findings.add({
      severity: 'fault',
      organisation_id: orgId,
      what: 'event',
      id: String(event.seq),
      problem: `event ${event.seq} (${event.name}) belongs to no audit entry`,
      advice: advice.log,
    });
}
