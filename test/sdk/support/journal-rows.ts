/** The journal of a closed device, as it stands in its storage: to look at, and to alter as another app or another time would have. */
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import { writeRows } from '../../../client-sdk/disk/table.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Place } from '../../kit/places.ts';

/** By key, files included. */
export async function journalRows(place: Place): Promise<ReadonlyMap<string, JsonObject>> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  const rows = await database.journal.find().exec();
  await database.close();
  return new Map(rows.map(({ _data: { key, value } }) => [key, value]));
}

export async function alterRow(place: Place, key: string, altered: (value: JsonObject) => JsonObject): Promise<void> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  const [found] = await database.journal.storageInstance.findDocumentsById([key], false);
  await writeRows(database.journal, new Map([[key, { key, value: altered(found?.value ?? {}) }]]));
  await database.close();
}

export async function addRow(place: Place, key: string, value: JsonObject): Promise<void> {
  await alterRow(place, key, () => value);
}
