/** The contract of tables on Dexie and real IndexedDB, in Chromium. */
import { dexieStorage } from '../../client-sdk/storage/dexie.ts';
import { tableContract } from './table-contract.ts';

tableContract('dexie', dexieStorage);
