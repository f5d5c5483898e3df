/** Copies the replica of a closed device, as an image of a tablet or a copied browser profile does. */
import { openDatabase } from '../../../client-sdk/disk/database.ts';
import type { Place } from '../../kit/places.ts';

export async function cloneReplica(from: Place, to: Place): Promise<void> {
  const source = await openDatabase(from.storage(), from.name ?? 'sitefile');
  const records = (await source.records.range()).map(own);
  const journal = (await source.journal.range()).map(own);
  await source.close();
  const target = await openDatabase(to.storage(), to.name ?? 'sitefile');
  await target.records.write({ put: records });
  await target.journal.write({ put: journal });
  await target.close();
}

/** Without what the storage adds. */
function own<Row extends object>(row: Row): Row {
  return structuredClone(Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')))) as Row; // the row's own members
}
