/** A tablet as a process of its own, without a network and on a disk with little room: it signs until its storage refuses; see full-disk.test.ts. */
import { openDevice, StorageError } from '../../client-sdk/index.ts';
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { signUntilRefused } from './sign-until-refused.ts';

/** The program's last word. */
export interface FullReport {
  readonly taken: readonly string[];
  readonly shown: readonly string[];
  readonly fault: string;
  readonly storage: string;
  readonly waiting: number;
}

const [file = '', documentId = ''] = process.argv.slice(2);
const device = await openDevice({
  server: 'http://127.0.0.1:9',
  token: 'none',
  storage: durableStorage({ file }),
  autoSync: false,
});
const { taken, refusal } = await signUntilRefused(device, documentId);
const shown = (await device.signoffs.find()).map(({ id }) => id);
const fault = refusal instanceof StorageError ? refusal.fault : String(refusal);
const report: FullReport = { taken, shown, fault, storage: device.status.storage, waiting: device.status.waiting };
console.log(JSON.stringify(report));
process.exit(0);
