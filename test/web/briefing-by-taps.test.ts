/** A crew of twelve signs on one tablet that is handed round: with a finger only, and no signal. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { openFinger } from './support/finger.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';

const crew = ['Ann', 'Bob', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea'].map(
  (name) => `${name} Orr`,
);

let field: OpenField;
let page: Page;
onTablet(
  crew,
  (opened) => ({ field, page } = opened),
  () => page,
);

test('[WB628] twelve people sign in turn by at most four taps each, and without scrolling', async () => {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.locator('.hand').getByText('Ann Orr').waitFor();
  await page.evaluate('navigator.serviceWorker.ready');
  await field.stopServer();
  const finger = await openFinger(page);
  for (const name of crew) {
    const before = finger.taps;
    const hand = page.locator('.hand');
    await hand.getByText(name).waitFor();
    await finger.tap(hand.getByRole('link', { name: 'Sign' }));
    await page.getByRole('heading', { name }).waitFor();
    await finger.draw(page.locator('canvas'));
    await finger.tap(page.getByRole('button', { name: 'Gotowe' }));
    await page
      .locator('a.row', { hasText: name })
      .getByText(/^Signed/)
      .waitFor();
    expect(finger.taps - before).toBeLessThanOrEqual(4);
  }
  await page.getByText('Everybody has signed').waitFor();
  await field.startServer();
  const signed = async () =>
    (await field.rest.listSignoffs({ document: field.documentId })).data.map(({ worker }) => worker.name).toSorted();
  await expect.poll(signed, { timeout: 60_000 }).toEqual(crew);
  await page.getByRole('link', { name: /^All sent/ }).waitFor();
});
