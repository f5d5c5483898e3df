/** Opens a store at the word, says so, and closes it. */
import { once } from 'node:events';
import { openStore, type StoreOptions } from '../../server/store/store.ts';

const options = JSON.parse(process.argv[2] ?? '') as StoreOptions; // the test that starts it writes them
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const store = await openStore(options);
process.stdout.write('open\n');
await store.close();
process.stdin.destroy();
