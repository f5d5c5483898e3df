/** How far each device's ordered commands have been taken, and what became of those that were refused or had to wait (sync protocol, push). */
import { sql } from 'kysely';
import type { Db, Trx } from '../engine/db.ts';
import { chunks } from '../engine/chunks.ts';
import { insertRows, type Insertion } from '../engine/insert.ts';
import type { Owned, Page, PageRequest } from '../tables/rows.ts';
import { statement } from '../engine/statement.ts';
import type { ClientTable, MutationTable } from '../tables/tables.ts';

const clientById = statement<ClientTable>(`select * from "client" where "org_id" = ? and "client_id" = ?`);

export async function readClient(db: Db, orgId: string, clientId: string): Promise<ClientTable | undefined> {
  return (await clientById(db, orgId, clientId))[0];
}

export async function readClients(db: Db, orgId: string): Promise<ClientTable[]> {
  return db.selectFrom('client').selectAll().where('org_id', '=', orgId).orderBy('client_id').execute();
}

const saving: Insertion<ClientTable> = {
  table: 'client',
  columns: ['org_id', 'client_id', 'last_mutation_id', 'seen_at', 'key_hash'],
  ending: `on conflict ("org_id", "client_id") do update
    set "last_mutation_id" = excluded."last_mutation_id", "seen_at" = excluded."seen_at", "key_hash" = excluded."key_hash"`,
};

/** Before its mutations: they refer to it. */
export async function saveClient(trx: Trx, orgId: string, client: Owned<ClientTable>): Promise<void> {
  await insertRows(trx, orgId, saving, [client]);
}

const insertion: Insertion<MutationTable> = {
  table: 'kept_mutation',
  columns: ['org_id', 'client_id', 'mutation_id', 'status', 'result', 'command', 'at'],
};

export async function insertMutations(
  trx: Trx,
  orgId: string,
  mutations: readonly Owned<MutationTable>[],
): Promise<void> {
  await insertRows(trx, orgId, insertion, mutations);
}

/** The final answer to a command that was deferred. */
export async function settleMutation(
  trx: Trx,
  orgId: string,
  { client_id, mutation_id, status, result, command }: Owned<MutationTable>,
): Promise<void> {
  await trx
    .updateTable('kept_mutation')
    .set({ status, result, command })
    .where('org_id', '=', orgId)
    .where('client_id', '=', client_id)
    .where('mutation_id', '=', mutation_id)
    .execute();
}

export async function findMutations(
  db: Db,
  orgId: string,
  clientId: string,
  ids: readonly number[],
): Promise<MutationTable[]> {
  const found = chunks(ids).map((some) =>
    db
      .selectFrom('kept_mutation')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('client_id', '=', clientId)
      .where('mutation_id', 'in', some)
      .orderBy('mutation_id')
      .execute(),
  );
  return (await Promise.all(found)).flat();
}

/** Newest first. */
export async function listRefused(db: Db, orgId: string, { page, perPage }: PageRequest): Promise<Page<MutationTable>> {
  // A literal, not a parameter: SQLite uses the partial index only when it can see that the condition holds.
  const refused = db.selectFrom('kept_mutation').where('org_id', '=', orgId).where('status', '=', sql.lit('refused'));
  const rows = await refused
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('client_id', 'desc')
    .orderBy('mutation_id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await refused.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
