/** Bad networks that falsify, cut and refuse: only this server's answer counts as delivery, and nothing is lost. */
import { describe, expect, test } from 'vitest';
import { SyncError } from '../../../client-sdk/index.ts';
import { shownBy } from '../../kit/shown-by.ts';
import type { Interference } from '../support/gateway.ts';
import { draftWithHazard } from '../support/site-day.ts';
import { openSite, type Ground } from './site.ts';

const portals: Readonly<Record<string, Interference>> = {
  'a log-in page with 200': () => ({ status: 200, body: '<html>Welcome to Site Wi-Fi</html>' }),
  'JSON of its own with 200': () => ({
    status: 200,
    type: 'application/json',
    body: '{"results":[],"server_time":"2026-11-21T09:00:00Z"}',
  }),
  'an answer for other commands': ({ door }) =>
    door === 'push' ? { status: 200, type: 'application/json', body: foreignAnswer } : undefined,
  'a redirect': () => ({ status: 302, body: '', headers: { location: '/login' } }),
  'a log-in page with 401': () => ({ status: 401, body: '<html>Please accept the terms</html>' }),
};

const foreignAnswer = JSON.stringify({
  seq: 9,
  server_time: '2026-11-21T09:00:00Z',
  results: [8, 9].map((id) => ({
    id,
    status: 'applied',
    seq: 1,
    rev: 1,
    kind: 'hazard',
    record_id: crypto.randomUUID(),
  })),
});

