/** The caller's notifications, read and unread (contract, Notifications). */
import type * as z from 'zod';
import { firmOf, may, permissions, type Actor } from '../../../shared/model/access.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { hiddenSubjects } from '../../../shared/visible.ts';
import {
  findNotification,
  listNotifications as listStored,
  markAllRead,
  markRead,
  markUnread,
  type Reader,
  type ReadNotification,
} from '../../store/queues/notifications.ts';
import type { HandlerRequest, Handler } from '../request/handler-request.ts';
import { readPosition, writePosition } from '../request/cursors.ts';
import { idOf, missing } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { envelope } from '../request/lists.ts';

type Shown = z.output<(typeof endpoints)['readNotification']['reply']>;

const usualMs = 30 * 86_400_000;

export const listNotifications: Handler<'listNotifications'> = async ({ actor, query }, context) => {
  const { per_page: perPage } = query;
  const { rows, total, unread } = await listStored(context.store.db, actor.organisationId, readerOf(actor), {
    since: query.since ?? new Date(context.commitContext.now() - usualMs).toISOString(),
    unread: query.unread,
    types: query.type,
    severities: query.severity,
    page: query.page,
    perPage,
    after: readPosition(query.cursor)?.after,
  });
  const shown = rows.slice(0, perPage);
  const { data, meta } = envelope(shown.map(showNotification), total, query);
  return { body: { data, meta: { ...meta, next_cursor: nextOf(rows, query.page, perPage), unread } } };
};

export const readNotification: Handler<'readNotification'> = async (request, context) => {
  const { actor } = request;
  const { id } = await ownNotification(request, context);
  await context.store.transaction((trx) => markRead(trx, actor.organisationId, actor.id, id, now(context)));
  return { body: showNotification(await ownNotification(request, context)) };
};

export const unreadNotification: Handler<'unreadNotification'> = async (request, context) => {
  const { actor } = request;
  const { id } = await ownNotification(request, context);
  await context.store.transaction((trx) => markUnread(trx, actor.organisationId, actor.id, id));
  return { body: showNotification(await ownNotification(request, context)) };
};

export const readAllNotifications: Handler<'readAllNotifications'> = async ({ actor, body }, context) => {
  const marked = await context.store.transaction((trx) =>
    markAllRead(trx, actor.organisationId, readerOf(actor), now(context), body.before ?? undefined),
  );
  return { body: { marked } };
};

/** After the last row shown, so that new notifications shift nothing; null at the end. */
function nextOf(rows: readonly ReadNotification[], page: number, perPage: number): string | null {
  const last = rows[perPage - 1];
  if (rows.length <= perPage || !last) return null;
  return writePosition({ page: page + 1, perPage, after: { value: last.created_at, id: last.id } });
}

/** Another reader's notification is not found. */
async function ownNotification(
  { actor, params }: HandlerRequest<{ readonly notification: string }>,
  { store }: RestContext,
): Promise<ReadNotification> {
  const id = idOf('notification', params.notification);
  const found = await findNotification(store.db, actor.organisationId, readerOf(actor), id);
  if (!found) throw missing('notification');
  return found;
}

function readerOf(actor: Actor): Reader {
  return {
    actorId: actor.id,
    permissions: permissions.filter((permission) => may(actor, permission)),
    hidden: hiddenSubjects(actor),
    firm: firmOf(actor),
  };
}

function now({ commitContext }: RestContext): string {
  return new Date(commitContext.now()).toISOString();
}

function showNotification({
  org_id: _org,
  recipient_actor: _actor,
  permission: _permission,
  ...shown
}: ReadNotification): Shown {
  return shown as Shown; // type and severity were written from a notice
}
