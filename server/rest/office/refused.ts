/** Commands of devices that were refused, and who saw that they are not needed. */
import type * as z from 'zod';
import type { Actor } from '../../../shared/model/access.ts';
import { isJsonObject } from '../../../shared/base/json.ts';
import { recordId } from '../../../shared/model/fields.ts';
import { idIn } from '../../../shared/model/resource.ts';
import { resourceOf } from '../../../shared/resources/index.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { visibleCommand } from '../../../shared/visible.ts';
import { auditChange } from '../../commit/audit.ts';
import { findRefused, listRefused as readRefused, markSeen } from '../../store/devices/commands.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByIds } from '../../store/records/records.ts';
import type { CommandTable } from '../../store/tables/commands.ts';
import { idOf, missing } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { envelope } from '../request/lists.ts';

type Shown = z.output<(typeof endpoints)['dismissRefused']['reply']>;

export const listRefused: Handler<'listRefused'> = async ({ actor, query }, context) => {
  const { page, per_page: perPage, status } = query;
  const isSeen = status?.length === 1 ? status[0] === 'seen' : undefined;
  const { rows, total } = await readRefused(context.store.db, actor.organisationId, { page, perPage }, isSeen);
  return { body: envelope(await showRefused(context.store.db, actor, rows), total, query) };
};

export const dismissRefused: Handler<'dismissRefused'> = async ({ actor, author, params, body }, context) => {
  const { organisationId } = actor;
  const [id, { hash, reason = null }] = [idOf('refused command', params.command), body];
  const row = await context.store.write(organisationId, context.commitContext.now, async (tx) => {
    const by = { id: author.actor.id, name: author.actor.name };
    const seen = { by, at: new Date(context.commitContext.now()).toISOString(), reason };
    const isFirst = (await markSeen(tx.trx, organisationId, id, hash, JSON.stringify(seen))) > 0;
    const marked = await findRefused(tx.trx, organisationId, id, hash);
    if (!marked) throw missing('refused command');
    if (isFirst)
      await auditChange(tx, author, {
        op: 'act',
        action: 'dismiss',
        kind: 'refused_command',
        id,
        state: { hash, seen },
      });
    return marked;
  });
  const [shown] = await showRefused(context.store.db, actor, [row]);
  if (!shown) throw new Error('a refused command was not shown');
  return { body: shown };
};

async function showRefused(db: Db, actor: Actor, rows: readonly CommandTable[]): Promise<Shown[]> {
  let bytes = 0;
  const shownRows = rows.map((row) => {
    bytes += row.sent?.length ?? 0;
    const shown = bytes <= maxPageBytes ? row.sent : null;
    return { ...row, shown, target: targetOf(memberOf(shown, 'command')) };
  });
  const targets = await loadByIds(db, actor.organisationId, [
    ...new Set(shownRows.flatMap(({ target }) => target ?? [])),
  ]);
  const documents = new Map(targets.map((row) => [row.id, idIn('document_id', resourceOf(row.kind), row)]));
  return shownRows.map(({ id, hash, received_ms, answer, shown, target, seen }) => ({
    id,
    hash,
    author: memberOf(shown, 'author'),
    at: new Date(received_ms).toISOString(),
    command: visibleCommand(memberOf(shown, 'command'), actor),
    document_id: documents.get(target ?? '') ?? null,
    problem: memberOf(answer, 'problem'),
    seen: seen === null ? null : (readJson(seen) as Shown['seen']), // written by dismissRefused
  }));
}

/** The record that a command was to change. A malformed command may name none. */
function targetOf(command: z.output<z.ZodJSONSchema>): string | null {
  const id = isJsonObject(command) ? command['id'] : null;
  return recordId.safeParse(id).data ?? null;
}

/** Of the commands on a page of refused ones; a smaller page shows the others. */
const maxPageBytes = 512 * 1024;

/** Push stores what the device sent, and the answer, as JSON; a malformed command may lack any member. */
function memberOf(text: string | null, name: string): z.output<z.ZodJSONSchema> {
  const whole = text === null ? null : readJson(text);
  return isJsonObject(whole) ? ((whole as Record<string, z.output<z.ZodJSONSchema>>)[name] ?? null) : whole; // members of JSON are JSON
}

/** What the server wrote itself. */
function readJson(text: string): z.output<z.ZodJSONSchema> {
  return JSON.parse(text) as z.output<z.ZodJSONSchema>;
}
