/** What must be true of photos after a simulated day: each is on the server once, with its own bytes, and no tablet holds one that is there. */
import { expect } from 'vitest';
import { hashOf } from './camera.ts';
import type { Day } from './day.ts';

export async function checkPhotos({ world, tablets, camera, history }: Day): Promise<void> {
  const refused = new Set(
    history.taken.filter(({ result }) => result.status === 'refused').map(({ command }) => command.id),
  );
  for (const { device, photos, parts } of tablets) {
    const letters = [...photos].filter(([, { bytes }]) => isLetter(bytes)).map(([id]) => id);
    for (const { record_id: id, reason } of await device.outbox.refused()) if (reason?.code === 'gone') refused.add(id);
    const held = device.photos.list().map(({ id, refused: why }) => `${id} ${why?.code}`);
    expect(held.toSorted(), parts.name).toEqual(letters.map((id) => `${id} unsupported_media_type`).toSorted());
  }
  // A copy of a tablet has its photos too.
  const taken = new Map([...tablets.flatMap(({ photos }) => [...photos]), ...camera.photos]);
  const expected = [...taken].filter(([id, { bytes }]) => !isLetter(bytes) && !refused.has(id));
  const found = [...history.model.records].filter(([, { kind }]) => kind === 'photo').map(([id]) => id);
  // One that was refused may have been sent again.
  expect(found.filter((id) => !refused.has(id)).toSorted()).toEqual(expected.map(([id]) => id).toSorted());
  for (const [id, { bytes, site_id: site }] of taken) {
    if (!found.includes(id)) continue;
    const answer = await fetch(new URL(`/api/v1/photos/${id}`, world.url), {
      headers: { authorization: `Bearer ${world.adminToken}` },
    });
    expect([answer.status, hashOf(await answer.bytes())], `photo ${id}`).toEqual([200, hashOf(bytes)]);
    expect(history.model.record(id).fields).toMatchObject({ site_id: site, sha256: hashOf(bytes) });
  }
}

function isLetter(bytes: Uint8Array): boolean {
  return bytes[0] !== 0x89; // the first byte of a PNG (RFC 2083, section 3.1)
}
