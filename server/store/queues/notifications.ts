/** What people are told, and what each of them has read (contract, Notifications). Bookkeeping: no record, nothing for devices. */
import type { Db, Trx } from '../engine/db.ts';
import { fitting, type Notice } from '../../../shared/model/notice.ts';
import { anyOf } from '../engine/any-of.ts';
import { chunks } from '../engine/chunks.ts';
import { aboutPartOf } from '../records/contractor-access.ts';
import type { Place } from '../records/record-lists.ts';
import type { Page, PageRequest } from '../tables/rows.ts';
import type { NotificationTable } from '../tables/notifications.ts';

export interface NewNotification {
  readonly id: string;
  readonly notice: Notice;
  /** RFC 3339, UTC, ms. */
  readonly created_at: string;
}

const keptMs = 400 * 86_400_000;

/** A notice that was told before is left out. As many old ones go as new ones come, and a few more, so that they become fewer. */
export async function insertNotifications(trx: Trx, orgId: string, told: readonly NewNotification[]): Promise<void> {
  const [first] = told;
  if (!first) return;
  for (const some of chunks(told)) {
    await trx
      .insertInto('notification')
      .values(some.map((one) => rowOf(orgId, one)))
      .onConflict((conflict) => conflict.columns(['org_id', 'dedupe_key']).doNothing())
      .execute();
  }
  const since = new Date(Date.parse(first.created_at) - keptMs).toISOString();
  await sweep(trx, orgId, since, told.length + 20);
}

function rowOf(orgId: string, { id, notice: told, created_at }: NewNotification): NotificationTable {
  const notice = fitting(told);
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

async function sweep(trx: Trx, orgId: string, since: string, limit: number): Promise<void> {
  const oldest = trx
    .selectFrom('notification')
    .select('id')
    .where('org_id', '=', orgId)
    .where('created_at', '<', since)
    .orderBy('created_at')
    .limit(limit);
  await trx.deleteFrom('notification').where('org_id', '=', orgId).where('id', 'in', oldest).execute();
}

/** Who asks: a notice is theirs when it names them, or a permission they hold. */
export interface Reader {
  readonly actorId: string;
  readonly permissions: readonly string[];
  /** Only what is about this contractor's part. */
  readonly firm?: string | undefined;
}

export interface NotificationRequest extends PageRequest {
  /** Inclusive; RFC 3339, UTC, ms. */
  readonly since: string;
  readonly unread?: boolean | undefined;
  readonly types?: readonly string[] | undefined;
  readonly severities?: readonly string[] | undefined;
  /** The one behind which the page begins, instead of by its number. */
  readonly after?: Place | undefined;
}

export type ReadNotification = NotificationTable & { readonly read_at: string | null };

export interface NotificationPage extends Page<ReadNotification> {
  /** Of all that the request finds, whatever it says of `unread`. */
  readonly unread: number;
}

/** Newest first; with one row beyond the page where more follow. */
export async function listNotifications(
  db: Db,
  orgId: string,
  reader: Reader,
  { since, unread, types, severities, page, perPage, after }: NotificationRequest,
): Promise<NotificationPage> {
  const found = notificationsOf(db, orgId, reader)
    .where('notification.created_at', '>=', since)
    .$if(types !== undefined, (query) => query.where('notification.type', 'in', anyOf(types ?? [])))
    .$if(severities !== undefined, (query) => query.where('notification.severity', 'in', anyOf(severities ?? [])));
  const rows = await found
    .$if(unread !== undefined, (query) => query.where('mark.read_at', unread ? 'is' : 'is not', null))
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('notification.created_at', 'notification.id'),
          '<',
          eb.tuple(after?.value ?? '', after?.id ?? ''),
        ),
      ),
    )
    .selectAll('notification')
    .select('mark.read_at')
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(perPage + 1)
    .offset(after === undefined ? (page - 1) * perPage : 0)
    .execute();
  const counts = await found
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('mark.read_at').as('read')])
    .executeTakeFirstOrThrow();
  const unreadCount = counts.all - counts.read;
  const total = unread === undefined ? counts.all : unread ? unreadCount : counts.read;
  return { rows, total, unread: unreadCount };
}

export async function findNotification(
  db: Db,
  orgId: string,
  reader: Reader,
  id: string,
): Promise<ReadNotification | undefined> {
  return await notificationsOf(db, orgId, reader)
    .where('notification.id', '=', id)
    .selectAll('notification')
    .select('mark.read_at')
    .executeTakeFirst();
}

/** Reading again changes nothing: the first time stands. */
export async function markRead(trx: Trx, orgId: string, actorId: string, id: string, at: string): Promise<void> {
  await trx
    .insertInto('notification_read')
    .values({ org_id: orgId, notification_id: id, actor_id: actorId, read_at: at })
    .onConflict((conflict) => conflict.columns(['org_id', 'notification_id', 'actor_id']).doNothing())
    .execute();
}

export async function markUnread(trx: Trx, orgId: string, actorId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('notification_read')
    .where('org_id', '=', orgId)
    .where('notification_id', '=', id)
    .where('actor_id', '=', actorId)
    .execute();
}

/** Everything of the reader's that was told by `before` (inclusive), or everything; gives how many became read. */
export async function markAllRead(
  trx: Trx,
  orgId: string,
  reader: Reader,
  at: string,
  before: string | undefined,
): Promise<number> {
  const unread = notificationsOf(trx, orgId, reader)
    .where('mark.read_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('notification.created_at', '<=', before ?? ''))
    .select((eb) => [
      'notification.org_id',
      'notification.id',
      eb.val(reader.actorId).as('actor_id'),
      eb.val(at).as('read_at'),
    ]);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('notification_read')
    .columns(['org_id', 'notification_id', 'actor_id', 'read_at'])
    .expression(unread)
    .onConflict((conflict) => conflict.columns(['org_id', 'notification_id', 'actor_id']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0);
}

/** What the reader may see, each with the reader's own mark. */
function notificationsOf(db: Db, orgId: string, { actorId, permissions, firm }: Reader) {
  return db
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
    )
    .$if(firm !== undefined, (query) =>
      query.where((eb) => aboutPartOf(eb.ref('notification.resource_id'), db, orgId, firm ?? '')),
    );
}
