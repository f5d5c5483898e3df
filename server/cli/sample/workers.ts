/** The workers of the sample, each with its cards; what stands already is left as it is. */
import type { Door } from './door.ts';
import { sentRecord, type SampleRecord } from './sent.ts';

export async function loadWorkers(
  door: Door,
  workers: readonly SampleRecord[],
  tell: (line: string) => void,
): Promise<void> {
  let made = 0;
  for (const worker of workers) {
    if (await door.read(`/workers/${worker.id}`)) continue;
    // That a PIN is set says nothing of the PIN.
    const { pin_set: _pin, ...sent } = sentRecord(worker);
    await door.write('POST', '/workers', `worker ${String(worker['name'])}`, sent);
    made++;
  }
  tell(`workers … ${made} sent`);
}
