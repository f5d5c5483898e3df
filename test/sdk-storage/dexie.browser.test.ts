/** The storage contract on Dexie and real IndexedDB, in Chromium. */
import { dexieStorage } from '../../client-sdk/storage/dexie.ts';
import { storageContract } from './storage-contract.ts';

storageContract('dexie', () => ({ name: `site-${crypto.randomUUID()}`, storage: dexieStorage }));
