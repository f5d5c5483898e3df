/** The journal rows of a closed device, straight from its storage. */
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Place } from '../../kit/places.ts';

/** By key, files included. */
export async function journalRows(place: Place): Promise<ReadonlyMap<string, JsonObject>> {
  const database = await openDatabase(place.storage(), place.name ?? 'sitefile');
  const rows = await database.journal.range();
  await database.close();
  return new Map(rows.map(({ key, value }) => [key, value]));
}
