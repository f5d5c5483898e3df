/** A photo that is added to a report which the tablet has made: before or after it was sent, with and without a server. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { mostIncidentPhotos } from '../../shared/resources/incident/most-photos.ts';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { crash, dot, keepInBrowser, keptKeys, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

async function take(): Promise<void> {
  const [camera] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.locator('button', { hasText: 'Take a photo' }).click(),
  ]);
  await camera.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
}

async function onServer() {
  const [incident] = (await field.rest.listIncidents()).data;
  const site = incident?.site_id ?? '';
  const photos = new Set((await field.rest.listSitePhotos({ site })).data.map(({ id }) => id));
  return {
    files: incident?.photos.filter(({ id }) => id !== undefined && photos.has(id)).length,
    notes: incident?.notes.map(({ text }) => text),
  };
}

test('[WB679] a photo is added to a report that waits, with no server', async () => {
  await page.evaluate('navigator.serviceWorker.ready');
  await page.context().setOffline(true);
  await page.goto('/field/report');
  await press(page, 'Near miss', 'Skip', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  await seen(page, 'report-done');
  await page.goto('/field/sending');
  await page.getByRole('link', { name: 'Add a photo' }).click();
  await page
    .getByRole('heading', { name: /^Near miss/ })
    .last()
    .waitFor();
  await take();
  await page.getByText('1 photo is with this report.').waitFor();
  await seen(page, 'report-photo-later');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Back' }).click();
  await press(page, 'Try to send now');
  await expect.poll(onServer).toEqual({ files: 1, notes: ['Photo added later.'] });
});

test('[WB679] a photo is added to a report that was sent, also before a restart', async () => {
  await page.context().setOffline(true);
  await page.goto('/field/sending');
  await page
    .getByRole('region', { name: 'Sent today' })
    .getByRole('link', { name: /^Report/ })
    .click();
  await take();
  await page.getByText('2 photos are with this report.').waitFor();
  const fresh = await page.context().newPage();
  await crash(page);
  page = fresh;
  await page.goto('/field/sending');
  await page.getByText('2 waiting').waitFor();
  await page.context().setOffline(false);
  await press(page, 'Try to send now');
  await expect.poll(onServer).toEqual({ files: 2, notes: ['Photo added later.', 'Photo added later.'] });
});

test('[WB679] what was cut off between photo and report goes on at the next start, once', async () => {
  const [incident] = (await field.rest.listIncidents()).data;
  const [first] = incident?.photos ?? [];
  // As it is kept between the two writes: of a photo that is with the report already, and of one that is not.
  const unnoted = '01a1c000-0000-7000-8000-000000000001';
  const kept = [first?.id, unnoted].map((photo) => ({ incident: incident?.id, photo }));
  await keepInBrowser(page, 'photos of reports', kept);
  await page.reload();
  await expect.poll(() => keptKeys(page)).not.toContain('photos of reports');
  const noted = async () =>
    (await field.rest.listIncidents()).data[0]?.photos.filter(({ id }) => id === unnoted).length;
  await expect.poll(noted).toBe(1);
  expect((await onServer()).notes).toHaveLength(3);
});

test('[WB679] two tabs that go on with it at once add it once, and say what is away', async () => {
  const [incident] = (await field.rest.listIncidents()).data;
  const before = (await onServer()).notes?.length ?? 0;
  const both = '01a1c000-0000-7000-8000-000000000003';
  const away = { incident: '01a1c000-0000-7000-8000-000000000004', photo: '01a1c000-0000-7000-8000-000000000005' };
  const other = await page.context().newPage();
  await page.goto('about:blank');
  await other.goto('/field/sending');
  await keepInBrowser(other, 'photos of reports', [{ incident: incident?.id, photo: both }, away]);
  await Promise.all([other.reload(), page.goto('/field/sending')]);
  await expect.poll(() => keptKeys(page)).not.toContain('photos of reports');
  const said = 'It stays with the photos of the site';
  await Promise.any([page, other].map((tab) => tab.getByText(said).waitFor()));
  await expect.poll(async () => (await onServer()).notes?.length).toBe(before + 1);
  await other.close();
});

test('[WB715] a photo that does not fit any more says so, and holds up no other', async () => {
  const [incident] = (await field.rest.listIncidents()).data;
  if (!incident) throw new Error('there is no report');
  const { id } = incident;
  const photos = Array.from({ length: mostIncidentPhotos - incident.photos.length }, (_, i) => ({ name: `${i}.jpg` }));
  await field.rest.addIncidentNote({ incident: id, body: { text: 'From others', photos } });
  await page.goto(`/field/report/photo/${id}`);
  await page.getByText(`No more than ${mostIncidentPhotos} photos fit here.`).waitFor();
  await page.goto('/field/report');
  await press(page, 'Near miss', 'Skip', 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  // As where others took the last place while it was being stored.
  const photo = '01a1c000-0000-7000-8000-000000000002';
  await keepInBrowser(page, 'photos of reports', [{ incident: id, photo }]);
  await page.getByRole('link', { name: 'Add a photo' }).click();
  await take();
  await page.getByText('1 photo is with this report.').waitFor();
  await page.getByText('It stays with the photos of the site').waitFor();
  await expect.poll(() => keptKeys(page)).not.toContain('photos of reports');
  expect(await page.getByText('The photo did not save').count()).toBe(0);
  await seen(page, 'report-photo-unfitting');
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
