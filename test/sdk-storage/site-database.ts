/** The small database of the storage tests: hazards and notes, opened on any storage. */
import { createRxDatabase } from 'rxdb/plugins/core';
import type { RxCollection, RxDatabase, RxDocumentData, RxJsonSchema, RxStorage } from 'rxdb/plugins/core';

export type Hazard = {
  readonly id: string;
  readonly title: string;
  readonly severity: number;
  readonly controls: string[];
};
type Note = { readonly id: string; readonly text: string };
type SiteDatabase = RxDatabase<{ hazards: RxCollection<Hazard>; notes: RxCollection<Note> }>;
// A test works with any storage, whatever its internals and options are.
type AnyStorage = RxStorage<unknown, unknown>;

/** Where the documents of one test live: `storage()` is called for every opening, as a restarted program would. */
export type Place = { readonly name: string; readonly storage: () => AnyStorage };

export const hazardSchema: RxJsonSchema<Hazard> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 40 },
    title: { type: 'string' },
    severity: { type: 'number', minimum: 0, maximum: 100_000, multipleOf: 1 },
    controls: { type: 'array', items: { type: 'string' } },
  },
  required: ['id', 'title', 'severity', 'controls'],
  indexes: ['severity'],
};

const noteSchema: RxJsonSchema<Note> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40 }, text: { type: 'string' } },
  required: ['id', 'text'],
};

export async function openSite(place: Place): Promise<SiteDatabase> {
  const database: SiteDatabase = await createRxDatabase({
    name: place.name,
    storage: place.storage(),
    multiInstance: false,
  });
  await database.addCollections({ hazards: { schema: hazardSchema }, notes: { schema: noteSchema } });
  return database;
}

export function hazard(number: number, title = `hazard ${number}`): Hazard {
  return { id: `h${number}`, title, severity: number, controls: ['barrier', 'żółty "sign" \u2028 ✓'] };
}

/** Everything the storage holds of these ids, tombstones and RxDB's own fields too, by id. */
export async function stored<Document>(
  collection: RxCollection<Document>,
  ids: readonly string[],
): Promise<Record<string, RxDocumentData<Document>>> {
  const rows = await collection.storageInstance.findDocumentsById([...ids], true);
  const primaryPath = collection.schema.primaryPath;
  return Object.fromEntries(rows.map((row) => [String(row[primaryPath]), structuredClone(row)]));
}
