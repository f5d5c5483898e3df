/** The last command accepted from each device, and the outcome of commands that were refused or deferred (sync protocol, push). */
import { sql } from 'kysely';
import { inChunks } from '../engine/chunks.ts';
import { overwrite } from '../engine/clauses.ts';
import type { Db, Trx } from '../engine/db.ts';
import { preparedChange, preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import { limitsOf, type Owned, type Page, type PageRequest } from '../tables/rows.ts';
import type { ClientTable, MutationTable } from '../tables/tables.ts';

export const readClient = preparedFirst((db, orgId: string, clientId: string) =>
  db.selectFrom('client').selectAll().where('org_id', '=', orgId).where('client_id', '=', clientId),
);

export const readClients = preparedRows((db, orgId: string) =>
  db.selectFrom('client').selectAll().where('org_id', '=', orgId).orderBy('client_id'),
);

/** Call before inserting its mutations, which reference it. */
export async function saveClient(trx: Trx, orgId: string, client: Owned<ClientTable>): Promise<void> {
  await upsertClient(trx, { ...client, org_id: orgId });
}
const upsertClient = preparedChange((db, row: ClientTable) =>
  db
    .insertInto('client')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'client_id'])
        .doUpdateSet(overwrite(['last_mutation_id', 'seen_at', 'key_hash'] as const)),
    ),
);

export async function insertMutations(
  trx: Trx,
  orgId: string,
  mutations: readonly Owned<MutationTable>[],
): Promise<void> {
  await insertRows(trx, mutations, orgId);
}
const insertRows = preparedForEach((db, rows: readonly Owned<MutationTable>[], orgId: string) =>
  db.insertInto('mutation').values(rows.map((row) => ({ ...row, org_id: orgId }))),
);

/** Stores the final answer to a command that was deferred. */
export const settleMutation = preparedChange(
  (db, orgId: string, { client_id, mutation_id, status, result, command }: Owned<MutationTable>) =>
    db
      .updateTable('mutation')
      .set({ status, result, command })
      .where('org_id', '=', orgId)
      .where('client_id', '=', client_id)
      .where('mutation_id', '=', mutation_id),
);

export async function findMutations(
  db: Db,
  orgId: string,
  clientId: string,
  ids: readonly number[],
): Promise<MutationTable[]> {
  return await inChunks(ids, (some) => mutationsById(db, orgId, clientId, some));
}
const mutationsById = preparedRows((db, orgId: string, clientId: string, ids: readonly number[]) =>
  db
    .selectFrom('mutation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('client_id', '=', clientId)
    .where('mutation_id', 'in', ids)
    .orderBy('mutation_id'),
);

/** Newest first. */
export async function listRefused(db: Db, orgId: string, request: PageRequest): Promise<Page<MutationTable>> {
  const { limit, offset } = limitsOf(request);
  const rows = await refusedPage(db, orgId, limit, offset);
  return { rows, total: (await refusedCount(db, orgId))?.total ?? 0 };
}

const refusedPage = preparedRows((db, orgId: string, limit: number, offset: number) =>
  refused(db, orgId)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('client_id', 'desc')
    .orderBy('mutation_id', 'desc')
    .limit(limit)
    .offset(offset),
);

const refusedCount = preparedFirst((db, orgId: string) =>
  refused(db, orgId).select(({ fn }) => fn.countAll<number>().as('total')),
);

/** A literal, not a parameter: SQLite uses the partial index only when it can see that the condition holds. */
function refused(db: Db, orgId: string) {
  return db.selectFrom('mutation').where('org_id', '=', orgId).where('status', '=', sql.lit('refused'));
}
