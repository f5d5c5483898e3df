/** Photos of a device in the hands of an administrator: shown, and sent from the command line with everything else. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, picture, sha256 } from '../faults/photo-file.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { run } from './terminal.ts';

test('[DV95] photos of an export are shown and sent once, and one that is none is named', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 1, server: 'http://127.0.0.1:9' });
  const project_id = await ann.projects.create({ name: 'Block C' });
  const site_id = await ann.sites.create({ project_id, name: 'East gate' });
  const id = await ann.addPhoto({ site_id, bytes: fileOf(1).bytes, file_name: 'crack.png' });
  world.clock.advance(1000);
  const none = await ann.addPhoto({
    site_id,
    bytes: new TextEncoder().encode('not a picture, but long enough for one'),
  });
  const file = join(temporaryFolder(), 'unsent.json');
  const text = await ann.outbox.exportUnsent();
  writeFileSync(file, text);
  const environment = { SITEFILE_ADMIN_TOKEN: world.adminToken };

  const shown = await run(['unsent', 'show', '--json', '--file', file], environment);
  expect(JSON.parse(shown.stdout)).toMatchObject([
    { kind: 'project' },
    { kind: 'site' },
    { op: 'create', kind: 'photo', record_id: id, state: 'queued' },
    { op: 'create', kind: 'photo', record_id: none, state: 'queued' },
  ]);
  for (let round = 0; round < 2; round++) {
    const sent = await run(['unsent', 'import', '--json', '--file', file, '--url', world.url], environment);
    expect(sent.stderr).toBe('');
    expect(JSON.parse(sent.stdout)).toEqual({ applied: 3, refused: [expect.stringContaining(`photo ${none}: `)] });
  }
  const photos = await world.app.commitContext.store.db
    .selectFrom('record')
    .select(['id', 'rev'])
    .where('kind', '=', 'photo')
    .execute();
  expect(photos).toEqual([{ id, rev: 1 }]);
  const served = await fetch(`${world.url}/api/v1/photos/${id}`, {
    headers: { authorization: `Bearer ${world.adminToken}` },
  });
  expect(sha256(await served.bytes())).toBe(sha256(picture));

  writeFileSync(file, text.replace(/"base64": "..../, '"base64": "AAAA'));
  for (const words of [['show'], ['import', '--url', world.url]])
    expect(await run(['unsent', ...words, '--file', file], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(id),
    });
});
