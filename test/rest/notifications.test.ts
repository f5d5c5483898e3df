/** Notifications on both engines: who sees which, for how long, how often they are sent, and what they cost (contract, Notifications). */
import { describe, expect, test } from 'vitest';
import type { Notice } from '../../shared/model/notice.ts';
import { insertNotifications } from '../../server/store/queues/notifications.ts';
import { act, bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { openSite, type Site } from './support/site.ts';

const dayMs = 86_400_000;

/** Sent as by a change made now. */
async function tell(world: World, ...notices: readonly Partial<Notice>[]): Promise<void> {
  const { commitContext: ground } = world.app;
  await ground.store.write(world.organisationId, ground.now, (tx) =>
    insertNotifications(
      tx.trx,
      tx.orgId,
      notices.map((notice) => ({
        id: ground.newId(),
        notice: { ...aNotice(ground.newId()), ...notice },
        created_at: tx.nextStamp(),
      })),
    ),
  );
}

function aNotice(key: string): Notice {
  return {
    type: 'signoff_recorded',
    severity: 'info',
    subject: 'Luke Farrell signed',
    body: 'Luke Farrell signed version 1.',
    resourceType: 'signoff',
    resourceId: key,
    projectId: null,
    to: { permission: 'documents:read' },
    dedupeKey: key,
  };
}

async function subjects(site: Site, query = '', as?: 'viewer' | 'manager' | 'stranger'): Promise<string[]> {
  const { data } = await site.must('listNotifications', { query, ...(as ? { as } : {}) });
  return data.map(({ subject }) => subject);
}

describe.each(engines)('notifications on %s', (engine) => {
  test('[NT1] the same matter notifies once, in one change or in two', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    await site.must('readAllNotifications');
    const twice = { dedupeKey: 'told once', subject: 'Told once' };
    await tell(site.world, twice, twice, { subject: 'Told too' });
    await tell(site.world, { ...twice, body: 'Said in other words.' });
    expect(await subjects(site, '?unread=true')).toEqual(['Told too', 'Told once']);
  });

  test('[NT1] a refused change notifies nobody, and a repeated one notifies once', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    const { id: document } = await site.approved();
    const before = (await site.must('listNotifications')).meta.total;
    await site.call('approve', { params: { document } });
    await site.call('recordSignoff', { params: { document }, body: { worker_name: 'Jo', document_version: 9 } });
    expect((await site.must('listNotifications')).meta.total).toBe(before);
    const body = { id: site.world.app.commitContext.newId(), worker_name: 'Jo' };
    for (let i = 0; i < 2; i++) await site.call('recordSignoff', { params: { document }, body });
    expect((await site.must('listNotifications')).meta.total).toBe(before + 1);
  });

  test('[NT2] the last 30 days are listed, and earlier ones on request', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    const start = new Date(site.world.clock.now()).toISOString();
    await tell(site.world, { subject: 'Early' });
    site.world.clock.advance(31 * dayMs);
    await tell(site.world, { subject: 'Late' });
    expect(await subjects(site)).toEqual(['Late']);
    expect((await subjects(site, `?since=${start}&per_page=2`)).toSorted()).toEqual(['Early', 'Late']);
    const { data } = await site.must('listNotifications');
    expect(await subjects(site, `?since=${data[0]?.created_at}`)).toEqual(['Late']);
  });

  test('[NT2] cursors skip and repeat nothing while notifications arrive and are read', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    await site.must('readAllNotifications');
    await tell(site.world, ...Array.from({ length: 7 }, (_, i) => ({ subject: `News ${i}` })));
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = `?unread=true&per_page=2${cursor ? `&cursor=${cursor}` : ''}`;
      const { data, meta } = await site.must('listNotifications', { query });
      walked.push(...data.map(({ subject }) => subject));
      await tell(site.world, { subject: 'Meanwhile' });
      await site.must('readNotification', { params: { notification: String(data[0]?.id) } });
      cursor = meta.next_cursor;
    }
    expect(walked).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `News ${i}`));
  });

  test('[NT3] a caller sees only notifications for them or their permissions', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    // The token acts under the id of the document's author.
    const { created_by: manager } = await site.must('createDocument', {
      body: { title: 'Mine', document_type: 'rams' },
      as: 'manager',
    });
    site.world.clock.advance(31 * dayMs);
    await tell(
      site.world,
      { subject: 'To the manager', to: { actorId: manager } },
      { subject: 'To approvers', to: { permission: 'documents:approve' } },
      { subject: 'To readers', to: { permission: 'documents:read' } },
      { subject: 'To nobody here', to: { actorId: 'somebody' } },
    );
    expect(await subjects(site, '', 'manager')).toEqual(['To readers', 'To approvers', 'To the manager']);
    expect(await subjects(site, '', 'viewer')).toEqual(['To readers']);
    expect(await subjects(site)).toEqual(['To readers', 'To approvers']);
    expect(await subjects(site, '', 'stranger')).toEqual([]);
    const narrow = await site.world.token('manager', site.world.organisationId, 'narrow', {
      scopes: ['documents:read', 'signoffs:read'],
    });
    const { data } = await site.must('listNotifications', { headers: { authorization: `Bearer ${narrow}` } });
    expect(data.map(({ subject }) => subject)).toEqual(['To readers']);
  });

  test('[NT4] each user has their own read marks', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    await site.must('readAllNotifications');
    await tell(site.world, { subject: 'For all' });
    const unread = async (as?: 'viewer'): Promise<number> =>
      (await site.must('listNotifications', { query: '?per_page=1', ...(as ? { as } : {}) })).meta.unread;
    expect([await unread(), await unread('viewer')]).toEqual([1, 1]);
    const { data } = await site.must('listNotifications', { as: 'viewer' });
    const params = { notification: String(data[0]?.id) };
    await site.must('readNotification', { params, as: 'viewer' });
    expect([await unread(), await unread('viewer')]).toEqual([1, 0]);
    expect(await site.must('readAllNotifications', { as: 'viewer' })).toEqual({ marked: 0 });
    expect(await site.must('readAllNotifications')).toEqual({ marked: 1 });
    await site.must('unreadNotification', { params });
    expect([await unread(), await unread('viewer')]).toEqual([1, 0]);
  });

  test('[NT4] another user’s notification can be neither read nor marked', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    await tell(site.world, { subject: 'Secret', to: { permission: 'webhooks:manage' } });
    const { data } = await site.must('listNotifications', { query: '?per_page=1' });
    const params = { notification: String(data[0]?.id) };
    for (const as of ['viewer', 'stranger'] as const) {
      expect((await site.call('readNotification', { params, as })).status).toBe(404);
      expect((await site.call('unreadNotification', { params, as })).status).toBe(404);
      await site.must('readAllNotifications', { as });
    }
    expect((await site.must('listNotifications', { query: '?per_page=1' })).data[0]?.read_at).toBeNull();
  });

  test('[NT6] a subject is one line of at most 200 characters, a body has at most 4,000', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    const hostile = `a\0b\nc\u2028d\t${'🏗'.repeat(300)}\ud800`;
    const document = await site.draft({ title: '🏗'.repeat(100) });
    await site.must('submitReview', {
      params: { document: document.id },
      body: { notes: `${hostile}${'x'.repeat(3300)}` },
    });
    const [asked] = (await site.must('listNotifications')).data;
    expect(asked?.subject.length).toBeLessThanOrEqual(200);
    await tell(site.world, { subject: hostile, body: `${hostile}${'y'.repeat(5000)}` });
    const [told] = (await site.must('listNotifications')).data;
    expect(told?.subject).toMatch(/^a b c d (?:🏗)+…$/u);
    expect(told?.subject.length).toBeLessThanOrEqual(200);
    expect(told?.body.length).toBe(4000);
    expect(told?.body.startsWith('ab\nc')).toBe(true);
    expect([told, asked].every((each) => each?.subject.isWellFormed() && each.body.isWellFormed())).toBe(true);
  });

  test('[NT9] new notifications delete some of those older than 400 days', async () => {
    await using site = await openSite(engine, { isFurnished: false });
    const count = async (table: 'notification' | 'notification_read'): Promise<number> =>
      (await site.world.app.commitContext.store.db.selectFrom(table).select('org_id').execute()).length;
    await tell(site.world, ...Array.from({ length: 60 }, (_, i) => ({ subject: `Old ${i}` })));
    await site.must('readAllNotifications');
    const before = await count('notification');
    site.world.clock.advance(401 * dayMs);
    await tell(site.world, { subject: 'New' });
    expect(await count('notification')).toBe(before + 1 - 21);
    for (let i = 0; i < 6; i++) await tell(site.world, { subject: `Newer ${i}` });
    expect([await count('notification'), await count('notification_read')]).toEqual([7, 0]);
  });

  test('[NT10] 200 sign-offs in one push notify with one statement', async () => {
    const statements: string[] = [];
    await using world = await openWorld({ engine, onStatement: (sql) => statements.push(sql) });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    statements.length = 0;
    const signed = Array.from({ length: 200 }, (_, i) =>
      create('signoff', world.app.commitContext.newId(), {
        document_id: documentId,
        worker: { name: `Worker ${i}` },
        capture: { method: 'api', identity_assurance: 'none', clock_confidence: 'unverified' },
      }),
    );
    const results = await device.push(signed);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']));
    expect(statements.filter((sql) => sql.startsWith('insert into "notification"'))).toHaveLength(1);
    const { data } = (
      await world.api<{ data: unknown[] }>('GET', '/api/v1/notifications?type=signoff_recorded&per_page=100')
    ).body;
    expect(data).toHaveLength(100);
  });

  test('[NT11] notifications are not sent to devices and do not move their feed', async () => {
    await using world = await openWorld({ engine });
    const device = bareDevice(world);
    const { documentId } = await documentWithHazard(world, device, true);
    expect(JSON.stringify(await device.pull())).not.toContain('"notification"');
    await tell(world, { subject: 'For the office' });
    expect(await device.pull()).toEqual([]);
    await device.push([act('document', documentId, 'revise')]);
    expect((await device.pull()).length).toBeGreaterThan(0);
  });
});
