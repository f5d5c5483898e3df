/** A restore from a backup that was taken under load, with devices and pollers ahead of it. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Device } from '../../client-sdk/index.ts';
import { report } from '../faults/table/figures.ts';
import { engines } from '../kit/engines.ts';
import { recordsOf } from '../kit/limited.ts';
import { temporaryFolder } from '../kit/places.ts';
import { shownBy } from '../kit/shown-by.ts';
import type { World } from '../kit/world.ts';
import { plainJpeg } from '../photos/pictures.ts';
import { ink } from '../sdk/support/ink.ts';
import { approvedDocument } from '../sdk/support/site-day.ts';
import { fill, openSite, type Site } from './site.ts';

interface EventPage {
  readonly data: readonly { readonly id: string; readonly event: string }[];
  readonly meta: { readonly next_after: string };
}

const holder = { name: 'Rhys Morgan' };
const issuer = { name: 'Sinéad Gallagher' };
const changed = { status: 409, body: { code: 'history_changed' } };

/** Finds the server again at another address. */
function deviceOf({ world }: Site): Promise<Device> {
  return world.device({
    fetch: (input, init) => {
      const { pathname, search } = new URL(String(input));
      return fetch(new URL(pathname + search, world.url), init);
    },
  });
}

/** Works until it is told to stop; resolves to the ids that were acknowledged, in order. */
function work(each: () => Promise<string>): { readonly done: string[]; stop(): Promise<void> } {
  const done: string[] = [];
  let isOn = true;
  const running = (async () => {
    while (isOn) done.push(await each());
  })();
  return { done, stop: async () => ((isOn = false), await running) };
}

/** A backup while two REST clients and a device write: what was acknowledged before it, and all that the device wrote. */
async function backUpUnderLoad(
  site: Site,
  device: Device,
  documentId: string,
): Promise<{ folder: string; before: string[]; held: readonly string[] }> {
  const { world } = site;
  const folder = join(temporaryFolder(), 'backup');
  const office = async (): Promise<string> => {
    const { body } = await world.api<{ id: string }>('POST', '/api/v1/documents', {
      title: 'x',
      document_type: 'rams',
    });
    return body.id;
  };
  const tablet = async (): Promise<string> => {
    const id = await device.hazards.create({ document_id: documentId, name: 'Dust' });
    await device.sync();
    return id;
  };
  const workers = [work(office), work(office), work(tablet)];
  while (workers.some(({ done }) => done.length < 3)) await new Promise(setImmediate);
  const before = workers.flatMap(({ done }) => done);
  expect(await site.run('backup', folder)).toMatchObject({ code: 0 });
  for (const worker of workers) await worker.stop();
  expect((await site.run('verify-backup', folder)).stderr).not.toContain('faults');
  return { folder, before, held: workers[2]?.done ?? [] };
}

async function pollerAt(world: World): Promise<{ events: string; list: string }> {
  const events = await world.api<EventPage>('GET', '/api/v1/events?limit=1000');
  const list = await world.api<{ meta: { next_cursor: string } }>('GET', '/api/v1/documents?per_page=1');
  return { events: events.body.meta.next_after, list: list.body.meta.next_cursor };
}

