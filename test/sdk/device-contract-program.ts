/** The device's contract inside a page: one behaviour at a time, on IndexedDB, against the server that the page came from. */
import { dexieStorage, openDevice } from '../../client-sdk/index.ts';
import { behaviours, readName } from './device-contract.ts';

/** What went wrong, or `as it should be`. */
export async function run(title: string, token: string): Promise<string> {
  const behaviour = behaviours[title];
  if (!behaviour) return 'there is no such behaviour';
  const place = { server: location.origin, token, autoSync: false };
  try {
    await behaviour({ open: (name) => openDevice({ ...place, storage: dexieStorage(), ...readName(name) }) });
    return 'as it should be';
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
  }
}
