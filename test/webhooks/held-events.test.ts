/** A webhook that is disabled for a while gets what happened meanwhile, by the calls that its e-mail names. One world for each engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepLog } from '../../server/followers/webhooks/sweep.ts';
import { engines } from '../kit/engines.ts';
import { openReceiver, type Receiver } from '../kit/receiver.ts';
import { openWorld, type World } from '../kit/world.ts';
import { openWebhookWorld } from './world.ts';

const dayMs = 86_400_000;

interface Event {
  readonly event: string;
  readonly sequence: number;
  readonly data: { readonly document_id: string };
}

interface Recovered {
  readonly queued: number;
  readonly more: boolean;
  readonly notice: string | null;
}

const delivered = ({ requests }: Receiver): Event[] =>
  requests.map(({ body }) => JSON.parse(String(body)) as Event).filter(({ event }) => event !== 'webhook.test');

describe.each(engines)('on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ engine });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function must<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await world.api<Body>(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  }

  async function subscribed(receiver: Receiver, more: object = {}): Promise<{ id: string; path: string }> {
    const events = ['document.created', 'document.updated'];
    const { id } = await must<{ id: string }>('POST', '/api/v1/webhooks', { url: receiver.url, events, ...more });
    return { id, path: `/api/v1/webhooks/${id}` };
  }

  const documentOf = (title: string): Promise<{ id: string }> =>
    must('POST', '/api/v1/documents', { title, document_type: 'rams' });

  test('[WH38] events while disabled are held, and recovered once and in order', async () => {
    await using receiver = await openReceiver();
    const { path } = await subscribed(receiver, { ordering: 'resource' });
    const since = new Date(world.clock.now()).toISOString();
    await must('POST', `${path}/disable`);
    const document = await documentOf('Roof works');
    const rename = (title: string): Promise<unknown> => must('PUT', `/api/v1/documents/${document.id}`, { title });
    for (const title of ['Roof works 2', 'Roof works 3']) await rename(title);
    await world.app.webhooks.run();
    await must('POST', `${path}/enable`);
    await world.app.webhooks.run();
    expect(delivered(receiver)).toEqual([]);
    receiver.answer(500);
    await documentOf('Gate'); // another resource, in its automatic retries while the others are recovered
    await world.app.webhooks.run();
    expect(delivered(receiver)).toHaveLength(1);
    receiver.answer(200);
    const counts: number[] = [];
    for (let i = 0; i < 2; i++) counts.push((await must<Recovered>('POST', `${path}/recover`, { since })).queued);
    await world.app.webhooks.run();
    counts.push((await must<Recovered>('POST', `${path}/recover`, { since })).queued);
    expect(counts).toEqual([3, 0, 0]);
    world.clock.advance(70_000); // the retry of the fourth
    await world.app.webhooks.run();
    const all = delivered(receiver).slice(1);
    expect(all.map(({ event }) => event)).toEqual([
      'document.created',
      'document.updated',
      'document.updated',
      'document.created',
    ]);
    const sequences = all.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
    await must('DELETE', path);
  });

  test('[WH39] recovery says which part of the period is no longer kept', async () => {
    await using receiver = await openReceiver();
    const { path } = await subscribed(receiver);
    const now = world.clock.now();
    const noticeOf = async (agoMs: number): Promise<string | null> =>
      (await must<Recovered>('POST', `${path}/recover`, { since: new Date(now - agoMs).toISOString() })).notice;
    const day = (days: number): string => new Date(now - days * dayMs).toISOString();
    expect(await noticeOf(90 * dayMs)).toBeNull();
    const failed = `Failed deliveries that ended before ${day(90)} are deleted and cannot be recovered (kept for 90 days).`;
    expect(await noticeOf(90 * dayMs + 1)).toBe(failed);
    expect(await noticeOf(400 * dayMs)).toBe(failed);
    expect(await noticeOf(400 * dayMs + 1)).toBe(
      `Events held before ${day(400)} are deleted and cannot be recovered (kept for 400 days). ${failed}`,
    );
    await must('DELETE', path);
  });

  test('[WH41] the calls in the mail about a disabled webhook bring back all its events', async () => {
    await using receiver = await openReceiver();
    const hook = await subscribed(receiver, { description: 'Site diary' });
    receiver.answer(503);
    const failing_since = new Date(world.clock.now() - 900_000).toISOString();
    const { store } = world.app.commitContext;
    const failures = { consecutive_failures: 9, failing_since };
    await store.transaction((trx) => trx.updateTable('webhook').set(failures).where('id', '=', hook.id).execute());
    const before = world.clock.now();
    const documents = [(await documentOf('Before')).id];
    await world.app.webhooks.run();
    documents.push((await documentOf('After')).id);
    const mails = await store.db
      .selectFrom('mail')
      .select(['subject', 'body'])
      .where('subject', 'like', '%disabled%')
      .execute();
    const [{ body } = { body: '' }] = mails;
    expect(mails).toHaveLength(1);
    for (const words of [
      `“Site diary” to ${receiver.url.replace(/\/$/, '')}`,
      '10 deliveries in a row',
      `since ${failing_since}`,
      'because it answered with status 503, not 2xx',
      '1 event is held',
    ])
      expect(body).toContain(words);
    receiver.answer(200);
    const calls = [...body.matchAll(/POST (\S+)\n {3}(\{.*\})?/g)];
    expect(calls.map(([, url]) => url)).toEqual([
      `${world.url}${hook.path}/enable`,
      `${world.url}${hook.path}/recover`,
    ]);
    expect(JSON.parse(calls[1]?.[2] ?? '{}')).toEqual({ since: expect.any(String) });
    expect(Date.parse((JSON.parse(calls[1]?.[2] ?? '{}') as { since: string }).since)).toBeGreaterThanOrEqual(before);
    for (const [, url = '', sent] of calls) await must('POST', url, sent);
    await world.app.webhooks.run();
    const ids = delivered(receiver).map(({ data }) => data.document_id);
    expect(ids.slice(1).toSorted()).toEqual(documents.toSorted());
    await must('DELETE', hook.path);
  });

  test('[WH40] the tenth failure disables from 15 minutes on, and what is held stays 400 days', async () => {
    await using store = await openWebhookWorld(engine, { disableMinSpanSeconds: 900 });
    await using receiver = await openReceiver({ answers: 500 });
    const failing = (spanMs: number, consecutive_failures: number): Promise<string> =>
      store.subscribe(`${receiver.url}?token=geheim`, {
        consecutive_failures,
        failing_since: new Date(store.nowMs - spanMs).toISOString(),
      });
    const hooks = [await failing(899_999, 9), await failing(900_000, 9), await failing(dayMs, 8), await failing(0, 11)];
    await store.emit();
    await store.follower.run();
    const states = await Promise.all(hooks.map(async (id) => (await store.webhook(id)).state));
    expect(states).toEqual(['enabled', 'disabled', 'enabled', 'enabled']);
    const [mail] = await store.mails('disabled');
    expect(mail?.body).not.toContain('geheim');
    const left = async (ms: number): Promise<number> => {
      await sweepLog(store.store, store.nowMs + ms);
      return (await store.deliveries()).filter(({ state }) => state === 'held').length;
    };
    expect([await left(400 * dayMs), await left(400 * dayMs + 1)]).toEqual([1, 0]);
  });
});
