/** Commands that devices sent, by identity: a repeat gets the same answer, and an id cannot stand for two commands (contract, Sync). */
import { sql } from 'kysely';
import { inChunks } from '../engine/chunks.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { CommandTable } from '../tables/commands.ts';
import { uuidv7 } from '../../../shared/model/uuid.ts';
import { limitsOf, type Owned, type Page, type PageRequest } from '../tables/rows.ts';

/** All rows of these ids: more than one where an id was used for different commands. The first one taken comes first. */
export async function findCommands(db: Db, orgId: string, ids: readonly string[]): Promise<CommandTable[]> {
  return ids.length === 0 ? [] : await inChunks(ids, (some) => commandsById(db, orgId, some));
}
const commandsById = preparedRows((db, orgId: string, ids: readonly string[]) =>
  db
    .selectFrom('command')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', 'in', ids)
    .orderBy('received_ms')
    .orderBy(sql`status = 'refused'`),
);

export async function insertCommands(trx: Trx, orgId: string, commands: readonly Owned<CommandTable>[]): Promise<void> {
  await insertRows(trx, commands, orgId);
}
const insertRows = preparedForEach((db, rows: readonly Owned<CommandTable>[], orgId: string) =>
  db.insertInto('command').values(rows.map((row) => ({ ...row, org_id: orgId }))),
);

/** Stores the final answer to a command that was deferred. */
export const settleCommand = preparedChange(
  (db, orgId: string, { id, hash, status, seq, rev, answer, sent }: Owned<CommandTable>) =>
    db
      .updateTable('command')
      .set({ status, seq, rev, answer, sent })
      .where('org_id', '=', orgId)
      .where('id', '=', id)
      .where('hash', '=', hash),
);

/** Deletes up to `limit` commands that were made and received before `beforeMs`; one that waits for its file stays. */
export async function deleteOldCommands(trx: Trx, orgId: string, beforeMs: number, limit: number): Promise<number> {
  return await deleteCommands(trx, orgId, uuidv7(beforeMs, new Uint8Array(10)), beforeMs, limit);
}
const deleteCommands = preparedChange((db, orgId: string, idBefore: string, beforeMs: number, limit: number) =>
  db
    .deleteFrom('command')
    .where('org_id', '=', orgId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('command')
        .select('id')
        .where('org_id', '=', orgId)
        .where('id', '<', idBefore)
        .where('received_ms', '<', beforeMs)
        .where('status', '<>', 'deferred')
        .limit(limit),
    ),
);

/** Newest first; `isSeen` undefined = all. */
export async function listRefused(
  db: Db,
  orgId: string,
  request: PageRequest,
  isSeen?: boolean,
): Promise<Page<CommandTable>> {
  const { limit, offset } = limitsOf(request);
  const rows = await refusedPage(db, orgId, isSeen, limit, offset);
  return { rows, total: (await refusedCount(db, orgId, isSeen))?.total ?? 0 };
}

const refusedPage = preparedRows((db, orgId: string, isSeen: boolean | undefined, limit: number, offset: number) =>
  refused(db, orgId, isSeen)
    .selectAll()
    .orderBy('received_ms', 'desc')
    .orderBy('id', 'desc')
    .orderBy('hash')
    .limit(limit)
    .offset(offset),
);

const refusedCount = preparedFirst((db, orgId: string, isSeen: boolean | undefined) =>
  refused(db, orgId, isSeen)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('received_ms', '>=', 0),
);

export const findRefused = preparedFirst((db, orgId: string, id: string, hash: string) =>
  refused(db, orgId).selectAll().where('id', '=', id).where('hash', '=', hash),
);

/** The first who saw it stays. */
export const markSeen = preparedChange((db, orgId: string, id: string, hash: string, seen: string) =>
  db
    .updateTable('command')
    .set({ seen })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('hash', '=', hash)
    .where('status', '=', sql.lit('refused'))
    .where('seen', 'is', null),
);

/** How many refused commands there are, and the bytes of the texts that are kept of them. */
export async function refusedSize(db: Db, orgId: string): Promise<{ readonly rows: number; readonly bytes: number }> {
  const { count, bytes } = (await refusedSum(db, orgId)) ?? { count: 0, bytes: 0 };
  return { rows: count, bytes: bytes ?? 0 };
}
const refusedSum = preparedFirst((db, orgId: string) =>
  refused(db, orgId)
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number | null>`sum(octet_length(sent))`.as('bytes')])
    .where('received_ms', '>=', 0),
);

/** The oldest, those without text first; resolves to the number deleted. */
export const deleteRefused = preparedChange((db, orgId: string, limit: number) =>
  db
    .deleteFrom('command')
    .where('org_id', '=', orgId)
    .where((eb) =>
      eb(
        eb.refTuple('id', 'hash'),
        'in',
        refused(db, orgId)
          .select(['id', 'hash'])
          .orderBy(sql`sent is not null`)
          .orderBy('received_ms')
          .limit(limit)
          .$asTuple('id', 'hash'),
      ),
    ),
);

/**
 * A literal, not a parameter: SQLite uses the partial index only when it can see that the condition holds. For a count it does so only where
 * the caller adds a condition on `received_ms`, which is true of all.
 */
function refused(db: Db, orgId: string, isSeen?: boolean) {
  const all = db.selectFrom('command').where('org_id', '=', orgId).where('status', '=', sql.lit('refused'));
  return isSeen === undefined ? all : all.where('seen', isSeen ? 'is not' : 'is', null);
}
