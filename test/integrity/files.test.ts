/** Photos and exports whose files the disk, or a person, has changed. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkStore } from '../../server/integrity/check-store.ts';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { filesNamedIn } from '../../server/store/backup/copy-file.ts';
import { readDetails } from '../../shared/model/organisation.ts';
import { readFeed } from '../../server/store/records/feed.ts';
import { filesInUse } from '../../server/store/records/ended.ts';
import { bareDevice, documentWithHazard } from '../kit/bare-device.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld } from '../kit/world.ts';
import { png } from '../rest/support/images.ts';
import { photosOf } from '../rest/support/site.ts';

interface Export {
  readonly id: string;
  readonly status: string;
}

test('[VF13] a file that is not what its hash says is found, and answered with an error', async () => {
  const dataDir = temporaryFolder();
  await using world = await openWorld({ environment: { DATA_DIR: dataDir } });
  const { body: project } = await world.api<Export>('POST', '/api/v1/projects', { name: 'Block A' });
  const { body: site } = await world.api<Export>('POST', '/api/v1/sites', { name: 'A', project_id: project.id });
  const sent = await fetch(new URL(`/api/v1/sites/${site.id}/photos`, world.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}` },
    body: photosOf(png(4)),
  });
  const { data } = (await sent.json()) as { readonly data: readonly Export[] };
  const { documentId } = await documentWithHazard(world, bareDevice(world));
  const ask = () => world.api<Export>('POST', `/api/v1/documents/${documentId}/export`, { format: 'docx' });
  const { body: file } = await ask();
  await world.app.exports.run();
  const paths = [`/api/v1/photos/${data[0]?.id}`, `/api/v1/exports/${file.id}/file`];
  const read = () => Promise.all(paths.map((path) => world.api('GET', path)));
  const check = async () => {
    const { store } = world.app.commitContext;
    const { findings, progress, steps } = checkStore(
      { store, blobs: openFileBlobs(join(dataDir, 'blobs')) },
      world.clock.now(),
    );
    for await (const _step of steps);
    const { list, faults, warnings } = findings;
    return { files: progress.files, faults, warnings, problems: list.map(({ problem }) => problem).toSorted() };
  };
  const whole = await read();
  expect(whole.map(({ status }) => status)).toEqual([200, 200]);
  expect(await check()).toEqual({ files: 2, faults: 0, warnings: 0, problems: [] });
  const folder = join(dataDir, 'blobs', world.organisationId);
  const names = readdirSync(folder);
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    bytes.set([(bytes.at(-9) ?? 0) ^ 1], bytes.length - 9);
    writeFileSync(join(folder, name), bytes);
  }
  for (const { status, headers } of await read()) {
    expect([status, headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect([headers.get('etag'), headers.get('content-disposition')]).toEqual([null, null]);
  }
  expect(await check()).toMatchObject({ faults: 2, warnings: 0 });
  expect((await check()).problems).toEqual([
    `export ${file.id} has a file that is not what its hash says`,
    `photo ${data[0]?.id} has a file that is not what its hash says`,
  ]);
  expect((await ask()).status).toBe(202); // made anew
  const tag = whole[0]?.headers.get('etag') ?? '';
  expect((await world.api('GET', paths[0] ?? '', undefined, { 'if-none-match': tag })).status).toBe(304);
  for (const name of names) rmSync(join(folder, name));
  expect((await read()).map(({ status }) => status)).toEqual([410, 410]);
  expect(await check()).toMatchObject({ faults: 0, warnings: 2 });
});

test('[EX127] the file of the logo is in use, copied by a backup and missed by the check', async () => {
  const dataDir = temporaryFolder();
  await using world = await openWorld({ environment: { DATA_DIR: dataDir } });
  const { documentId } = await documentWithHazard(world, bareDevice(world));
  const { body: printed } = await world.api<Export>('POST', `/api/v1/documents/${documentId}/export`, {});
  await world.app.exports.run();
  const body = new FormData();
  body.append('logo', new Blob([Uint8Array.from(png(9))]), 'logo.png');
  const headers = { authorization: `Bearer ${world.adminToken}` };
  const sent = await fetch(new URL('/api/v1/organisation/logo', world.url), { method: 'POST', headers, body });
  expect(sent.status).toBe(200);
  const { body: old } = await world.api('GET', `/api/v1/exports/${printed.id}`);
  expect(old).toMatchObject({ current: false, stale_because: [{ reason: 'organisation_changed' }] });
  const { store } = world.app.commitContext;
  const folder = join(dataDir, 'blobs', world.organisationId);
  const sha256 = readDetails((await readFeed(store.db, world.organisationId))?.details ?? '{}').logo?.sha256 ?? '';
  expect(await filesInUse(store.db, world.organisationId, [sha256])).toEqual(new Set([sha256]));
  const { rows } = await sql<{ readonly file: string }>`pragma database_list`.execute(store.db);
  expect(filesNamedIn(rows[0]?.file ?? '')).toContainEqual({ organisationId: world.organisationId, sha256 });
  const problems = async (): Promise<string[]> => {
    const { findings, steps } = checkStore({ store, blobs: openFileBlobs(join(dataDir, 'blobs')) }, world.clock.now());
    for await (const _step of steps);
    return findings.list.map(({ problem }) => problem);
  };
  expect(await problems()).toEqual([]);
  rmSync(join(folder, sha256));
  expect(await problems()).toEqual([`organisation ${world.organisationId} has a file that is gone`]);
});
