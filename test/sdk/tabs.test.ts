/** Several tabs of a real Chromium on one replica in IndexedDB, against a real server: tabs that die, and tabs that freeze. */
import { chromium, type Browser, type BrowserContext, type Route } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findBrowser } from '../kit/find-browser.ts';
import { patienceMs } from '../kit/patience.ts';
import { openTablet } from '../kit/tablet.ts';
import { openWorld, type World } from '../kit/world.ts';
import { plainPng } from '../photos/pictures.ts';
import { ink } from './support/ink.ts';
import { approvedDocument } from './support/site-day.ts';
import { openTab, type Tab, type TabGlobals } from './support/tab.ts';

declare const device: TabGlobals['device'];
declare const diary: { readonly titles: string[][]; readonly faults: string[] };

let browser: Browser;
let world: World;
let context: BrowserContext;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
});
afterAll(() => browser.close());
beforeEach(async () => {
  world = await openWorld();
  context = await browser.newContext();
  context.setDefaultTimeout(patienceMs);
});
afterEach(async () => {
  await context.close();
  await world[Symbol.asyncDispose]();
});

const name = 'site';
const manual = { name, autoSync: false };
const automatic = { name, autoSync: true, tabPatienceMs: 2_000 };

/** What the server has, read by a separate device. */
async function onServer(): Promise<{ titles: string[]; workers: string[] }> {
  await using other = await openTablet(world, { seed: 99 });
  await other.sync();
  return {
    titles: (await other.documents.find()).map(({ title }) => title).toSorted(),
    workers: (await other.signoffs.find()).map(({ worker }) => worker.name).toSorted(),
  };
}

/** Runs in a tab: records every list of titles and every error that it shows from now on. */
function keepDiary(): void {
  const kept: typeof diary = { titles: [], faults: [] };
  device.documents.watch().subscribe((list) => kept.titles.push(list.map(({ title }) => title)));
  device.status$.subscribe(({ problem }) => problem && kept.faults.push(problem.fault));
  Object.assign(globalThis, { diary: kept });
}

/** Resolves when the tab shows an empty outbox. */
function delivered(tab: Tab): Promise<unknown> {
  return tab.page.waitForFunction(() => device.status.waiting === 0 && device.status.lastSyncAt !== null);
}

/** Resolves when the tab shows that many documents. */
function showing(tab: Tab, count: number): Promise<void> {
  return tab.run(
    (wanted) =>
      new Promise<void>((resolve) => {
        device.documents.watch().subscribe((list) => list.length === wanted && resolve());
      }),
    count,
  );
}

test('[DV74] tabs write concurrently into one outbox: each command once, one chain of seals', async () => {
  await using tom = await openTablet(world, { seed: 1 });
  const { documentId } = await approvedDocument(tom);
  const [one, two] = [await openTab(context, world, manual), await openTab(context, world, manual)];
  await one.run(() => device.sync());
  const work = async ([mark, id, signature]: readonly [string, string, ReturnType<typeof ink>]): Promise<void> => {
    const titles = Array.from({ length: 12 }, (_, i) => `${mark}${i}`);
    await Promise.all(titles.map((title) => device.documents.create({ title, document_type: 'rams' })));
    for (const title of titles.slice(0, 4)) await device.sign({ document_id: id, worker: { name: title }, signature });
  };
  await Promise.all([
    one.run(work, ['a', documentId, ink()] as const),
    two.run(work, ['b', documentId, ink()] as const),
  ]);
  // The other tab's last write is announced a moment later.
  for (const tab of [one, two]) await tab.page.waitForFunction(() => device.status.waiting === 32);
  const ids = await two.run(async () => (await device.outbox.list()).map(({ id }) => id));
  expect([...new Set(ids)].toSorted()).toEqual(ids);
  expect(ids).toHaveLength(32);
  expect(await one.run(async () => (await device.documents.find()).length)).toBe(25);
  expect(
    await Promise.all(
      [one, two].map((tab) =>
        tab.run(() =>
          device.sync().then(
            () => 'done',
            (e: Error) => String(e),
          ),
        ),
      ),
    ),
  ).toContain('done');
  await one.run(() => device.sync());
  expect(await one.run(() => device.status)).toMatchObject({ waiting: 0, refused: 0 });
  const { titles, workers } = await onServer();
  expect(titles).toHaveLength(25);
  expect(new Set(titles).size).toBe(25);
  expect(workers).toHaveLength(8);
  await tom.sync();
  const seals = (await tom.signoffs.find()).map(({ integrity }) => integrity);
  const previous = seals.map((seal) => seal?.previous_on_device ?? null);
  expect(new Set(previous).size).toBe(8);
  expect(
    previous.filter((seal) => seal !== null).every((seal) => seals.some((each) => each?.payload_hash === seal)),
  ).toBe(true);
});

