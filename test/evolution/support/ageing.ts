/** Makes a server's records and a device's replica such as their versions of schema 1 would have left them. */
import type { JsonObject } from '../../../shared/base/json.ts';
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import { identityOf, withHash, type OutboxCommand } from '../../../client-sdk/disk/outbox-command.ts';
import type { Place } from '../../kit/places.ts';
import type { World } from '../../kit/world.ts';
import { agedCommand, agedFields } from './made-up-steps.ts';

/** While the device is closed. */
export async function ageReplica(place: Place): Promise<void> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  const records = await database.records.range();
  const truth = records.map((row) => plain(row)).map((row) => ({ ...row, body: agedFields(row.kind, row.body) }));
  await database.records.write({ put: truth });
  const rows = await database.journal.range();
  const commands = rows
    .filter(({ key }) => key.startsWith('command-'))
    .map(({ key, value }) => ({ key, value: agedEntry(value) }));
  await database.journal.write({ put: commands });
  await database.close();
}

/** Before the server is started again with the made-up steps. */
export async function ageServer(world: World): Promise<void> {
  const { store } = world.app.commitContext;
  const rows = await store.db.selectFrom('record').select(['id', 'kind', 'body']).execute();
  await store.transaction(async (trx) => {
    for (const { id, kind, body } of rows) {
      const old = JSON.stringify(agedFields(kind, JSON.parse(body) as JsonObject)); // a stored body is a JSON object
      if (old !== body) await trx.updateTable('record').set({ body: old }).where('id', '=', id).execute();
    }
  });
}

function agedEntry(value: JsonObject): JsonObject {
  const entry = value as unknown as OutboxCommand; // the row of one
  const { command, shows } = entry;
  const aged = {
    ...withHash({ ...identityOf(entry), command: agedCommand(command) }),
    shows: agedFields(command.kind, shows),
  };
  return { ...value, ...(aged as unknown as JsonObject) }; // JSON through and through
}

/** Without what the storage adds. */
function plain<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_'))) as Row; // the row's own members
}
