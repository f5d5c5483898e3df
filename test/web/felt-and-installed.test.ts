/** What the tablet does beside showing: it is felt and heard when something was recorded, and the browser offers to install it. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { sign } from './support/tablet.ts';

interface Manifest {
  readonly icons: readonly { readonly src: string; readonly type: string; readonly sizes: string }[];
}

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

/** What the page asked of the tablet's motor and loudspeaker, as far as a script can see it. */
async function listen(): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const noticed: unknown[] = [];
    Object.assign(globalThis, { noticed });
    const note = (of: object, name: string, what: (self: unknown, given: readonly unknown[]) => unknown): void => {
      const target = Reflect.get(of, name) as () => unknown; // a method of the browser
      const apply = (own: () => unknown, self: unknown, given: unknown[]): unknown => {
        noticed.push([name, what(self, given)]);
        return Reflect.apply(own, self, given);
      };
      Reflect.set(of, name, new Proxy(target, { apply }));
    };
    note(Navigator.prototype, 'vibrate', (_, [pattern]) => pattern);
    note(OscillatorNode.prototype, 'start', (oscillator) => (oscillator as OscillatorNode).frequency.value);
  });
  return () => page.evaluate(() => (globalThis as unknown as { noticed: unknown }).noticed);
}

test('[WB724] a signature is felt and heard, once each', async () => {
  const noticed = await listen();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.getByText('0 of 2').waitFor();
  expect(await noticed()).toEqual([]);
  await sign(page, 'Ann Lee');
  await page.getByText('1 of 2').waitFor();
  const once = [
    ['vibrate', 40],
    ['start', 660],
    ['start', 990],
  ];
  await expect.poll(noticed).toEqual(once);
});

test('[WB725] the browser reads the manifest without a fault, and its icons are there', async () => {
  await page.goto('/field');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const browser = await page.context().newCDPSession(page);
  const { url, errors, data } = await browser.send('Page.getAppManifest');
  expect([new URL(url).pathname, errors]).toEqual(['/field.webmanifest', []]);
  const manifest = JSON.parse(data ?? '') as Manifest;
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/field' });
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, url).href);
    expect([src, icon.status(), icon.headers()['content-type']]).toEqual([src, 200, expect.stringContaining(type)]);
  }
  // One picture of lines, for all sizes.
  expect(manifest.icons.map(({ sizes }) => sizes)).toContain('any');
});
