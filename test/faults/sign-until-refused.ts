/** Work that fills a device’s storage. */
import type { Device } from '../../client-sdk/index.ts';
import { ink } from '../sdk/support/ink.ts';

/** Signs until that is refused; the ids of what was taken, and what was thrown. */
export async function signUntilRefused(
  device: Device,
  documentId: string,
): Promise<{ readonly taken: string[]; readonly refusal: unknown }> {
  const taken: string[] = [];
  for (;;) {
    try {
      taken.push(await device.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() }));
    } catch (refusal) {
      return { taken, refusal };
    }
  }
}
