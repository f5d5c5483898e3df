/** What a device shows of a sign-off whose version is not on the device. */
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { places } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { ink } from './support/ink.ts';
import { approvedDocument } from './support/site-day.ts';

async function signed(device: Device): Promise<string> {
  const { documentId } = await approvedDocument(device);
  return await device.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
}

async function currencies(device: Device, id: string): Promise<unknown[]> {
  const [listed] = await device.signoffs.find();
  return [(await device.signoffs.get(id))?.currency, listed?.currency];
}

describe.each(places)('on %s', (_name, newPlace) => {
  test('[DV157] an imported sign-off is unknown, not superseded, until its version arrives', async () => {
    await using world = await openWorld();
    await using ann = await openTablet(world, { seed: 1, place: newPlace() });
    const id = await signed(ann);
    expect(await currencies(ann, id)).toEqual(['current', 'current']);
    await using tom = await openTablet(world, { seed: 2, place: newPlace() });
    await tom.outbox.importUnsent(await ann.outbox.exportUnsent());
    expect(await currencies(tom, id)).toEqual(['unknown', 'unknown']);
    expect(await tom.signoffs.find({ currency: 'superseded' })).toEqual([]);
    await tom.sync();
    expect(await currencies(tom, id)).toEqual(['current', 'current']);
  });

  test('[DV157] a sign-off kept by a log-out is unknown until the next sync', async () => {
    await using world = await openWorld();
    const place = newPlace();
    const ann = await openTablet(world, { seed: 1, place });
    const id = await signed(ann);
    await ann.logOut({ keep: true });
    await using next = await openTablet(world, { seed: 2, place });
    expect(await currencies(next, id)).toEqual(['unknown', 'unknown']);
    await next.sync();
    expect(await currencies(next, id)).toEqual(['current', 'current']);
  });
});
