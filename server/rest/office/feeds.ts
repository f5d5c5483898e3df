/** The event feed, conflicts, and what was merged by itself. */
import type * as z from 'zod';
import type { EventName } from '../../../shared/model/event.ts';
import { firmOf, type Actor } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { conflict } from '../../../shared/resources/conflict.ts';
import { conflictReply, mergedEditReply } from '../../../shared/rest/shapes.ts';
import { mayReadEvent } from '../../../shared/visible.ts';
import { removal } from '../../../shared/merge/merge.ts';
import { resolutionCommands } from '../../../shared/resolve-conflict.ts';
import { commit } from '../../commit/commit.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { loadByIds } from '../../store/records/records.ts';
import { payloadOf, listEventsAfter, listEventsBefore } from '../../store/records/events.ts';
import type { FeedTable } from '../../store/tables/tables.ts';
import type { RestContext } from '../request/rest-context.ts';
import type { Handler } from '../request/handler-request.ts';
import { historyPointOf, requireHistory, type HistoryPoint } from '../../http/history.ts';
import { find } from '../request/find.ts';
import { openPosition, sealPosition } from './event-position.ts';
import { listed } from '../request/lists.ts';
import { withSite } from './settled-place.ts';
import { present, seenBy } from '../../../shared/present.ts';

type EventOnWire = z.output<(typeof endpoints)['listEvents']['reply']>['data'][number];

export const listEvents: Handler<'listEvents'> = async ({ actor, query }, context) => {
  const { db } = context.store;
  const { organisationId } = actor;
  const { after, order, limit, event: names } = query;
  if (order === 'newest') return await lastEvents(actor, query, context);
  const start = openPosition(after, context.signingKey, organisationId);
  const sealed = (seq: number, history: HistoryPoint): string =>
    sealPosition({ seq, history }, context.signingKey, organisationId);
  const feed = await requireHistory(db, organisationId, start.history, (shared) => ({
    shared_after: sealed(Math.min(start.seq, shared.seq), shared),
  }));
  if (start.seq < feed.events_until && after !== '0') throw await eventsGone(context, actor, feed);
  const events = await listEventsAfter(db, organisationId, start.seq, limit + 1, names, firmOf(actor));
  // What is committed during this read belongs to a history that the position would not name.
  const some = events.slice(0, limit).filter(({ seq }) => seq <= feed.seq);
  // The position passes over what the caller may not read.
  const readable = some.filter(({ name }) => mayReadEvent(name as EventName, actor)); // from the closed list
  const next = sealed(some.at(-1)?.seq ?? start.seq, historyPointOf(feed));
  return {
    body: {
      data: readable.map((event) => payloadOf(event) as EventOnWire), // from eventPayload
      meta: { next_after: next, more: events.length > limit },
    },
  };
};

/** Newest first. The position is after all of them, so that the feed goes on from there. */
async function lastEvents(
  actor: Actor,
  { before = Number.MAX_SAFE_INTEGER, limit, event: names }: Parameters<typeof listEvents>[0]['query'],
  { store: { db }, signingKey }: RestContext,
) {
  const { organisationId } = actor;
  const feed = await requireHistory(db, organisationId, { seq: 0, head: null });
  const from = Math.min(before, feed.seq + 1);
  const events = await listEventsBefore(db, organisationId, from, limit + 1, names, firmOf(actor));
  const some = events.slice(0, limit);
  const readable = some.filter(({ name }) => mayReadEvent(name as EventName, actor)); // from the closed list
  const position = { seq: from - 1, history: historyPointOf(feed) };
  return {
    body: {
      data: readable.map((event) => payloadOf(event) as EventOnWire), // from eventPayload
      meta: {
        next_after: sealPosition(position, signingKey, organisationId),
        more: events.length > limit,
        next_before: some.at(-1)?.seq ?? from,
      },
    },
  };
}

/** `0` is no position: it asks for all that are there. */
async function eventsGone({ store }: RestContext, actor: Actor, feed: FeedTable): Promise<Problem> {
  const [oldest] = await listEventsAfter(
    store.db,
    actor.organisationId,
    feed.events_until,
    1,
    undefined,
    firmOf(actor),
  );
  return new Problem('events_gone', undefined, { members: { oldest_sequence: oldest?.seq ?? null } });
}

export const listConflicts: Handler<'listConflicts'> = async (request, context) => {
  const { status, document_id } = request.query;
  const { data, meta } = await listed(request, context, 'conflict', { status, document_id }, (record) => record);
  const show = await shownBy(request.actor, context, data);
  return { body: { data: data.map(show), meta } };
};

export const listMergedEdits: Handler<'listMergedEdits'> = async (request, context) => {
  const { actor, query } = request;
  const show = (record: StoredRecord) => present(mergedEditReply, seenBy(actor, record));
  return { body: await listed(request, context, 'merged_edit', { document_id: query.document_id }, show) };
};

/** A conflict tells of two edits; the record may have been changed since, and what it has now is shown beside them. */
async function shownBy(actor: Actor, { store }: RestContext, conflicts: readonly StoredRecord[]) {
  const about = conflicts.map(({ body }) => conflict.schema.parse(body).record_id); // its own schema, by which it was stored
  const rows = await loadByIds(store.db, actor.organisationId, [...new Set(about)]);
  const bodies = new Map(rows.map((row) => [row.id, row.deleted ? {} : seenBy(actor, toRecord(row)).body]));
  return (record: StoredRecord) => {
    const { record_id: id, field } = conflict.schema.parse(record.body); // likewise
    const more = field === removal ? {} : { now: bodies.get(id)?.[field] ?? null };
    return present(conflictReply, seenBy(actor, record), more);
  };
}

export const settleConflict: Handler<'settleConflict'> = async (request, context) => {
  const before = await find(context.store.db, request.actor.organisationId, 'conflict', request.params.conflict);
  // Its own schema, by which it was stored.
  const disputed = conflict.schema.parse(before.body);
  const { organisationId } = request.actor;
  const [row] = await loadByIds(context.store.db, organisationId, [disputed.record_id]);
  const target = row && toRecord(row);
  const resolving = resolutionCommands(before.id, disputed, target, request.body);
  const commands = await withSite(context.store.db, organisationId, resolving, target);
  await commit(
    context.commitContext,
    request.author,
    commands.map((command) => (command.id === before.id ? { ...command, ...request.guard(before) } : command)),
  );
  const record = await find(context.store.db, request.actor.organisationId, 'conflict', before.id);
  const show = await shownBy(request.actor, context, [record]);
  return { body: show(record), revision: record.rev };
};
