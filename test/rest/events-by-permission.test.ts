/** Events are read by the permission of what they tell of. */
import { expect, test } from 'vitest';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { sign, signoff } from '../kit/bare-signoff.ts';
import { openWorld } from '../kit/world.ts';

test('[HR52] the event feed holds only what the token may read, and its position passes over the rest', async () => {
  await using world = await openWorld();
  const office = bareDevice(world);
  const { documentId } = await documentWithHazard(world, office, true);
  await sign(world, office, signoff(documentId));
  const namesFor = async (scopes: readonly ('documents:read' | 'signoffs:read')[]) => {
    const token = await world.token('viewer', undefined, 'narrow', { scopes });
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await world.api<{ data: { event: string }[]; meta: { more: boolean } }>(
      'GET',
      '/api/v1/events',
      undefined,
      headers,
    );
    expect(body.meta.more).toBe(false);
    return body.data.map(({ event }) => event);
  };
  expect(await namesFor(['documents:read', 'signoffs:read'])).toContain('signoff.recorded');
  const narrow = await namesFor(['documents:read']);
  expect(narrow).toContain('document.approved');
  expect(narrow).not.toContain('signoff.recorded');
});
