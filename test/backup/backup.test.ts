/** Backups and restores by the command line: what is in one, when it counts, and what is refused. */
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readLastBackup, readLastDrill } from '../../server/base/last-backup.ts';
import { loadCopy } from '../../server/store/backup/load.ts';
import { run } from '../cli/terminal.ts';
import { engines, freshStoreOptions } from '../kit/engines.ts';
import { temporaryFolder } from '../kit/places.ts';
import { openWorld } from '../kit/world.ts';
import { linkFor, me, signedIn } from './signing-in.ts';
import { fill, openSite, type Site } from './site.ts';

interface Manifest {
  readonly key_id: string;
  readonly organisations: readonly { readonly head: string }[];
  readonly rows: Readonly<Record<string, number>>;
  readonly files: readonly { readonly path: string }[];
  readonly missing: readonly string[];
}

const newFolder = (): string => join(temporaryFolder(), 'backup');

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
}

async function backedUp(site: Site, ...words: readonly string[]): Promise<string> {
  const folder = newFolder();
  expect(await site.run('backup', folder, ...words)).toMatchObject({ code: 0 });
  return folder;
}

/** A file that came after the backup. */
function laterFile({ world, environment }: Site): string {
  const path = join(environment['DATA_DIR'] ?? '', 'blobs', world.organisationId, 'f'.repeat(64));
  writeFileSync(path, 'taken after the backup');
  return path;
}

const listed = async ({ world }: Site, path: string) => (await world.api('GET', `/api/v1/${path}`)).text;

