/** Notifications and their read marks (contract, Notifications). They are not records, so devices do not receive them. */
import { fitting, type Notice } from '../../../shared/model/notice.ts';
import { retentionOf } from '../../base/retention.ts';
import { anyOf } from '../engine/clauses.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import { isSubjectVisible } from '../records/contractor-access.ts';
import type { Place } from '../records/record-lists.ts';
import type { NotificationReadTable, NotificationTable } from '../tables/notifications.ts';
import { limitsOf, type Page, type PageRequest } from '../tables/rows.ts';

export interface NewNotification {
  readonly id: string;
  readonly notice: Notice;
  /** RFC 3339, UTC, ms. */
  readonly created_at: string;
}

/** Skips notices that were sent before. Also deletes expired notifications: a few more than it inserts, so that a backlog shrinks. */
export async function insertNotifications(trx: Trx, orgId: string, sent: readonly NewNotification[]): Promise<void> {
  const [first] = sent;
  if (!first) return;
  await insertNew(
    trx,
    sent.map((each) => rowOf(orgId, each)),
  );
  const since = new Date(Date.parse(first.created_at) - retentionOf('notifications')).toISOString();
  await deleteOldest(trx, orgId, since, sent.length + 20);
}

const insertNew = preparedForEach((db, rows: readonly NotificationTable[]) =>
  db
    .insertInto('notification')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing()),
);

const deleteOldest = preparedChange((db, orgId: string, since: string, limit: number) =>
  db
    .deleteFrom('notification')
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notification')
        .select('id')
        .where('org_id', '=', orgId)
        .where('created_at', '<', since)
        .where((feed) =>
          feed.exists(
            feed.selectFrom('feed').select('seq').where('org_id', '=', orgId).where('clock_doubted_ms', 'is', null),
          ),
        )
        .orderBy('created_at')
        .limit(limit),
    ),
);

function rowOf(orgId: string, { id, notice: given, created_at }: NewNotification): NotificationTable {
  const notice = fitting(given);
  return {
    org_id: orgId,
    id,
    type: notice.type,
    severity: notice.severity,
    subject: notice.subject,
    body: notice.body,
    resource_type: notice.resourceType,
    resource_id: notice.resourceId,
    project_id: notice.projectId,
    recipient_actor: 'actorId' in notice.to ? notice.to.actorId : null,
    permission: 'permission' in notice.to ? notice.to.permission : null,
    dedupe_key: notice.dedupeKey,
    created_at,
  };
}

/** The requesting actor, who receives a notification that names them or a permission they hold. */
export interface Reader {
  readonly actorId: string;
  readonly permissions: readonly string[];
  /** Types of resources that the actor may not read. */
  readonly hidden: readonly string[];
  /** Limits the result to what this contractor may see. */
  readonly firm?: string | undefined;
}

interface NotificationFilter {
  /** Inclusive; RFC 3339, UTC, ms. */
  readonly since: string;
  readonly unread?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly severities?: readonly string[] | undefined;
  /** Keyset cursor: the page begins after this row, and the page number is ignored. */
  readonly after?: Place | undefined;
}
export type NotificationRequest = NotificationFilter & PageRequest;

export type ReadNotification = NotificationTable & { readonly read_at: string | null };

export interface NotificationPage extends Page<ReadNotification> {
  /** Unread among all matches, regardless of the request's `unread` filter. */
  readonly unread: number;
}

/** Newest first. Returns one row more than the page if there are further rows. */
export async function listNotifications(
  db: Db,
  orgId: string,
  reader: Reader,
  request: NotificationRequest,
): Promise<NotificationPage> {
  const { limit, offset } = limitsOf(request);
  const rows = await notificationPage(db, orgId, reader, request, limit + 1, request.after ? 0 : offset);
  const { all, read } = (await notificationCounts(db, orgId, reader, request)) ?? { all: 0, read: 0 };
  const total = request.unread === undefined ? all : request.unread ? all - read : read;
  return { rows, total, unread: all - read };
}

