/** Edits of a tablet that met those of the office, as the tablet shows them. Each test goes on from the last. */
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee'],
  (opened) => ({ field, page } = opened),
  () => page,
);
/** Of the draft, with its document. */
let hazard: { document: string; id: string };
beforeAll(async () => {
  const [first] = (await field.rest.listHazards({ document: field.documentId })).data;
  hazard = { document: field.documentId, id: first?.id ?? '' };
});

const office = (body: NonNullable<Parameters<typeof field.rest.updateHazard>[0]['body']>) =>
  field.rest.updateHazard({ ...hazard, body });
const write = async (name: string): Promise<void> => {
  await page.getByLabel('What can go wrong?').fill(name);
};
const now = (mine: string, draft: string) => page.getByText(`Yours: ${mine} · in the draft now: ${draft}`);

async function openSending(): Promise<void> {
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.getByRole('main').getByText('Nothing waits').waitFor();
}

test('[WB499] a suggestion says what the draft has now, whichever value was kept', async () => {
  await page.goto(`/field/d/${field.documentId}/edit/${hazard.id}/hazard`);
  await page.getByLabel('What can go wrong?').waitFor();
  await page.context().setOffline(true);
  await write('Name of the tablet');
  await page.getByText('Saved here').waitFor();
  const likelihood = page.getByRole('group', { name: 'How likely, before controls' });
  await likelihood.getByRole('button', { name: '3', exact: true }).click();
  await page.getByText('Saved here').nth(1).waitFor();
  await office({ name: 'Name of the office', likelihood_before: 2 });
  await page.context().setOffline(false);
  await openSending();
  await now('3', '3').waitFor();
  await now('Name of the tablet', 'Name of the office').waitFor();
  expect(await page.getByText('Your edit was kept as a suggestion').count()).toBe(1);
  await seen(page, 'sending-suggestions');
  await office({ name: 'Name of another' });
  await now('Name of the tablet', 'Name of another').waitFor();
});

test('[WB501] who writes on in a disputed field has one suggestion, with the last words', async () => {
  await page.goto(`/field/d/${field.documentId}/edit/${hazard.id}/hazard`);
  await page.getByLabel('What can go wrong?').waitFor();
  await page.context().setOffline(true);
  await write('Glass');
  await page.getByText('Saved here').waitFor();
  await office({ name: 'Name of a third' });
  await page.context().setOffline(false);
  const suggested = async () => {
    const { data } = await field.rest.listConflicts({ query: { status: 'open', per_page: '100' } });
    return data.map(({ mine }) => mine).filter((mine) => String(mine).startsWith('Glass'));
  };
  for (const words of ['Glass', 'Glass falls', 'Glass falls from the hoist']) {
    await write(words);
    await expect.poll(suggested).toEqual([words]);
  }
  await openSending();
  await now('Glass falls from the hoist', 'Name of a third').waitFor();
  expect(await page.getByText('Yours: Glass').count()).toBe(1);
});

test('[WB500] a tablet knows its suggestions after it was renamed, and after a new code', async () => {
  const [token] = (await field.rest.listTokens({ query: {} })).data.filter(({ role }) => role === 'device');
  await field.rest.updateToken({ token: token?.id ?? '', body: { name: 'Tablet at the hoist' } });
  await page.goto(`/field/d/${field.documentId}/edit/${hazard.id}/hazard`);
  await page.getByLabel('Description').waitFor();
  await office({ description: 'Of the office' });
  await page.context().setOffline(true);
  await page.getByLabel('Who is at risk').fill('Everybody below');
  await page.getByText('Saved here').waitFor();
  await office({ who_at_risk: 'The painters' });
  await page.context().setOffline(false);
  await openSending();
  await now('Everybody below', 'The painters').waitFor();
  await field.rest.revokeToken({ token: token?.id ?? '', body: {} });
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet again' } });
  await page.goto('about:blank');
  await page.goto(url);
  await press(page, 'Start work');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await openSending();
  await now('Everybody below', 'The painters').waitFor();
});

test('[WB602] who corrects a rating at once has no dispute with themselves', async () => {
  await page.goto(`/field/d/${field.documentId}/edit/${hazard.id}/hazard`);
  const likelihood = page.getByRole('group', { name: 'How likely, before controls' });
  await likelihood.waitFor();
  const disputes = async () => (await field.rest.listConflicts({ query: { status: 'open', per_page: '100' } })).data;
  const before = (await disputes()).length;
  // Before the first is stored, as on a slow tablet.
  await likelihood.evaluate((group) => {
    for (const level of ['5', '4'])
      [...group.querySelectorAll('button')].find(({ textContent }) => textContent === level)?.click();
  });
  const rated = async () =>
    (await field.rest.getHazard({ document: field.documentId, id: hazard.id })).likelihood_before;
  await expect.poll(rated).toBe(4);
  await page.locator('.chip', { hasText: 'All sent' }).waitFor();
  expect((await disputes()).length).toBe(before);
});

test('[WB233] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