describe.each(engines)('%s', (engine) => {
  test('[BK1] a backup of a running server restores every record, file, secret and head', async () => {
    await using site = await openSite(engine);
    const { world } = site;
    const photo = await fill(world);
    await world.receiver();
    await world.api('POST', '/api/v1/users', { name: 'Olga', email: 'olga@firm.example', role: 'viewer' });
    const links = [await linkFor(site, 'olga@firm.example'), await linkFor(site, 'olga@firm.example')];
    const session = await signedIn(world, links[0]);
    expect((await me(world, session)).status).toBe(200);
    await world.app.tokenUses.flush(); // as it may happen by itself between the two looks
    const paths = ['projects', 'documents', 'events', 'webhooks', 'tokens', 'search?q=glulam', `photos/${photo}`];
    const before = await Promise.all(paths.map((path) => listed(site, path)));
    const folder = await backedUp(site);
    const { organisations, rows, files, missing } = manifestOf(folder);
    expect({ organisations: organisations.length, files: files.length, missing }).toEqual({
      organisations: 1,
      files: 2,
      missing: [],
    });
    expect(rows).toMatchObject({ record: 6, webhook: 1, token: 4, feed: 1 });
    await site.destroy();
    expect((await site.run('restore', folder)).stderr).toContain('Tokens revoked');
    await world.restart();
    const withoutCursors = (text: string): string => text.replaceAll(/"next_[^}]*/g, '');
    const after = await Promise.all(paths.map((path) => listed(site, path)));
    expect(after.map(withoutCursors)).toEqual(before.map(withoutCursors));
    expect((await me(world, session)).status).toBe(401);
    expect(await signedIn(world, links[1])).toBe('');
    expect((await site.run('verify')).code).toBe(0);
  });

  test('[BK2] a backup of one engine is restored into the other, beside other data', async () => {
    await using site = await openSite(engine);
    const { world, environment } = site;
    await fill(world);
    const before = await listed(site, 'documents');
    const folder = await backedUp(site);
    await using other = await freshStoreOptions(engine === 'sqlite' ? 'postgres' : 'sqlite', { migrated: false });
    const { DATABASE_URL: _own, ...same } = environment;
    const moving = { ...same, ...(other.url ? { DATABASE_URL: other.url } : {}) };
    const later = laterFile(site);
    for (const flags of [[], ['--destroy-present-data']])
      expect((await run(['restore', folder, ...flags], moving, world.clock.now)).stderr).toContain('stop it first');
    await world.app.close();
    expect((await run(['restore', folder], moving, world.clock.now)).stderr).toContain('restored as of');
    expect(existsSync(later)).toBe(true);
    await using moved = await openWorld({ environment: moving });
    expect((await moved.api('GET', '/api/v1/documents')).text).toBe(before);
    const added = await moved.api('POST', '/api/v1/projects', { name: 'Written there' });
    expect(added.status).toBe(201);
  });

  test('[BK8] a restore destroys nothing unless told to, also if it fails', async () => {
    await using site = await openSite(engine);
    await fill(site.world);
    const folder = await backedUp(site);
    await fill(site.world);
    const forced = ['restore', folder, '--destroy-present-data'];
    expect((await site.run(...forced)).stderr).toContain('stop it first');
    expect(JSON.parse(await listed(site, 'projects'))).toMatchObject({ meta: { total: 2 } });
    await site.world.app.close();
    const later = laterFile(site);
    const blobs = dirname(dirname(later));
    const disk = newFolder();
    await rename(blobs, disk);
    await symlink(disk, blobs);
    expect((await site.run('restore', folder)).stderr).toMatch(/is not empty: --destroy-present-data deletes it/);
    const broken = (): never => {
      throw new Error('no clock');
    };
    expect((await run(forced, site.environment, broken)).stderr).toContain('no clock');
    await site.world.restart();
    expect(JSON.parse(await listed(site, 'projects'))).toMatchObject({ meta: { total: 2 } });
    await site.world.app.close();
    expect(existsSync(later)).toBe(true);
    expect((await site.run(...forced)).code).toBe(0);
    expect([existsSync(later), lstatSync(blobs).isSymbolicLink()]).toEqual([false, true]);
    await site.world.restart();
    expect(JSON.parse(await listed(site, 'projects'))).toMatchObject({ meta: { total: 1 } });
  });

  test('[BK10] a drill restores into a scratch folder, verifies it, and leaves nothing behind', async () => {
    await using site = await openSite(engine);
    await fill(site.world);
    const folder = await backedUp(site);
    const scratch = temporaryFolder();
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = scratch;
    try {
      for (const command of ['verify-backup', 'drill']) {
        const { stdout, stderr } = await site.run(command, folder, '--json');
        expect(stderr).toContain('checking 2 files');
        expect(JSON.parse(stdout)).toMatchObject({ engine, records: 5, files: 2, missing: 0, verify: { faults: 0 } });
      }
    } finally {
      process.env['TMPDIR'] = before;
    }
    expect(readdirSync(scratch)).toEqual([]);
    expect(manifestOf(folder).rows['record']).toBe(5);
  });
});

test('[BK3] a damaged, unreadable or missing file is named, and the rest is backed up', async () => {
  await using site = await openSite('sqlite');
  const { world } = site;
  await fill(world);
  const blobs = join(site.environment['DATA_DIR'] ?? '', 'blobs', world.organisationId);
  const [name = ''] = readdirSync(blobs);
  await writeFile(join(blobs, name), 'something else');
  const damaged = newFolder();
  expect((await site.run('backup', damaged)).stderr).toContain(`${name} is damaged on the disk`);
  await rm(join(blobs, name));
  await mkdir(join(blobs, name)); // read like a bad sector: neither ENOENT nor other content
  const unread = newFolder();
  expect((await site.run('backup', unread)).stderr).toContain(`${name} cannot be read (EISDIR`);
  await rm(join(blobs, name), { recursive: true });
  const folder = newFolder();
  expect((await site.run('backup', folder)).stderr).toContain('1 files are lost, or were deleted meanwhile');
  for (const each of [damaged, unread, folder])
    expect(manifestOf(each).missing).toEqual([`blobs/${world.organisationId}/${name}`]);
  expect((await site.run('drill', folder)).code).toBe(0);
  expect(await readLastDrill(site.environment['DATA_DIR'] ?? '')).toMatchObject({ folder });
  await rm(join(blobs, '..'), { recursive: true });
  expect((await site.run('backup', newFolder())).stderr).toContain('set DATA_DIR as for the server');
});

test('[BK4] what was changed, or never ended, is no backup', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const whole = await backedUp(site, '--with-keys');
  const place = { DATA_DIR: temporaryFolder() };
  const names = manifestOf(whole).files.map(({ path }) => path);
  expect(names).toHaveLength(3);
  const refusalOf = async (change: (folder: string) => Promise<void>, command = 'restore'): Promise<string> => {
    const folder = newFolder();
    await cp(whole, folder, { recursive: true });
    await change(folder);
    const { code, stderr } = await run([command, folder], place);
    return `${code} ${stderr}`;
  };
  for (const name of names) {
    const flipped = await refusalOf(async (folder) => {
      const bytes = readFileSync(join(folder, name));
      bytes[bytes.length >> 1]! ^= 1; // it has more than one byte
      await writeFile(join(folder, name), bytes);
    });
    expect(flipped).toContain(`${name} was changed`);
    expect(await refusalOf((folder) => rm(join(folder, name)), 'drill')).toContain(`${name} is missing`);
  }
  const torn = (folder: string) => rename(join(folder, 'manifest.json'), join(folder, 'manifest.json.draft'));
  for (const command of ['restore', 'verify-backup', 'drill'])
    expect(await refusalOf(torn, command)).toMatch(/^1 .*no backup, or one that did not end/);
  const edited = async (folder: string): Promise<void> => {
    const path = join(folder, 'manifest.json');
    await writeFile(path, readFileSync(path, 'utf8').replace('blobs/', '../blobs/'));
  };
  expect(await refusalOf(edited)).toContain('is damaged, or was written by another release');
  const fewer = async (folder: string): Promise<void> => {
    const path = join(folder, 'manifest.json');
    await writeFile(path, readFileSync(path, 'utf8').replace('"record": 5', '"record": 4'));
  };
  expect(await refusalOf(fewer)).toContain('record has 5 rows, not 4');
  expect(readdirSync(place.DATA_DIR)).toEqual(['sitefile.lock']);
});