const notificationPage = preparedRows(
  (db, orgId: string, reader: Reader, filter: NotificationFilter, limit: number, offset: number) => {
    const { unread, after } = filter;
    let query = matching(db, orgId, reader, filter).selectAll('notification').select('mark.read_at');
    if (unread !== undefined) query = query.where('mark.read_at', unread ? 'is' : 'is not', null);
    if (after !== undefined)
      query = query.where((eb) =>
        eb(eb.refTuple('notification.created_at', 'notification.id'), '<', eb.tuple(after.value, after.id)),
      );
    return query
      .orderBy('notification.created_at', 'desc')
      .orderBy('notification.id', 'desc')
      .limit(limit)
      .offset(offset);
  },
);

const notificationCounts = preparedFirst((db, orgId: string, reader: Reader, filter: NotificationFilter) =>
  matching(db, orgId, reader, filter).select(({ fn }) => [
    fn.countAll<number>().as('all'),
    fn.count<number>('mark.read_at').as('read'),
  ]),
);

function matching(db: Db, orgId: string, reader: Reader, { since, types, severities }: NotificationFilter) {
  let query = notificationsOf(db, orgId, reader).where('notification.created_at', '>=', since);
  if (types !== undefined) query = query.where('notification.type', 'in', anyOf(types));
  if (severities !== undefined) query = query.where('notification.severity', 'in', anyOf(severities));
  return query;
}

export const findNotification = preparedFirst((db, orgId: string, reader: Reader, id: string) =>
  notificationsOf(db, orgId, reader).where('notification.id', '=', id).selectAll('notification').select('mark.read_at'),
);

/** Idempotent: keeps the time of the first reading. */
export async function markRead(trx: Trx, orgId: string, actorId: string, id: string, at: string): Promise<void> {
  await insertRead(trx, { org_id: orgId, notification_id: id, actor_id: actorId, read_at: at });
}
const insertRead = preparedChange((db, row: NotificationReadTable) =>
  db
    .insertInto('notification_read')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'notification_id', 'actor_id']).doNothing()),
);

export const markUnread = preparedChange((db, orgId: string, actorId: string, id: string) =>
  db
    .deleteFrom('notification_read')
    .where('org_id', '=', orgId)
    .where('notification_id', '=', id)
    .where('actor_id', '=', actorId),
);

/** Marks the reader's notifications created up to `before` (inclusive; undefined = all) as read; resolves to the number of new marks. */
export const markAllRead = preparedChange(
  (db, orgId: string, reader: Reader, at: string, before: string | undefined) => {
    let unread = notificationsOf(db, orgId, reader).where('mark.read_at', 'is', null);
    if (before !== undefined) unread = unread.where('notification.created_at', '<=', before);
    return db
      .insertInto('notification_read')
      .columns(['org_id', 'notification_id', 'actor_id', 'read_at'])
      .expression(
        unread.select((eb) => [
          'notification.org_id',
          'notification.id',
          eb.val(reader.actorId).as('actor_id'),
          eb.val(at).as('read_at'),
        ]),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'notification_id', 'actor_id']).doNothing());
  },
);

/** Notifications that the reader may see, joined with the reader's own read marks. */
function notificationsOf(db: Db, orgId: string, { actorId, permissions, hidden, firm }: Reader) {
  let query = db
    .selectFrom('notification')
    .leftJoin('notification_read as mark', (join) =>
      join
        .onRef('mark.org_id', '=', 'notification.org_id')
        .onRef('mark.notification_id', '=', 'notification.id')
        .on('mark.actor_id', '=', actorId),
    )
    .where('notification.org_id', '=', orgId)
    .where((eb) =>
      eb.or([
        eb('notification.recipient_actor', '=', actorId),
        eb('notification.permission', 'in', anyOf(permissions)),
      ]),
    );
  if (hidden.length > 0) query = query.where('notification.resource_type', 'not in', hidden);
  return firm === undefined
    ? query
    : query.where((eb) => isSubjectVisible(eb.ref('notification.resource_id'), db, orgId, firm));
}