describe.each(engines)('%s', (engine) => {
  test('[BK12] after a restore every device gives back its work at its next sync', async () => {
    await using site = await openSite(engine);
    const { world } = site;
    const [tom, ann] = [await deviceOf(site), await deviceOf(site)];
    const { documentId } = await approvedDocument(tom);
    const project_id = await tom.projects.create({ name: 'Block C' });
    const site_id = await tom.sites.create({ project_id, name: 'East gate' });
    const permit = await tom.permits.create({
      permit_type: 'hot_work',
      linked_document_ids: [documentId],
      location: 'Level 9 plant deck',
      valid_from: '2026-11-21T09:00:00Z',
      valid_to: '2026-11-21T15:00:00Z',
    });
    await tom.permits.request(permit, { by: holder });
    await tom.permits.authorise(permit, { by: issuer });
    const early = await tom.addPhoto({ site_id, bytes: Uint8Array.from(plainJpeg()), file_name: 'before.jpg' });
    const draft = await tom.documents.create({ title: 'Draft', document_type: 'rams' });
    const hazardId = await tom.hazards.create({ document_id: draft, name: 'Falling load' });
    for (const device of [tom, ann, tom]) await device.sync();
    const { folder, before, held } = await backUpUnderLoad(site, ann, draft);

    const signed = await tom.sign({ document_id: documentId, worker: holder, signature: ink() });
    await tom.permits.accept(permit, { by: holder });
    const late = await tom.addPhoto({ site_id, bytes: Uint8Array.from([...plainJpeg(), 1]) });
    await tom.sync();
    await ann.sync();
    await ann.permits.open(permit, { by: issuer });
    await ann.permits.recordGasTest(permit, { by: holder, lel_percent: 12 });
    await ann.hazards.patch(hazardId, { who_at_risk: 'Slingers' });
    const other = await ann.sign({ document_id: documentId, worker: { name: 'Ola' }, signature: ink() });
    for (const device of [ann, tom]) await device.sync();
    const ghost = await world.api<{ id: string }>('POST', '/api/v1/documents', { title: 'y', document_type: 'rams' });
    await tom.sync();
    expect(await tom.documents.get(ghost.body.id)).toBeDefined();
    const ahead = await pollerAt(world);
    const waiting = await tom.sign({ document_id: documentId, worker: { name: 'Jan' }, signature: ink() });

    await site.destroy();
    expect(await site.run('restore', folder)).toMatchObject({ code: 0 });
    await world.restart();
    expect(await world.api('GET', `/api/v1/events?after=${ahead.events}`)).toMatchObject(changed);
    expect(await world.api('GET', `/api/v1/documents?per_page=1&cursor=${ahead.list}`)).toMatchObject(changed);
    const restored = (await recordsOf(world, null)).join('\n');
    expect(before.filter((id) => !restored.includes(id))).toEqual([]);
    for (const device of [tom, ann]) await device.sync();

    const records = (await recordsOf(world, null)).join('\n');
    expect([signed, other, waiting, ...held].filter((id) => !records.includes(id))).toEqual([]);
    expect((await world.api('GET', `/api/v1/photos/${early}`)).status).toBe(200);
    expect(await tom.outbox.refused()).toMatchObject([{ kind: 'photo', record_id: late, reason: { code: 'gone' } }]);
    expect(await world.api('GET', `/api/v1/permits/${permit}`)).toMatchObject({ body: { state: 'suspended' } });
    await tom.sync();
    for (const device of [tom, ann]) {
      expect(await device.hazards.get(hazardId)).toMatchObject({ who_at_risk: 'Slingers', unsent: false });
      expect(await device.documents.get(ghost.body.id)).toBeUndefined();
      expect(await shownBy(device)).toEqual(await recordsOf(world, null));
      expect(await device.verify()).toBe(true);
    }
    expect((await site.run('verify')).code).toBe(0);
    report('restored', { injected: 1, survived: before.length + held.length + 3, lost: 0, doubled: 0 });
  });
});

test('[BK13] what waited at a backup keeps its id, what is new has another, and keys hold', async () => {
  await using site = await openSite('sqlite');
  const { world } = site;
  const made = (title: string, headers = {}) =>
    world.api<{ id: string }>('POST', '/api/v1/documents', { title, document_type: 'rams' }, headers);
  const receiver = await world.receiver(['document.created']);
  receiver.answer(500);
  const first = await made('Waiting', { 'idempotency-key': 'first' });
  await world.app.webhooks.run();
  const job = await world.api<{ id: string }>('POST', `/api/v1/documents/${first.body.id}/export`, { format: 'docx' });
  await world.app.exports.run();
  const { body } = await world.api<{ download_url: string }>('GET', `/api/v1/exports/${job.body.id}`);
  const download = new URL(body.download_url);
  const folder = join(temporaryFolder(), 'backup');
  expect(await site.run('backup', folder)).toMatchObject({ code: 0 });
  receiver.answer(200);
  const lost = await made('Lost', { 'idempotency-key': 'second' });
  world.clock.advance(70_000); // a minute, and whatever a seed adds
  await world.app.webhooks.run();
  await site.destroy();
  expect(await site.run('restore', folder)).toMatchObject({ code: 0 });
  await world.restart();
  await world.app.webhooks.run();

  expect((await made('Waiting', { 'idempotency-key': 'first' })).body).toEqual(first.body);
  const again = await made('Lost', { 'idempotency-key': 'second' });
  expect([again.status, again.body.id === lost.body.id]).toEqual([201, false]);
  await world.app.webhooks.run();
  const bodies = Map.groupBy(receiver.requests, ({ headers }) => headers['webhook-id']);
  const sent = [...bodies.values()].map((requests) => requests.map(({ body: text }) => String(text)));
  // The test event; refused, sent before the backup's loss and again after it; lost; new.
  expect(sent.map((texts) => texts.length)).toEqual([1, 3, 1, 1]);
  expect(sent.map((texts) => new Set(texts).size)).toEqual([1, 1, 1, 1]);
  expect((await fetch(world.url + download.pathname + download.search)).status).toBe(200);
});

