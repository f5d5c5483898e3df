/** What the field app keeps of what is being written, over a restart of its page. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { crash, dot, keepInBrowser, keptInBrowser, keptKeys, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const file = { name: 'a.png', mimeType: 'image/png', buffer: dot };

/** Presses a button that opens the camera. */
async function take(name: string): Promise<void> {
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('button', { hasText: name }).click(),
  ]);
  await camera.setFiles(file);
}

test('[WB496] a photo that is taken again replaces the last one, in a report', async () => {
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await take('Take a photo');
  await page.getByText('The photo is kept').waitFor();
  await page.reload();
  await page.getByText('The photo is kept').waitFor();
  await seen(page, 'report-photo-kept');
  const photos = async () =>
    Object.values(await keptInBrowser<Record<string, { photos: string[] }>>(page, 'reports'))[0]?.photos ?? [];
  const first = await photos();
  await take('Take it again');
  await expect.poll(photos).not.toEqual(first);
  await take('Take a photo'); // one more
  await expect.poll(async () => (await photos()).length).toBe(2);
  await press(page, 'Go on', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  const sent = async () => {
    const [incident] = (await field.rest.listIncidents()).data;
    return incident?.photos.filter(({ id }) => id !== first[0]).length;
  };
  await expect.poll(sent).toBe(2);
});

test('[WB496] so it does at the end of a fire watch', async () => {
  await page.goto(`/field/permits/${field.permitId}`);
  await press(page, 'Accept it', 'Bob Orr', 'Accept it', 'Open the permit', 'Work is finished');
  await press(page, 'Start the fire watch', 'Bob Orr', 'Start the fire watch');
  await take('Take a photo');
  await page.getByText('1 photo of the fire watch').waitFor();
  await page.reload();
  await page.getByText('The photo is kept').waitFor();
  const photos = async () => (await keptInBrowser<{ photos: string[] }[]>(page, 'fire watch photos'))[0]?.photos ?? [];
  const first = await photos();
  await take('Take it again');
  await expect.poll(photos).not.toEqual(first);
  expect((await photos()).length).toBe(1);
});

test('[PW37] a permit after its work is on Today until it is closed', async () => {
  await page.goto('/field');
  await page.locator('a.row', { hasText: 'Deck' }).click();
  await page.getByText('1 photo of the fire watch').waitFor();
});

const note = 'The ground is soft under the crane';
const showsNo = async (): Promise<void> => {
  await page.getByText('The photo is kept').waitFor();
  expect(await page.getByLabel('What is wrong?').inputValue()).toBe(note);
};

test('[WB497] a point of work check keeps what is being written, and what was answered', async () => {
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'Yes');
  await page.getByText('2 of 12').waitFor();
  await press(page, 'No');
  await page.getByLabel('What is wrong?').fill(note);
  await take('Take a photo');
  await showsNo();
  await page.reload();
  await page.getByText('2 of 12').waitFor();
  await showsNo();
  await seen(page, 'powra-written');
  await press(page, 'Go on');
  await page.getByText('3 of 12').waitFor();
  await page.getByLabel('Gust at the work').fill('7');
  await press(page, 'Question before');
  await page.getByText('2 of 12').waitFor();
  await showsNo();
  await press(page, 'Yes'); // pressed by mistake
  await page.getByText('3 of 12').waitFor();
  expect(await page.getByLabel('Gust at the work').inputValue()).toBe('7');
  await press(page, 'Question before');
  await page.getByText('2 of 12').waitFor();
  await press(page, 'No');
  await showsNo();
  await press(page, 'Go on');
  for (let at = 3; at <= 12; at++) {
    await page.getByText(`${at} of 12`).waitFor();
    await press(page, 'Yes');
  }
});

test('[WB498] a check that says stop stops the work, though the tablet is killed at once', async () => {
  const other = await page.context().newPage();
  await other.goto('/field/more');
  // Checks are recorded one after the other, in all tabs.
  await other.evaluate(
    `new Promise((held) => void navigator.locks.request('decided powra ', () => new Promise(held)))`,
  );
  await press(page, 'Bob Orr');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const isDecided = async () => (await keptKeys(page)).some((key) => key.startsWith('decided powra '));
  await expect.poll(isDecided).toBe(true);
  await crash(page);
  await other.close();
  page = await field.startBrowser().then((context) => context.newPage());
  await page.goto('/field');
  await page.getByText('Stop recorded').waitFor();
  const stops = async () => (await field.rest.listIncidents()).data.map(({ description }) => description);
  const reason = `Stop work: Point of work check. Can everybody get in and out safely? ${note}`;
  await expect.poll(stops).toContain(reason);
  const checks = async () => (await field.rest.listDocuments({ query: { type: 'powra' } })).data;
  await expect.poll(async () => (await checks()).length).toBe(1);
  const { powra } = await field.rest.getDocument({ document: (await checks())[0]?.id ?? '' });
  expect(powra).toMatchObject({ decision: 'stop', weather: { wind_gust_mps: 7 } });
  await page.reload();
  await press(page, 'Work may start again');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  expect((await stops()).filter((each) => each === reason).length).toBe(1);
});

