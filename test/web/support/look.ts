/** Looks at the screen that is open: axe-core in light and dark, and with PICTURES=folder a picture of each size and theme. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

/** Of all screens so far. */
export const findings: string[] = [];

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const folder = process.env['PICTURES'];
const widths = [390, 768, 1440];

/** `name` = of the screen, in messages and pictures. */
export async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Nothing but colour differs between the themes.
    const found = await check(page, colorScheme === 'light' ? undefined : ['color-contrast']);
    findings.push(...found.map((each) => `${name}, ${colorScheme}: ${each}`));
    if (folder) await picture(page, `${folder}/${name}-${colorScheme}`);
  }
}

async function check(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  const only = rules ? { runOnly: rules } : {};
  const options = { ...only, resultTypes: ['violations'], elementRef: false, preload: false };
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(document, ${JSON.stringify(options)})`,
  );
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`));
}

async function picture(page: Page, path: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.screenshot({ path: `${path}-${width}.png`, fullPage: width !== 1440 });
  }
  if (before) await page.setViewportSize(before);
}