test('[DV75] one tab syncs, and the others show at once what it or any tab wrote', async () => {
  const [leader, follower] = [await openTab(context, world, automatic), await openTab(context, world, automatic)];
  await delivered(leader);
  await using tom = await openTablet(world, { seed: 1 });
  await tom.documents.create({ title: 'From outside', document_type: 'rams' });
  await tom.sync();
  await showing(follower, 1);
  await follower.run(() => device.documents.create({ title: 'From the follower', document_type: 'rams' }));
  await showing(leader, 2);
  await delivered(follower);
  await follower.page.waitForFunction(() => device.status.online);
  expect((await onServer()).titles).toEqual(['From outside', 'From the follower']);
});

test('[DV75] a tab that is opened later knows that the server is there', async () => {
  const leader = await openTab(context, world, automatic);
  await leader.page.waitForFunction(() => device.status.online && device.status.phase === 'idle');
  const later = await openTab(context, world, automatic);
  await later.page.waitForFunction(() => device.status.online);
});

test('[DV75] a photo of any tab shows in all of them, and the syncing tab uploads it', async () => {
  const [leader, follower] = [await openTab(context, world, automatic), await openTab(context, world, automatic)];
  await delivered(leader);
  const project = await world.api<{ id: string }>('POST', '/api/v1/projects', { name: 'Block C' });
  const gate = { project_id: project.body.id, name: 'East gate' };
  const site = await world.api<{ id: string }>('POST', '/api/v1/sites', gate);
  await follower.run(
    () => new Promise<void>((resolve) => device.sites.watch().subscribe((list) => list.length > 0 && resolve())),
  );
  const taken = await follower.run(
    async ({ site_id, letters }) => device.addPhoto({ site_id, bytes: Uint8Array.from(letters) }),
    { site_id: site.body.id, letters: [...plainPng()] },
  );
  await follower.page.waitForFunction(() => device.status.waiting === 0 && device.photos.list().length === 0);
  await leader.run(() => device.sync());
  expect(await leader.run(() => device.photos.list())).toEqual([]);
  expect((await world.api('GET', `/api/v1/photos/${taken}`)).status).toBe(200);
});

test('[DV76] another tab takes over from one that dies between write and push, and delivers', async () => {
  const leader = await openTab(context, world, automatic);
  await delivered(leader);
  const follower = await openTab(context, world, automatic);
  await leader.page.route('**/sync/push', (route) => route.abort());
  await leader.run(() => device.documents.create({ title: 'Last words', document_type: 'rams' }));
  await leader.page.waitForFunction(() => device.status.problem !== null);
  await leader.page.close();
  await delivered(follower);
  expect((await onServer()).titles).toEqual(['Last words']);
});

test('[DV76] a tab that dies between the push and its answer leaves nothing doubled', async () => {
  const leader = await openTab(context, world, automatic);
  await delivered(leader);
  const follower = await openTab(context, world, automatic);
  const arrived = Promise.withResolvers<void>();
  await leader.page.route('**/sync/push', async (route) => {
    await route.fetch();
    arrived.resolve(); // and the response never arrives
  });
  await leader.run(() => device.documents.create({ title: 'Last words', document_type: 'rams' }));
  await arrived.promise;
  await leader.page.close();
  await delivered(follower);
  expect(await follower.run(async () => (await device.documents.find()).map(({ title }) => title))).toEqual([
    'Last words',
  ]);
  expect((await onServer()).titles).toEqual(['Last words']);
});