test('[WB526] a photo that was taken again without signal is never sent, also after a restart', async () => {
  await page.context().setOffline(true);
  await page.goto('/field/report');
  await press(page, 'Near miss');
  const draft = async () => {
    const [kept] = Object.entries(await keptInBrowser<Record<string, { photos: string[] }>>(page, 'reports'));
    return kept ?? ['', { photos: [] }];
  };
  const photos = async () => (await draft())[1].photos;
  const next = async (name: string): Promise<readonly string[]> => {
    const before = await photos();
    await take(name);
    await expect.poll(photos).not.toEqual(before);
    return await photos();
  };
  const [first] = await next('Take a photo');
  await next('Take it again');
  await areDropped();
  const [second, third] = await next('Take a photo');
  // As if the tablet was killed after the write that replaced it.
  const [id, kept] = await draft();
  await keepInBrowser(page, 'reports', { [id]: { ...kept, photos: [second] } });
  await keepInBrowser(page, 'photos replaced', [third]);
  await page.reload();
  await page.getByText('The photo is kept').waitFor();
  const [, last = ''] = await next('Take a photo');
  await page.context().setOffline(false);
  const sent = () => areSent(first, second, third, last);
  await expect.poll(async () => (await sent())[3]).toBe(true); // the oldest are sent first
  expect(await sent()).toEqual([false, true, false, true]);
});

test('[WB526] nor where the next start has signal', async () => {
  await page.context().setOffline(true);
  await page.goto('/field/report');
  await press(page, 'Near miss');
  await take('Take a photo');
  await page.getByText('The photo is kept').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const drafts = async () => keptInBrowser<Record<string, { photos: string[] }>>(page, 'reports');
  const [replaced = ''] = (await drafts())[id]?.photos ?? [];
  // As if the tablet was killed after the write that replaced it.
  await keepInBrowser(page, 'reports', { [id]: { ...(await drafts())[id], photos: [] } });
  await keepInBrowser(page, 'photos replaced', [replaced]);
  const report = page.url();
  await page.goto('about:blank'); // what ran before has no signal any more
  await page.context().setOffline(false);
  await page.goto(report);
  await take('Take a photo');
  const taken = async () => (await drafts())[id]?.photos[0] ?? '';
  await expect.poll(async () => (await areSent(await taken()))[0]).toBe(true); // the oldest are sent first
  expect(await areSent(replaced)).toEqual([false]);
});

test('[WB526] of a point of work check it goes once no answer has it any more', async () => {
  await page.context().setOffline(true);
  await page.goto(`/field/powra/${field.documentId}`);
  await press(page, 'Yes');
  await page.getByText('2 of 12').waitFor();
  await press(page, 'No');
  await page.getByLabel('What is wrong?').fill(note);
  const photos = async () => {
    const { written } = await keptInBrowser<{ written: Record<string, { photos: { id: string }[] }> }>(
      page,
      `powra ${field.documentId}`,
    );
    return Object.values(written ?? {}).flatMap(({ photos: taken }) => taken.map(({ id }) => id));
  };
  const next = async (name: string): Promise<string> => {
    const before = await photos();
    await take(name);
    await expect.poll(photos).not.toEqual(before);
    return (await photos()).at(-1) ?? '';
  };
  const goOn = async (): Promise<void> => {
    await press(page, 'Go on');
    await page.getByText('3 of 12').waitFor();
  };
  const first = await next('Take a photo');
  await goOn();
  await press(page, 'Question before');
  const second = await next('Take it again');
  await goOn();
  await press(page, 'Question before');
  const third = await next('Take it again');
  await goOn();
  await areDropped();
  await page.context().setOffline(false);
  await expect.poll(async () => (await areSent(third))[0]).toBe(true);
  expect(await areSent(first, second, third)).toEqual([false, false, true]);
});

test('[WB545] a report that is thrown away takes its photos with it', async () => {
  await page.context().setOffline(true);
  const begin = async (): Promise<readonly [string, readonly string[]]> => {
    await page.goto('/field/report');
    await press(page, 'Near miss');
    await take('Take a photo');
    await page.getByText('The photo is kept').waitFor();
    const drafts = await keptInBrowser<Record<string, { photos: string[] }>>(page, 'reports');
    const id = page.url().split('/').at(-1) ?? '';
    return [id, drafts[id]?.photos ?? []];
  };
  const [thrown, [first]] = await begin();
  await page.goto('/field/report');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${thrown}"]`) });
  await row.getByRole('button', { name: 'Throw it away' }).click();
  await row.getByRole('button', { name: 'Throw it away? Nobody else has it.' }).press('Enter');
  await expect.poll(() => row.count()).toBe(0);
  const [, [second]] = await begin();
  await page.context().setOffline(false);
  await expect.poll(async () => (await areSent(second))[0]).toBe(true); // the oldest are sent first
  expect(await areSent(first, second)).toEqual([false, true]);
});

/** Those that were replaced so far. */
async function areDropped(): Promise<void> {
  await expect.poll(() => keptInBrowser(page, 'photos replaced')).toEqual({});
}

async function areSent(...ids: readonly (string | undefined)[]): Promise<readonly boolean[]> {
  const [site] = (await field.rest.listSites({ query: {} })).data;
  const all = (await field.rest.listSitePhotos({ site: site?.id ?? '', query: { per_page: 100 } })).data;
  return ids.map((id) => all.some((photo) => photo.id === id));
}

test('[WB233] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
