/** A small program with a device that follows the stream: it writes, waits for delivery, closes and exits. Its first token may be refused. */
import { filter, firstValueFrom } from 'rxjs';
import { memoryStorage, openDevice } from '../../../client-sdk/index.ts';

const [server = '', token = '', first = token] = process.argv.slice(2);
const device = await openDevice({ server, token: first, storage: memoryStorage() });
await device.documents.create({ title: 'Lift', document_type: 'rams' });
if (first !== token) {
  await firstValueFrom(device.status$.pipe(filter(({ phase }) => phase === 'stopped')));
  device.useToken(token);
}
const status = await firstValueFrom(device.status$.pipe(filter(({ online, waiting }) => online && waiting === 0)));
await device.close();
console.log(JSON.stringify(status));
