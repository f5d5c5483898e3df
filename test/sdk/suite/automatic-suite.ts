/** Automatic sync: the live stream, the timer, and stopping. */
import { firstValueFrom, filter, timeout } from 'rxjs';
import { expect, test } from 'vitest';
import { patienceMs } from '../../kit/patience.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { nowhere, openSite, type Ground } from './site.ts';

/** No result depends on it. */
const patience = timeout({ first: patienceMs });

export function automatic(ground: Ground): void {
  test('[DV29] a change reaches other devices without any call', async () => {
    await using site = await openSite(ground);
    const tom = await site.device({ autoSync: true });
    const ann = await site.device({ autoSync: true });
    const { documentId, hazardId } = await draftWithHazard(tom);
    const arrival = firstValueFrom(
      ann.hazards.watch({ document_id: documentId }).pipe(
        filter((list) => list.length > 0),
        patience,
      ),
    );
    expect(await arrival).toMatchObject([{ id: hazardId, name: 'Falling load', unsent: false }]);
    await ann.hazards.patch(hazardId, { name: 'Falling beam' });
    await firstValueFrom(
      tom.hazards.watch({ name: 'Falling beam' }).pipe(
        filter((list) => list.length === 1),
        patience,
      ),
    );
  });

  test('[DV30] a device that loses the network says so and delivers when it returns', async () => {
    await using site = await openSite(ground);
    const through = { server: await site.server.openProxy() };
    const device = await site.device({ through, autoSync: true });
    await firstValueFrom(
      device.status$.pipe(
        filter(({ online }) => online),
        patience,
      ),
    );
    await site.server.cutProxy();
    await draftWithHazard(device);
    const offline = await firstValueFrom(
      device.status$.pipe(
        filter(({ phase }) => phase === 'offline'),
        patience,
      ),
    );
    expect(offline).toMatchObject({ waiting: 2, online: false, problem: { fault: 'offline' } });
    await site.server.healProxy();
    const back = await firstValueFrom(
      device.status$.pipe(
        filter(({ waiting, online }) => online && waiting === 0),
        patience,
      ),
    );
    expect(back).toMatchObject({ refused: 0, problem: null });
  });

  test('[DV31] a refused token stops automatic sync; a new token restarts it', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ token: 'rk_live_revoked_long_ago', autoSync: true });
    await draftWithHazard(device);
    const stopped = device.status$.pipe(
      filter(({ phase }) => phase === 'stopped'),
      patience,
    );
    expect(await firstValueFrom(stopped)).toMatchObject({ online: false, problem: { fault: 'unauthorised' } });
    device.useToken(site.adminToken);
    const delivered = device.status$.pipe(
      filter(({ waiting, online }) => online && waiting === 0),
      patience,
    );
    expect(await firstValueFrom(delivered)).toMatchObject({ refused: 0, problem: null });
  });

  test('[DV156] a stopped device reports `stopped`, also after explicit syncs', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ autoSync: true });
    await draftWithHazard(device);
    const underWay = device.sync();
    device.stop();
    expect(device.status).toMatchObject({ phase: 'stopped' });
    await underWay;
    expect(device.status).toMatchObject({ phase: 'stopped', online: true, waiting: 0 });
    await device.documents.create({ title: 'Later', document_type: 'rams' });
    expect(await device.sync()).toMatchObject({ pushed: 1 });
    expect(device.status).toMatchObject({ phase: 'stopped', online: true, waiting: 0 });
    device.start();
    expect(device.status.phase).not.toBe('stopped');
    const goesOn = device.status$.pipe(
      filter(({ phase }) => phase === 'idle'),
      patience,
    );
    expect(await firstValueFrom(goesOn)).toMatchObject({ online: true });
  });

  test('[DV156] a sync that fails on a stopped device leaves it stopped, with the reason', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ through: nowhere, autoSync: true });
    device.stop();
    await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
    expect(device.status).toMatchObject({ phase: 'stopped', online: false, problem: { fault: 'offline' } });
  });

  test('[DV156] a refused log-out leaves a stopped device stopped', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ through: nowhere, autoSync: true });
    device.stop();
    await draftWithHazard(device);
    const refusing = async (): Promise<void> => Promise.reject(new Error('the stick is full'));
    await expect(device.logOut({ export: 'correct horse battery', save: refusing })).rejects.toThrow(
      'the stick is full',
    );
    expect(device.status).toMatchObject({ phase: 'stopped', waiting: 2 });
  });
}
