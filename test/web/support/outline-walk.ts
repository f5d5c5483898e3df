/** The outline of a draft: what it marks, and where its links lead; and entries that are moved by keys. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { watchPresence } from '../../../client-sdk/presence.ts';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';
import { tokenOf } from './office-api.ts';
import type { OpenOffice } from './open-office.ts';

export async function followsOutline(
  { page, app: { url: server } }: OpenOffice,
  document: string,
  other: RestClient,
): Promise<void> {
  const { data: sections } = await other.listSections({ document });
  const scope = sections.find(({ section_type: type }) => type === 'scope_of_works')?.id ?? '';
  const token = await tokenOf(page, 'Ola Berg');
  const leave = watchPresence({ server, token, document, entry: scope, onPeople: () => undefined });
  const outline = page.getByRole('navigation', { name: 'Outline' });
  const link = outline.getByRole('link', { name: /Scope of works.*Ola Berg is here.*2 to mend, one stops approval/ });
  await link.waitFor();
  await outline.getByRole('link', { name: /Materials.*not complete/ }).waitFor();
  await link.click();
  await page.locator(`#entry-${scope} summary:focus`).waitFor();
  await expect.poll(() => link.getAttribute('aria-current')).toBe('location');
  await look(page, 'outline');
  leave();
  await outline.getByRole('link', { name: /Ola Berg/ }).waitFor({ state: 'detached' });
  const field = (): Promise<string | undefined> =>
    page.evaluate(() => {
      const element = globalThis.document.activeElement;
      return element?.closest<HTMLElement>('[data-field]')?.dataset['field'];
    });
  await page.keyboard.press('Control+Enter');
  await expect.poll(field).toBe('body');
  const first = await page.evaluate(() => globalThis.document.activeElement?.closest('li')?.id);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => page.evaluate(() => globalThis.document.activeElement?.closest('li')?.id)).not.toBe(first);
  await staysFolded(page);
}

async function staysFolded(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1000, height: 800 });
  const fold = page.locator('.outline-fold');
  await fold.locator('summary').click();
  await fold.getByRole('link', { name: /^Hazards/ }).click();
  await page.locator('#part-hazards:focus').waitFor();
  expect(await fold.getAttribute('open')).toBeNull();
  if (size) await page.setViewportSize(size);
}

/** The second time before the server has answered the first. */
export async function movesUpTwice(page: Page, said: string): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/hazards/reorder', (route) => held.promise.then(() => route.continue()), { times: 1 });
  for (const _ of [1, 2]) await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('status').getByText(said).waitFor();
  held.resolve();
}
