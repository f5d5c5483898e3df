/** Unsent work of a device in the hands of an administrator: read, and sent from the command line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../kit/places.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld } from '../kit/world.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import { run } from './terminal.ts';

const passphrase = 'correct horse battery';

test('[DV67] an export is shown and sent once, and a wrong passphrase says so', async () => {
  await using world = await openWorld();
  await using ann = await openTablet(world, { seed: 1 });
  const { documentId, hazardId } = await approvedDocument(ann);
  await ann.documents.create({ title: 'Night shift', document_type: 'rams' });
  const signoffId = await ann.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });
  const seal = (await ann.signoffs.get(signoffId))?.integrity;
  const file = join(temporaryFolder(), 'unsent.json');
  writeFileSync(file, await ann.outbox.exportUnsent({ passphrase }));
  const environment = { SITEFILE_PASSPHRASE: passphrase, SITEFILE_ADMIN_TOKEN: world.adminToken };

  const shown = await run(['unsent', 'show', '--json', '--file', file], environment);
  expect(JSON.parse(shown.stdout)).toMatchObject([
    { op: 'create', kind: 'signoff', record_id: signoffId, state: 'queued' },
    { op: 'create', kind: 'document', state: 'queued' },
  ]);
  for (let round = 0; round < 2; round++) {
    const sent = await run(['unsent', 'import', '--json', '--file', file, '--url', world.url], environment);
    expect(sent.stderr).toBe('');
    expect(JSON.parse(sent.stdout)).toEqual({ applied: 2, refused: [] });
  }
  await using other = await openTablet(world, { seed: 2 });
  await other.sync();
  expect((await other.documents.find()).map(({ title }) => title).toSorted()).toEqual(['Glulam lift', 'Night shift']);
  expect((await other.signoffs.find()).map(({ integrity }) => integrity)).toEqual([seal]);
  expect(await other.hazards.get(hazardId)).toBeDefined();

  for (const [words, reason] of [
    [{ SITEFILE_PASSPHRASE: 'something else' }, 'passphrase is wrong'],
    [{}, 'encrypted'],
  ] as const)
    expect(await run(['unsent', 'show', '--file', file], words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(reason),
    });
  expect(await run(['unsent', 'show'], environment)).toMatchObject({ code: 1 });
});