test('[BK5] the key is in a backup only if asked for; a restore names the one it needs', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const folder = newFolder();
  const { stderr } = await site.run('backup', folder);
  const id = manifestOf(folder).key_id;
  expect(stderr).toContain(`the key ${id} is not in this backup: keep ${site.environment['KEY_DIR']}/sitefile.key`);
  expect(existsSync(join(folder, 'keys'))).toBe(false);
  const withKey = newFolder();
  expect((await site.run('backup', withKey, '--with-keys')).stderr).toContain('anyone who has the folder can open');
  const { now } = site.world.clock;
  const elsewhere = () => ({ DATA_DIR: temporaryFolder() });
  for (const command of ['restore', 'drill']) {
    const refused = await run([command, folder], elsewhere(), now);
    expect(refused.stderr).toMatch(new RegExp(`belongs to key ${id}, but there is no .*sitefile\\.key`));
    expect((await run([command, withKey], elsewhere(), now)).code).toBe(0);
  }
  const other = { ...elsewhere(), SECRET_KEY: '0123456789abcdefghijklmnopqrstuv' };
  expect((await run(['restore', withKey], other, now)).stderr).toMatch(/SECRET_KEY is key [0-9a-f]{16}/);
  expect((await run(['restore', folder, '--without-key'], other, now)).code).toBe(0);
  await expect(openWorld({ environment: other })).rejects.toThrow(`belongs to key ${id}`);
});

test('[BK6] a backup goes into a new or empty folder, which its user alone can read', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const dataDir = site.environment['DATA_DIR'] ?? '';
  expect(await readLastBackup(dataDir)).toBeNull();
  const folder = await backedUp(site, '--with-keys');
  expect(await readLastBackup(dataDir)).toMatchObject({ folder, made_at: '2026-11-21T09:00:00.000Z' });
  expect((await site.run('backup', folder)).stderr).toContain('is not empty');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const loose = names.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0);
  expect([loose.map(({ name }) => name), statSync(folder).mode & 0o777]).toEqual([[], 0o700]);
  await mkdir(join(dataDir, 'last-backup.json.draft')); // as on a disk that is full or read-only
  site.world.clock.advance(1000);
  const unnoted = newFolder();
  const { code, stderr } = await site.run('backup', unnoted);
  expect([code, stderr]).toEqual([0, expect.stringContaining('the backup is whole, but cannot be noted')]);
  expect((await site.run('drill', unnoted)).code).toBe(0);
});

test('[BK7] a backup that finds no room says so and leaves an empty folder', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const folder = newFolder();
  const program = new URL('../../server/main.ts', import.meta.url).pathname;
  const command = `ulimit -f 300; exec "${process.execPath}" "${program}" backup "${folder}"`;
  const failed = await promisify(execFile)('sh', ['-c', command], {
    env: { PATH: process.env['PATH'], ...site.environment },
  }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('no room for the backup') });
  expect(readdirSync(folder)).toEqual([]);
});

test('[BK9] half a restore is never started from', async () => {
  await using site = await openSite('sqlite');
  await fill(site.world);
  const folder = await backedUp(site);
  await site.destroy();
  // The power fails where the database is to be written.
  await mkdir(join(site.environment['DATA_DIR'] ?? '', 'sitefile.db.restored'), { recursive: true });
  expect((await site.run('restore', folder)).code).toBe(1);
  await expect(site.world.restart()).rejects.toThrow('has not ended');
  expect((await site.run('token', 'list')).stderr).toContain('has not ended');
  expect((await site.run('backup', newFolder())).stderr).toContain('has not ended');
  await rm(join(site.environment['DATA_DIR'] ?? '', 'sitefile.db.restored'), { recursive: true });
  const elsewhere = { ...site.environment, DATABASE_URL: 'postgres://127.0.0.1:1/other' };
  expect((await run(['restore', folder], elsewhere)).stderr).toMatch(/a restore into sitefile\.db .*has not ended/);
  expect((await site.run('restore', folder)).code).toBe(0);
  await site.world.restart();
  expect(JSON.parse(await listed(site, 'projects'))).toMatchObject({ meta: { total: 1 } });
});

test('[BK9] a restore into PostgreSQL that breaks off leaves the database as it was', async () => {
  await using site = await openSite('postgres');
  await fill(site.world);
  const copy = join(await backedUp(site), 'database.sqlite');
  await site.world.app.close();
  {
    using database = new DatabaseSync(copy);
    database.exec('create table last_one (id text); insert into last_one values (1)'); // PostgreSQL has no such table
  }
  const url = site.environment['DATABASE_URL'];
  await expect(loadCopy(copy, { url, file: '' })).rejects.toThrow('last_one');
  await site.world.restart();
  expect(JSON.parse(await listed(site, 'projects'))).toMatchObject({ meta: { total: 1 } });
});
