/** A tablet as a process of its own that can be told to die, as `kill -9` would, at a request of its exchange; see photo-kill.test.ts. */
import { durableStorage } from '../../client-sdk/storage/durable.ts';
import { openDevice } from '../../client-sdk/index.ts';
import { fileOf } from './photo-file.ts';

export interface TabletOrder {
  /** Adds the photo of this round first. */
  readonly add?: number;
  /** Dies before this request of the run goes out. */
  readonly dieUnsent?: number;
  /** Dies when the server has answered this request, before anything of the answer is read. */
  readonly dieUnheard?: number;
}

export interface TabletReport {
  readonly waiting: number;
  readonly refused: number;
  readonly photos: readonly unknown[];
}

const [server = '', token = '', file = '', said = '{}'] = process.argv.slice(2);
const order = JSON.parse(said) as TabletOrder; // by the test, in the line above
const die = (): void => void process.kill(process.pid, 'SIGKILL');
let requests = 0;

const device = await openDevice({
  server,
  token,
  storage: durableStorage({ file }),
  autoSync: false,
  fetch: async (input, init) => {
    const number = ++requests;
    if (number === order.dieUnsent) die();
    const answer = await fetch(input, init);
    if (number === order.dieUnheard) die();
    return answer;
  },
});
if (order.add !== undefined) {
  let [site] = await device.sites.find();
  if (!site) {
    const project_id = await device.projects.create({ name: 'Block C' });
    const id = await device.sites.create({ project_id, name: 'East gate' });
    site = await device.sites.get(id);
  }
  await device.addPhoto({ site_id: site?.id ?? '', bytes: fileOf(order.add).bytes });
}
await device.sync();
const { waiting, refused } = device.status;
const report: TabletReport = { waiting, refused, photos: device.photos.list() };
console.log(JSON.stringify(report));
await device.close();
