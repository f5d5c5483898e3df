/** The exchange that nobody asks for: the live stream, the timer, and the end of it. */
import { execFile } from 'node:child_process';
import { firstValueFrom, filter, timeout } from 'rxjs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openProxy } from '../kit/proxy.ts';
import { openWorld } from '../kit/world.ts';
import { draftWithHazard } from './support/site-day.ts';
import { openTablet } from '../kit/tablet.ts';

/** Long enough for a slow machine; nothing is measured by it. */
const patience = timeout({ first: 20_000 });

test('[DV29] a change reaches other devices by itself', async () => {
  await using world = await openWorld();
  await using tom = await openTablet(world, { seed: 1, autoSync: true });
  await using ann = await openTablet(world, { seed: 2, autoSync: true });
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

test('[DV30] a device that lost the network says so, keeps what is done, and delivers it by itself when the network is back', async () => {
  await using world = await openWorld();
  await using proxy = await openProxy({ target: world.url });
  await using device = await openTablet(world, { server: proxy.url, autoSync: true });
  await firstValueFrom(
    device.status$.pipe(
      filter(({ online }) => online),
      patience,
    ),
  );
  proxy.cut();
  await draftWithHazard(device);
  const offline = await firstValueFrom(
    device.status$.pipe(
      filter(({ phase }) => phase === 'offline'),
      patience,
    ),
  );
  expect(offline).toMatchObject({ waiting: 2, online: false, problem: { fault: 'offline' } });
  proxy.heal();
  const back = await firstValueFrom(
    device.status$.pipe(
      filter(({ waiting, online }) => online && waiting === 0),
      patience,
    ),
  );
  expect(back).toMatchObject({ refused: 0, problem: null });
});

test('[DV31] a token that is refused ends the automatic exchange; the next one begins it again', async () => {
  await using world = await openWorld();
  await using device = await openTablet(world, { token: 'rk_live_revoked_long_ago', autoSync: true });
  await draftWithHazard(device);
  const stopped = device.status$.pipe(
    filter(({ phase }) => phase === 'stopped'),
    patience,
  );
  expect(await firstValueFrom(stopped)).toMatchObject({ online: false, problem: { fault: 'unauthorised' } });
  device.useToken(world.adminToken);
  const delivered = device.status$.pipe(
    filter(({ waiting, online }) => online && waiting === 0),
    patience,
  );
  expect(await firstValueFrom(delivered)).toMatchObject({ refused: 0, problem: null });
});

test('[DV32] a process that has closed its device ends by itself', async () => {
  await using world = await openWorld();
  const program = new URL('support/open-and-close.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [program, world.url, world.adminToken], {
    timeout: 20_000,
  });
  expect(JSON.parse(stdout)).toMatchObject({ waiting: 0, online: true });
});
