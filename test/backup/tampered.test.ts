/** Backups whose manifest was rewritten to fit what was done to them: what tells them from the one that the server wrote. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insertMail } from '../../server/store/queues/mails.ts';
import { run } from '../cli/terminal.ts';
import { temporaryFolder } from '../kit/places.ts';
import { fill, openSite, type Site } from './site.ts';

interface Manifest {
  files: { path: string; sha256: string; size: number }[];
  missing: string[];
}

const newFolder = (): string => join(temporaryFolder(), 'backup');
const commands = ['verify-backup', 'drill', 'restore'] as const;

/** A copy of the backup, changed in a way that its manifest agrees with. `blob` = its photo. */
async function tampered(
  whole: string,
  change: (manifest: Manifest, folder: string, blob: Manifest['files'][number]) => Promise<unknown>,
): Promise<string> {
  const folder = newFolder();
  await cp(whole, folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const blob = manifest.files.find(({ path: name }) => name.startsWith('blobs/'));
  await change(manifest, folder, blob!); // fill() made one
  await writeFile(path, JSON.stringify(manifest));
  return folder;
}

async function lose({ files, missing }: Manifest, folder: string, blob: Manifest['files'][number]): Promise<void> {
  files.splice(files.indexOf(blob), 1);
  missing.push(blob.path);
  await rm(join(folder, blob.path));
}

async function backedUp(site: Site, ...words: readonly string[]) {
  const folder = newFolder();
  const { stdout } = await site.run('backup', folder, '--json', ...words);
  return { folder, ...(JSON.parse(stdout) as { manifest_sha256: string }) };
}

test('[BK4] a file with a wrong name, or that nothing names, is found before any write', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const { folder: whole } = await backedUp(site, '--with-keys');
  const replaced = await tampered(whole, async (_manifest, folder, blob) => {
    const other = 'another picture';
    await writeFile(join(folder, blob.path), other);
    Object.assign(blob, { sha256: createHash('sha256').update(other).digest('hex'), size: other.length });
  });
  const renamed = await tampered(whole, async ({ files }, folder, blob) => {
    const path = blob.path.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await cp(join(folder, blob.path), join(folder, path));
    files.push({ ...blob, path });
  });
  const unlisted = await tampered(whole, async ({ files }) => files.splice(0, 1));
  const added = await tampered(whole, async ({ files }, folder, blob) => {
    const sha256 = createHash('sha256').update('').digest('hex');
    const path = blob.path.replace(blob.sha256, sha256);
    await writeFile(join(folder, path), '');
    files.push({ path, sha256, size: 0 });
  });
  const place = { DATA_DIR: join(temporaryFolder(), 'data') };
  for (const [folder, fault] of [
    [replaced, 'is not the content of its name'],
    [renamed, 'is not the content of its name'],
    [unlisted, 'database.sqlite is not in the manifest'],
    [added, 'is named by nothing in the database'],
  ] as const)
    for (const command of commands) {
      const { code, stderr } = await run(
        [command, folder, '--without-key'].slice(0, command === 'verify-backup' ? 2 : 3),
        place,
      );
      expect([command, code, stderr]).toEqual([command, 1, expect.stringContaining(fault)]);
    }
  expect(['blobs', 'keys', 'sitefile.db'].filter((name) => existsSync(join(place.DATA_DIR, name)))).toEqual([]);
});

test('[BK14] a manifest is confirmed by its noted SHA-256, and another one is refused', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const { folder, manifest_sha256: noted } = await backedUp(site, '--with-keys');
  const confirmed = async (...words: readonly string[]) =>
    JSON.parse((await run([...words, '--json'], { DATA_DIR: newFolder() })).stdout) as object;
  expect(JSON.parse((await site.run('verify-backup', folder, '--json')).stdout)).toMatchObject({
    manifest_sha256: noted,
    confirmed_by: 'last-backup.json',
  });
  expect(await confirmed('verify-backup', folder)).toMatchObject({ manifest_sha256: noted, confirmed_by: null });
  for (const command of commands)
    expect(await confirmed(command, folder, '--manifest-sha256', noted)).toMatchObject({
      manifest_sha256: noted,
      confirmed_by: '--manifest-sha256',
    });
  const other = await tampered(folder, async () => undefined); // the same words, laid out in another way
  const place = { DATA_DIR: temporaryFolder() };
  await cp(join(site.environment['DATA_DIR'] ?? '', 'last-backup.json'), join(place.DATA_DIR, 'last-backup.json'));
  for (const command of commands) {
    expect((await run([command, other], place)).stderr).toContain('is not the one that last-backup.json notes');
    expect((await run([command, other, '--manifest-sha256', noted], place)).stderr).toContain(`not ${noted}`);
  }
});

test('[BK14] files that a manifest calls missing are named, and stop a restore', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const { folder: whole } = await backedUp(site, '--with-keys');
  let lost = '';
  const folder = await tampered(whole, async (manifest, to, blob) => {
    lost = blob.path;
    await lose(manifest, to, blob);
  });
  const place = () => ({ DATA_DIR: join(temporaryFolder(), 'data') });
  for (const command of commands) {
    const refused = await run([command, folder], place());
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/nothing confirms .* --accept-missing/s)]);
    expect(refused.stderr).toContain(lost);
    const accepted = await run([command, folder, '--accept-missing'], place());
    expect([accepted.code, accepted.stderr]).toEqual([0, expect.stringContaining(lost)]);
  }
  const blobs = join(site.environment['DATA_DIR'] ?? '', 'blobs');
  await rename(join(blobs, lost.slice('blobs/'.length)), join(blobs, 'elsewhere'));
  const { folder: honest } = await backedUp(site);
  const noted = await site.run('drill', honest);
  expect([noted.code, noted.stderr]).toEqual([0, expect.stringContaining(lost)]);
});

test('[BK15] a restore sends no waiting e-mail, says how many, and sums the scopes anew', async () => {
  await using site = await openSite('sqlite');
  const { world } = site;
  await fill(world);
  const sums = async () =>
    await world.app.commitContext.store.db
      .selectFrom('scope_sum')
      .selectAll()
      .where('total', '>', 0)
      .orderBy('scope')
      .orderBy('kind')
      .execute();
  const right = await sums();
  await world.app.commitContext.store.transaction(async (trx) => {
    const at = '2026-11-21T09:00:00.000Z';
    await insertMail(trx, world.organisationId, {
      id: 'forged',
      dedupe_key: 'forged',
      recipient: 'all@example.org',
      subject: 'Sign in again',
      body: 'https://elsewhere.example',
      created_at: at,
      due_at: at,
    });
    await trx.updateTable('scope_sum').set({ digest: 1 }).execute();
  });
  const { folder } = await backedUp(site);
  await site.destroy();
  expect((await site.run('restore', folder)).stderr).toContain('1 e-mails that waited');
  await world.restart();
  expect(await sums()).toEqual(right);
  const { body } = await world.api<{ status: string }>('GET', '/readyz');
  expect(body.status).toBe('ready');
  const mails = await world.app.commitContext.store.db.selectFrom('mail').selectAll().execute();
  expect(mails).toMatchObject([{ sent_at: null, due_at: null, failure: expect.stringContaining('restored') }]);
});
