/** Looks at the public check page in a real browser, in a window without any session. */
import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { expect } from 'vitest';
import { buildWeb } from '../../../web/build.ts';
import { findBrowser } from '../../kit/find-browser.ts';
import { patienceMs } from '../../kit/patience.ts';
import { findings, look } from './look.ts';
import { watchPage } from './watch-page.ts';

/** `prints` = address and heading of each page, by the name of its picture. Types the code of the first one at last. */
export async function lookAtPrints(
  server: string,
  prints: Readonly<Record<string, readonly [url: string, heading: string]>>,
): Promise<void> {
  const [browser] = await Promise.all([
    findBrowser().then((executablePath) => chromium.launch({ executablePath })),
    buildWeb(resolve(import.meta.dirname, '../../..')),
  ]);
  try {
    const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 320, height: 640 } });
    page.setDefaultTimeout(patienceMs);
    const { faults } = watchPage(page, server);
    for (const [name, [url, heading]] of Object.entries(prints)) {
      await page.goto(url);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(320);
      await look(page, name);
    }
    const [url = '', heading = ''] = Object.values(prints)[0] ?? [];
    await page.goto(`${server}/v`);
    await page.getByLabel('Code of the print').fill(new URL(url).searchParams.get('h') ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect([findings, faults]).toEqual([[], []]);
  } finally {
    await browser.close();
  }
}
