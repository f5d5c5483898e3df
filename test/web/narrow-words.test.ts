/** Long words on the narrowest screen: what is always shown fits in each language. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';

let page: Page;
onTablet(
  ['Ann Lee'],
  (opened) => ({ page } = opened),
  () => page,
);

const languages = ['Polski', 'Română', 'Български', 'Português', 'ਪੰਜਾਬੀ'];

test.each(languages)('[WB39] the places fit beside each other at 320 px in %s', async (language) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/field/more');
  await page.getByRole('button', { name: language }).click();
  await expect.poll(() => page.getByRole('button', { name: language }).getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  const places = await page.evaluate(() => document.querySelector('.places')?.scrollWidth ?? 0);
  expect(places).toBe(320);
});
