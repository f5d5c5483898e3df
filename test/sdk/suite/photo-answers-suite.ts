/** What becomes of a photo's file when the server refuses it, or the command that makes a photo of it. */
import { expect, test } from 'vitest';
import { storageErrorOf } from '../../../client-sdk/base/storage-error.ts';
import type { Device } from '../../../client-sdk/index.ts';
import type { Seen } from '../support/gateway.ts';
import { wrappedStorage } from '../support/wrapped-storage.ts';
import type { Line } from './line.ts';
import { pictureFor, siteOn } from './photos-suite.ts';
import { openSite, type Ground, type Site } from './site.ts';

/** Ann's sync of a photo fails after it was pushed. Tom made the site after the backup, so a restored server lacks it. */
async function photoOfNewSite(
  site: Site,
  isLost: ((seen: Seen) => boolean) | undefined,
  place = site.newPlace(),
): Promise<{ readonly tom: Device; readonly ann: Device; readonly id: string; readonly through: Line }> {
  const through = await site.gateway();
  const [tom, ann] = [await site.device({ through }), await site.device({ through, place })];
  for (const device of [tom, ann]) await device.sync();
  await site.server.backUp();
  const site_id = await siteOn(tom);
  for (const device of [tom, ann]) await device.sync();
  const id = await ann.addPhoto({ site_id, bytes: await pictureFor(site) });
  let hasPushed = false;
  through.interfere = (seen) => {
    hasPushed ||= seen.door === 'push';
    return hasPushed && isLost?.(seen) ? { status: 503, body: '' } : undefined;
  };
  await expect(ann.sync()).rejects.toMatchObject({ name: 'SyncError' });
  expect(await site.server.photos()).toEqual([id]);
  return { tom, ann, id, through };
}

export function photoAnswers(ground: Ground): void {
  test('[BL14] a photo that a restored server refuses is kept, exported, and can be resent', async () => {
    await using site = await openSite(ground);
    const { tom, ann, id, through } = await photoOfNewSite(site, ({ door }) => door === 'pull');
    await site.restart('restore');
    through.interfere = undefined;
    await ann.sync();
    const [refused] = await ann.outbox.refused();
    expect(refused).toMatchObject({ kind: 'photo', record_id: id, reason: { code: 'reference_unknown' } });
    await expect(ann.logOut()).rejects.toMatchObject({ code: 'unsent_work', refused: 1 });
    const other = await site.device();
    const text = await ann.outbox.exportUnsent();
    expect(await other.outbox.importUnsent(text)).toEqual({ taken: [], skipped: 0, photos: [id] });
    expect(other.photos.list()).toMatchObject([{ id, refused: { code: 'reference_unknown' } }]);
    expect(await ann.outbox.importUnsent(text)).toEqual({ taken: [], skipped: 1, photos: [] });
    await tom.sync();
    await ann.outbox.resend(refused?.id ?? '');
    expect(await ann.sync()).toMatchObject({ pushed: 1, refused: 0 });
    expect(await site.server.photos()).toEqual([id]);
    expect(ann.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[BL14] a delivered photo whose file is still here waits for its site after a restore', async () => {
    await using site = await openSite(ground);
    let isHeld = true;
    const sound = site.newPlace().storage();
    const storage = wrappedStorage(sound, (table) => ({
      // The tablet fails before it removes the file.
      write: async (write) => {
        if (isHeld && write.remove?.some((key) => key.startsWith('blob-'))) throw storageErrorOf(new Error('failed'));
        await table.write(write);
      },
    }));
    const { tom, ann, id } = await photoOfNewSite(site, undefined, { storage: () => storage });
    expect(await ann.outbox.list()).toEqual([]);
    await site.restart('restore');
    isHeld = false;
    await ann.sync();
    expect(await ann.outbox.list()).toMatchObject([{ state: 'again', reason: { code: 'reference_unknown' } }]);
    await tom.sync();
    expect(await ann.sync()).toMatchObject({ refused: 0 });
    expect(await site.server.photos()).toEqual([id]);
    expect(await ann.outbox.list()).toEqual([]);
  });

  test('[DV200] a photo waits for a token that may upload it, and holds up nothing else', async () => {
    await using site = await openSite(ground);
    const tom = await site.device();
    const project_id = await tom.projects.create({ name: 'Block C' });
    const site_id = await tom.sites.create({ project_id, name: 'East gate' });
    await tom.sync();
    const tablet = await site.device();
    await tablet.sync();
    const id = await tablet.addPhoto({ site_id, bytes: await pictureFor(site) });
    const wait = async (): Promise<void> => {
      expect(await tablet.sync()).toMatchObject({ blocked: { fault: 'read_only', problem: { code: 'forbidden' } } });
      expect(tablet.status).toMatchObject({ phase: 'idle', online: true, photos: 1, refused: 0 });
      expect(tablet.status.problem?.message).toContain('documents:write');
    };
    await tom.sites.patch(site_id, { name: 'West gate' });
    await tom.sync();
    tablet.useToken(await site.server.token('viewer'));
    await wait();
    expect(await tablet.sites.get(site_id)).toMatchObject({ name: 'West gate' });
    const scopes = ['sync', 'projects:read', 'documents:read', 'incidents:read', 'incidents:write'];
    const { body } = await site.server.api<{ token: string }>('POST', '/api/v1/tokens', {
      name: 'Guard',
      role: 'author',
      scopes,
    });
    tablet.useToken(body.token);
    await wait();
    const incident = await tablet.reportIncident({
      project_id,
      location: 'Level 3',
      description: 'A ladder slipped while nobody was on it.',
    });
    await wait();
    expect((await site.server.api('GET', `/api/v1/incidents/${incident}`)).status).toBe(200);
    tablet.useToken(site.adminToken);
    await tablet.sync();
    expect(await site.server.photos()).toEqual([id]);
    expect(tablet.status).toMatchObject({ waiting: 0, problem: null });
  });
}
