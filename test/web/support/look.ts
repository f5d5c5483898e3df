/**
 * Looks at the screen that is open: axe-core in each theme, its width on a small phone and at a zoom of 200 %, and a walk by the Tab key.
 * With PICTURES=folder a picture of each size and theme.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';
import { tooTight } from './targets.ts';
import { walkByKeys } from './walk-by-keys.ts';

/** Of all screens so far. */
export const findings: string[] = [];

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const folder = process.env['PICTURES'];
const widths = [390, 768, 1440];

const themes = {
  office: ['light', 'dark'],
  field: ['light', 'dark', 'sun'],
} as const;
type App = keyof typeof themes;

/** Of a small phone, and half of the window: what a zoom of 200 % leaves. */
const narrow = {
  office: [
    { width: 320, height: 640 },
    { width: 720, height: 450 },
  ],
  field: [
    { width: 320, height: 640 },
    { width: 512, height: 384 },
  ],
} as const;

/** `name` = of the screen, in messages and pictures. */
export async function look(page: Page, name: string, app: App = 'office'): Promise<void> {
  const note = (found: readonly string[], how: string): void =>
    void findings.push(...found.map((each) => `${name}, ${how}: ${each}`));
  for (const theme of themes[app]) {
    await showTheme(page, theme);
    // Nothing but colour differs between the themes.
    note(await check(page, theme === 'light' ? undefined : ['color-contrast']), theme);
    if (folder) await picture(page, `${folder}/${name}-${theme}`);
  }
  await showTheme(page, 'light');
  note(await walkByKeys(page), 'by keys');
  if (app === 'field') note(await tooTight(page), 'for a hand');
  const size = page.viewportSize();
  for (const viewport of narrow[app]) {
    await page.setViewportSize(viewport);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) note([`${beyond} px too wide`], `${viewport.width} px`);
    if (app === 'field') note(await tooTight(page), `${viewport.width} px`);
  }
  if (size) await page.setViewportSize(size);
}

/** Sun is an attribute of the page; the others are what the system says. */
async function showTheme(page: Page, theme: 'light' | 'dark' | 'sun'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.evaluate((isSun) => {
    const { dataset } = document.documentElement;
    if (isSun) dataset['theme'] = 'sun';
    else if (dataset['theme'] === 'sun') delete dataset['theme'];
  }, theme === 'sun');
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