test('[DV77] a frozen tab loses the sync, and its late writes are rejected', async () => {
  const patient = { ...manual, tabPatienceMs: 300 };
  await using tom = await openTablet(world, { seed: 1 });
  const [one, two] = [await openTab(context, world, patient), await openTab(context, world, patient)];
  await one.run(() => device.sync());
  for (const tab of [one, two]) await tab.run(keepDiary);
  const documentId = await tom.documents.create({ title: 'First', document_type: 'rams' });
  await tom.sync();
  // One tab requests the feed and freezes before the response, which is soon out of date.
  const held = Promise.withResolvers<{ route: Route; response: Awaited<ReturnType<Route['fetch']>> }>();
  await one.page.route('**/sync/pull', async (route) => held.resolve({ route, response: await route.fetch() }), {
    times: 1,
  });
  const asked = one.run(() =>
    device.sync().then(
      () => 'came through',
      ({ fault }) => String(fault),
    ),
  );
  const { route, response } = await held.promise;
  await one.freeze();
  await tom.documents.patch(documentId, { title: 'Second' });
  await tom.sync();
  await two.run(() => device.documents.create({ title: 'Third', document_type: 'rams' }));
  await two.run(() => device.sync());
  await two.page.waitForFunction(() => diary.titles.at(-1)?.toSorted().join() === 'Second,Third');

  await route.fulfill({ response });
  await one.thaw();
  expect(await asked).toBe('taken_over');
  for (const tab of [one, two])
    await tab.page.waitForFunction(() => diary.titles.at(-1)?.toSorted().join() === 'Second,Third');
  const seen = (await two.run(() => diary.titles)).map((titles) => titles.toSorted().join());
  expect(seen.slice(seen.findIndex((titles) => titles.includes('Second'))).join(' ')).not.toContain('First');
  const cursor = await two.run(() => device.status.cursor);
  expect(await one.run(() => device.status.cursor)).toBe(cursor);
  expect(await one.run(() => device.sync())).toMatchObject({ pushed: 0, refused: 0 });
  expect((await onServer()).titles).toEqual(['Second', 'Third']);
});

test('[DV77] a tab that froze while leading queues for the lease again', async () => {
  const leader = await openTab(context, world, automatic);
  await delivered(leader);
  const follower = await openTab(context, world, automatic);
  await leader.freeze();
  await follower.run(() => device.documents.create({ title: 'While it froze', document_type: 'rams' }));
  await delivered(follower);
  await leader.thaw();
  await leader.run(() => device.documents.create({ title: 'After the thaw', document_type: 'rams' }));
  for (const tab of [leader, follower]) {
    await showing(tab, 2);
    await delivered(tab);
  }
  await follower.page.close();
  await leader.run(() => device.documents.create({ title: 'Alone', document_type: 'rams' }));
  await delivered(leader);
  expect((await onServer()).titles).toEqual(['After the thaw', 'Alone', 'While it froze']);
});

test('[DV78] a log-out in one tab ends the others, which can write nothing more', async () => {
  const [one, two] = [await openTab(context, world, automatic), await openTab(context, world, automatic)];
  await one.run(() => device.documents.create({ title: 'Lift', document_type: 'rams' }));
  await delivered(one);
  await delivered(two);
  await one.run(() => device.logOut());
  const said = await two.run(() =>
    device.documents.create({ title: 'Too late', document_type: 'rams' }).then(
      () => 'written',
      ({ fault }) => fault as string,
    ),
  );
  expect(said).toBe('stopped');
  await two.page.close();
  const again = await openTab(context, world, manual);
  expect(await again.run(async () => [(await device.documents.find()).length, device.status.waiting])).toEqual([0, 0]);
});

test('[DV213] a tab with a token that works syncs for one whose token was refused', async () => {
  const refused = { ...automatic, token: 'rk_live_revoked_long_ago' };
  const [leader, follower] = [await openTab(context, world, refused), await openTab(context, world, refused)];
  for (const tab of [leader, follower]) await tab.page.waitForFunction(() => device.status.phase === 'stopped');
  await follower.run((token) => device.useToken(token), world.adminToken);
  await follower.run(() => device.documents.create({ title: 'From the follower', document_type: 'rams' }));
  await leader.run(() => device.documents.create({ title: 'From the other', document_type: 'rams' }));
  await delivered(follower);
  expect((await onServer()).titles).toEqual(['From the follower', 'From the other']);
});

test('[DV211] work of each tab belongs to the person whose token that tab has', async () => {
  const one = await openTab(context, world, { ...manual, token: await world.token('manager') });
  const two = await openTab(context, world, { ...manual, token: await world.token('manager') });
  const maker = (tab: Tab): Promise<string | undefined> =>
    tab.run(async () => {
      const id = await device.documents.create({ title: 'Lift', document_type: 'rams' });
      await device.sync();
      return (await device.documents.get(id))?.created_by;
    });
  const [first, second] = [await maker(one), await maker(two)];
  expect(first).not.toBe(second);
  expect([await maker(one), await maker(two)]).toEqual([first, second]);
});