test('[BK11] a restore is in the audit log, and tells a poller that its event is lost', async () => {
  await using site = await openSite('sqlite');
  const { world } = site;
  await fill(world);
  const { events } = await pollerAt(world);
  const folder = join(temporaryFolder(), 'backup');
  expect(await site.run('backup', folder)).toMatchObject({ code: 0 });
  const sequences = async (): Promise<number[]> => {
    const { body } = await world.api<{ data: { sequence: number }[] }>('GET', '/api/v1/events?after=0&limit=1000');
    return body.data.map(({ sequence }) => sequence);
  };
  const kept = (await sequences()).at(-1);
  await fill(world);
  const lost = (await sequences()).at(-1);
  await site.destroy();
  expect(await site.run('restore', folder)).toMatchObject({ code: 0 });
  await world.restart();
  const { db } = world.app.commitContext.store;
  const { entry } = await db.selectFrom('audit').select('entry').orderBy('seq', 'desc').executeTakeFirstOrThrow();
  expect(JSON.parse(entry)).toMatchObject({
    actor: { name: 'Operator' },
    request_id: 'restore-of-2026-11-21T09:00:00.000Z',
    commands: [{ action: 'restore', kind: 'organisation', id: world.organisationId }],
  });
  for (const after of [events, kept])
    expect(await world.api('GET', `/api/v1/events?after=${after}`)).toMatchObject({ status: 200, body: { data: [] } });
  for (let i = 0; i < 3; i++) await fill(world);
  expect(await sequences()).not.toContain(lost);
  expect(await world.api('GET', `/api/v1/events?after=${lost}`)).toMatchObject(changed);
});

test('[SY110] a restored server names the last shared point, and a poller goes on there', async () => {
  await using site = await openSite('sqlite');
  const { world } = site;
  await fill(world);
  const folder = join(temporaryFolder(), 'backup');
  expect(await site.run('backup', folder)).toMatchObject({ code: 0 });
  const { body: copied } = await world.api<{ data: { sequence: number }[] }>(
    'GET',
    '/api/v1/events?after=0&limit=1000',
  );
  const kept = copied.data.at(-1)?.sequence ?? 0;
  await fill(world);
  const { events: ahead, list } = await pollerAt(world);
  await site.destroy();
  expect(await site.run('restore', folder)).toMatchObject({ code: 0 });
  await world.restart();
  await fill(world);
  const told = await world.api<{ shared_sequence: number; shared_after: string }>(
    'GET',
    `/api/v1/events?after=${ahead}`,
  );
  expect(told).toMatchObject(changed);
  expect(told.body.shared_sequence).toBeGreaterThanOrEqual(kept);
  const next = await world.api<{ data: { sequence: number }[] }>(
    'GET',
    `/api/v1/events?after=${encodeURIComponent(told.body.shared_after)}`,
  );
  const { body: whole } = await world.api<{ data: { sequence: number }[] }>('GET', '/api/v1/events?after=0&limit=1000');
  expect(next.body.data).toEqual(whole.data.filter(({ sequence }) => sequence > kept));
  expect(next.body.data.length).toBeGreaterThan(0);
  expect(await world.api('GET', `/api/v1/documents?cursor=${list}`)).toMatchObject({
    status: 409,
    body: { code: 'history_changed', shared_sequence: told.body.shared_sequence },
  });
});

test('[SY111] a tag of the lost history fits nothing that was written since', async () => {
  await using site = await openSite('sqlite');
  const { world } = site;
  const { body } = await world.api<{ id: string }>('POST', '/api/v1/documents', {
    title: 'Deck',
    document_type: 'rams',
  });
  const path = `/api/v1/documents/${body.id}`;
  await world.receiver(['document.created']);
  const { data } = (await world.api<{ data: { id: string }[] }>('GET', '/api/v1/webhooks')).body;
  const folder = join(temporaryFolder(), 'backup');
  expect(await site.run('backup', folder)).toMatchObject({ code: 0 });
  const places = [
    [path, (words: string) => ({ title: words })],
    ['/api/v1/organisation', (words: string) => ({ name: words })],
    [`/api/v1/webhooks/${data[0]?.id}`, (words: string) => ({ description: words })],
  ] as const;
  const write = async (words: string): Promise<string[]> => {
    const answers = await Promise.all(
      places.map(([at, change]) => world.api('PUT', at, change(words), { 'if-match': '*' })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return answers.map(({ headers }) => headers.get('etag') ?? '');
  };
  const lost = await write('Lost words');
  await site.destroy();
  expect(await site.run('restore', folder)).toMatchObject({ code: 0 });
  await world.restart();
  const kept = await write('Kept words');
  for (const [i, [at, change]] of places.entries()) {
    const [tag = '', own = ''] = [lost[i], kept[i]];
    expect((await world.api('PUT', at, change('Over it'), { 'if-match': tag })).status).toBe(412);
    expect((await world.api('GET', at, undefined, { 'if-none-match': tag })).status).toBe(200);
    expect((await world.api('PUT', at, change('Known'), { 'if-match': own })).status).toBe(200);
  }
  expect((await site.run('verify')).code).toBe(0);
});
