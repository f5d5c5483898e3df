/** Scenarios of notifications (contract, Notifications). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

/** A new notification, the newest that the administrator sees. */
async function told(site: Site): Promise<{ readonly params: Readonly<Record<string, string>> }> {
  await site.approved();
  const { data } = await site.must('listNotifications', { query: '?type=document_approved&per_page=1' });
  return { params: { notification: String(data[0]?.id) } };
}

export const notificationScenarios: readonly Scenario[] = [
  {
    title: '[NT2] notifications come newest first, 25 a page, with the unread count',
    endpoint: 'listNotifications',
    given: async (site) => {
      for (let i = 0; i < 13; i++) await site.approved();
      return {};
    },
    status: 200,
    check: ({ body }) => {
      expect(body.data).toHaveLength(25);
      expect(body.meta).toMatchObject({ current_page: 1, per_page: 25 });
      expect(body.meta.unread).toBe(body.meta.total);
      const times = body.data.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(body.data[0]).toMatchObject({
        type: 'document_approved',
        severity: 'info',
        subject: 'Approved: Roof works',
        resource_type: 'document',
        project_id: null,
        read_at: null,
        dedupe_key: `document_approved ${body.data[0]?.resource_id} 1`,
      });
    },
  },
  {
    title: '[NT2] notifications are filtered by comma-separated types and severities',
    endpoint: 'listNotifications',
    given: async (site) => {
      await site.approved();
      return { query: '?type=document_approved,review_requested&severity=action' };
    },
    status: 200,
    check: ({ body }) =>
      expect(new Set(body.data.map(({ type, severity }) => `${type} ${severity}`))).toEqual(
        new Set(['review_requested action']),
      ),
  },
  {
    title: '[NT2] the next page continues the same list',
    endpoint: 'listNotifications',
    given: async (site) => {
      await site.approved();
      return { query: '?page=2&per_page=1' };
    },
    status: 200,
    check: async ({ body, headers }, site) => {
      const { data } = await site.must('listNotifications', { query: '?per_page=2' });
      expect(body.data).toEqual(data.slice(1));
      expect(headers.get('link')).toContain('rel="next"');
    },
  },
  {
    title: '[NT2] an invalid filter is refused by name',
    endpoint: 'listNotifications',
    given: () => ({ query: '?type=gossip&severity=loud&unread=perhaps&since=yesterday&page=0' }),
    status: 422,
    check: ({ body }) =>
      expect(body.errors?.map(({ parameter }) => parameter).toSorted()).toEqual([
        'page',
        'severity',
        'since',
        'type',
        'unread',
      ]),
  },
  {
    title: '[NT4] a read notification has its time of reading and is no longer unread',
    endpoint: 'readNotification',
    given: told,
    status: 200,
    check: async ({ body }, site) => {
      expect(body.read_at).toBe(new Date(site.world.clock.now()).toISOString());
      const unread = await site.must('listNotifications', { query: '?unread=true&per_page=100' });
      expect(unread.data.map(({ id }) => id)).not.toContain(body.id);
      const read = await site.must('listNotifications', { query: '?unread=false&per_page=100' });
      expect(read.data.map(({ id }) => id)).toContain(body.id);
      expect([unread.meta.total, unread.meta.unread]).toEqual([unread.meta.total, read.meta.unread]);
    },
  },
  {
    title: '[NT4] marking as read again changes nothing',
    endpoint: 'readNotification',
    given: async (site) => {
      const given = await told(site);
      await site.must('readNotification', given);
      site.world.clock.advance(60_000);
      return given;
    },
    status: 200,
    check: ({ body }, site) => expect(body.read_at).toBe(new Date(site.world.clock.now() - 60_000).toISOString()),
  },
  {
    title: '[NT4] a notification can be marked as unread',
    endpoint: 'unreadNotification',
    given: async (site) => {
      const given = await told(site);
      await site.must('readNotification', given);
      return given;
    },
    status: 200,
    check: ({ body }) => expect(body.read_at).toBeNull(),
  },
  {
    title: '[NT4] all notifications up to a time are marked as read at once',
    endpoint: 'readAllNotifications',
    given: async (site) => {
      await site.approved();
      const { data } = await site.must('listNotifications', { query: '?per_page=1' });
      await site.approved();
      return { body: { before: data[0]?.created_at } };
    },
    status: 200,
    check: async ({ body }, site) => {
      expect(body.marked).toBeGreaterThan(1);
      const { meta } = await site.must('listNotifications', { query: '?unread=true' });
      expect(meta.total).toBe(2);
    },
  },
  {
    title: '[NT4] without a time all are marked as read, once',
    endpoint: 'readAllNotifications',
    given: async (site) => {
      await site.approved();
      await site.must('readAllNotifications');
      return { body: {} };
    },
    status: 200,
    check: ({ body }) => expect(body).toEqual({ marked: 0 }),
  },
  {
    title: '[NT4] an invalid time is refused with a pointer',
    endpoint: 'readAllNotifications',
    given: () => ({ body: { before: 'lunch' } }),
    status: 422,
    at: ['#/before'],
  },
  {
    title: '[NT3] another user’s notification is not found',
    endpoint: 'readNotification',
    given: async (site) => ({ ...(await told(site)), as: 'owner' }),
    status: 404,
    code: 'not_found',
  },
];