export function badNetwork(ground: Ground): void {
  describe.each(Object.keys(portals))('%s', (name) => {
    test('[DV16] a captive portal’s response is ignored, and everything is kept', async () => {
      await using site = await openSite(ground);
      const gateway = await site.gateway();
      const device = await site.device({ through: gateway });
      const { hazardId } = await draftWithHazard(device);
      gateway.interfere = portals[name];
      const error: unknown = await device.sync().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SyncError);
      expect(error).toMatchObject({ fault: name === 'a redirect' ? 'offline' : 'not_sitefile' });
      expect(device.status).toMatchObject({ waiting: 2, refused: 0, online: false, phase: 'offline', problem: error });
      gateway.interfere = undefined;
      expect(await device.sync()).toMatchObject({ pushed: 2, refused: 0 });
      expect(await device.hazards.get(hazardId)).toMatchObject({ unsent: false, rev: 1 });
    });
  });

  test('[DV17] a truncated answer is requested again with the same bytes, and counts once', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const place = site.newPlace();
    const device = await site.device({ place, through: gateway });
    await draftWithHazard(device);
    gateway.interfere = ({ door }) => (door === 'push' ? 'cut' : undefined);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
    expect((await device.outbox.list()).map(({ state }) => state)).toEqual(['queued', 'queued']);
    await device.close();

    const again = await site.device({ place, through: gateway });
    gateway.interfere = undefined;
    expect(await again.sync()).toMatchObject({ pushed: 2, refused: 0 });
    const pushes = gateway.seen.filter(({ door }) => door === 'push').map(({ body }) => body);
    expect(pushes.length).toBeGreaterThanOrEqual(2);
    expect(new Set(pushes).size).toBe(1);
    expect((await again.hazards.find()).map(({ rev }) => rev)).toEqual([1]);
    expect(again.status).toMatchObject({ waiting: 0, refused: 0 });
  });

  test('[DV18] a push that is too large is halved until it passes', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    const documentId = await device.documents.create({ title: 'Lift', document_type: 'rams' });
    for (let i = 1; i <= 11; i++) await device.hazards.create({ document_id: documentId, name: `Hazard ${i}` });
    const most = 3;
    const sizes: number[] = [];
    gateway.interfere = ({ door, body }) => {
      if (door !== 'push') return undefined;
      const { commands } = JSON.parse(body) as { commands: unknown[] }; // what a device pushes
      sizes.push(commands.length);
      return commands.length > most ? { status: 413, body: '<html>413 Request Entity Too Large</html>' } : undefined;
    };
    expect(await device.sync()).toMatchObject({ pushed: 12, refused: 0 });
    // Two pushes are in flight, so a size may be tried twice before it is known to be too large.
    expect([...new Set(sizes)]).toEqual([12, 6, 3]);
    expect(await device.hazards.find({ document_id: documentId })).toHaveLength(11);
  });

  test('[DV126] two pushes are in flight; one that arrives too early is sent again', async () => {
    await using site = await openSite(ground);
    const { promise: overtaken, resolve: overtake } = Promise.withResolvers<void>();
    const statuses: number[] = [];
    let pushes = 0;
    const device = await site.device({
      fetch: async (input, init) => {
        if (!String(input).endsWith('/sync/push')) return await fetch(input, init);
        const isFirst = pushes++ === 0;
        if (isFirst) await overtaken;
        const response = await fetch(input, init);
        statuses.push(response.status);
        overtake();
        return response;
      },
    });
    const documentId = await device.documents.create({ title: 'Lift', document_type: 'rams' });
    const names = Array.from({ length: 220 }, (_, i) => `Hazard ${i}`);
    for (const name of names) await device.hazards.create({ document_id: documentId, name });
    expect(await device.sync()).toMatchObject({ pushed: 221, refused: 0 });
    expect(statuses).toEqual([409, 200, 200]);
    expect((await device.hazards.find({ document_id: documentId })).map(({ name }) => name)).toEqual(names);
    expect(await shownBy(device)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV132] on a slow connection the device sends less at a time until all is delivered', async () => {
    await using site = await openSite(ground);
    const line = { load: 0, most: Infinity };
    const most: number[] = [];
    const device = await site.device({
      // A slow machine takes some hundred ms for what is not cut off.
      timeoutMs: 1_500,
      fetch: async (input, init) => {
        if (!String(input).endsWith('/sync/push')) return await fetch(input, init);
        const size = await new Response(init?.body ?? null).bytes().then(({ length }) => length);
        line.load += size;
        most.push(line.load);
        try {
          if (line.load > line.most) await cutOff(init?.signal);
          return await fetch(input, init);
        } finally {
          line.load -= size;
        }
      },
    });
    const documentId = await device.documents.create({ title: 'Lift', document_type: 'rams' });
    for (let i = 0; i < 60; i++) await device.hazards.create({ document_id: documentId, name: `Hazard ${i}` });
    line.most = 0;
    await expect(device.sync()).rejects.toMatchObject({ fault: 'offline' });
    line.most = 0.7 * (most[0] ?? 0);
    expect(await device.sync()).toMatchObject({ pushed: 61, refused: 0 });
    expect(Math.max(...most.slice(1))).toBeLessThan(line.most);
    expect(await shownBy(device)).toEqual(await site.server.recordsOf(null));
  });

  test('[DV19] a refused token ends the sync and keeps everything; a new token continues it', async () => {
    await using site = await openSite(ground);
    const device = await site.device({ token: 'rk_live_revoked_long_ago' });
    await draftWithHazard(device);
    await expect(device.sync()).rejects.toMatchObject({ fault: 'unauthorised', problem: { code: 'unauthenticated' } });
    expect(device.status).toMatchObject({ waiting: 2, phase: 'stopped', online: false });
    device.useToken(site.adminToken);
    expect(await device.sync()).toMatchObject({ pushed: 2 });
    expect(device.status).toMatchObject({ waiting: 0, phase: 'idle', online: true, problem: null });
  });

  test('[DV20] a token of another organisation cannot open the replica', async () => {
    await using site = await openSite(ground);
    const device = await site.device();
    await draftWithHazard(device);
    await device.sync();
    const { hazardId } = await draftWithHazard(device);
    device.useToken(await site.server.token('author', await site.server.organisation('Another firm')));
    await expect(device.sync()).rejects.toMatchObject({ fault: 'other_organisation' });
    expect(device.status).toMatchObject({ waiting: 2, phase: 'stopped' });
    device.useToken(site.adminToken);
    await device.sync();
    expect(await device.hazards.get(hazardId)).toMatchObject({ rev: 1 });
  });

  test('[DV21] a device delivers its work even to a server too new for it to read', async () => {
    await using site = await openSite(ground);
    const gateway = await site.gateway();
    const device = await site.device({ through: gateway });
    await draftWithHazard(device);
    const body = JSON.stringify({
      type: '',
      title: 'too old',
      status: 426,
      detail: 'Update the app.',
      code: 'schema_too_old',
    });
    gateway.interfere = ({ door }) =>
      door === 'pull' ? { status: 426, type: 'application/problem+json', body } : undefined;
    await expect(device.sync()).rejects.toMatchObject({ fault: 'too_old' });
    expect(device.status).toMatchObject({ waiting: 0, refused: 0 });
    expect((await device.outbox.list()).map(({ state }) => state)).toEqual(['acked', 'acked']);
    // Until the server can be read again, users still see their own work.
    expect(await device.hazards.find()).toMatchObject([{ name: 'Falling load', unsent: false }]);
  });
}

/** No response arrives until the caller aborts. */
function cutOff(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error)); // the time limit is an Error
  });
}
