/** Photos that an earlier version of the app has left, in a collection of their own: they move into the journal once (contract, Files of devices). */
import { getPrimaryKeyOfInternalDocument, INTERNAL_CONTEXT_COLLECTION } from 'rxdb/plugins/core';
import type { JsonObject } from '../../shared/base/json.ts';
import { journalSchema, type ReplicaDatabase } from './database.ts';
import type { Journal } from './journal.ts';

const name = 'blobs';

/** First the photos stand in the journal, then the collection goes; cut off between them, it is all done again. */
export async function moveOldBlobs(database: ReplicaDatabase, journal: Journal): Promise<void> {
  const key = getPrimaryKeyOfInternalDocument(`${name}-${journalSchema.version}`, INTERNAL_CONTEXT_COLLECTION);
  const [found] = await database.internalStore.findDocumentsById([key], false);
  if (!found) return;
  const { [name]: collection } = await database.addCollections({ [name]: { schema: journalSchema } });
  // After a log-out that was cut off, they go with it.
  const isWanted = !journal.state.logged_out;
  const { documents } = await collection.storageInstance.query(collection.find().getPreparedQuery());
  const put = new Map<string, JsonObject>(
    documents.map((row) => [`blob-${row.key.replace(/^file/, 'line')}`, row.value]),
  );
  if (isWanted && put.size > 0) await journal.change(() => ({ files: { put } }));
  await collection.remove();
}
