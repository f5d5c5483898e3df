/** What is written in the editor of the tablet is stored while it is written, as it was last, and before its field or page is left. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { crash, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const steps = ['Fence', 'Lift', 'Fix'];
const saved = () => page.getByText('Saved here').waitFor();
const card = (at: number) => page.locator('[data-row]').nth(at);
const written = (at: number) => card(at).getByLabel('What is done');
const shown = () =>
  page.getByLabel('What is done').evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value));

/** A new section in the editor, where time passes only as the test says. */
async function begin(): Promise<string> {
  const items = steps.map((text, i) => ({ no: i + 1, text, hold_point: false }));
  const body = { title: 'Order', section_type: 'custom' as const, data: { items } };
  const { id } = await field.rest.createSection({ document: field.documentId, body });
  await page.clock.install();
  const path = `/field/d/${field.documentId}/edit/${id}/section`;
  await page.goto(path);
  await card(2).waitFor();
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000);
  return path;
}

/** In another tab, as the one before may be gone. */
async function openAgain(path: string): Promise<void> {
  const context = page.context();
  await context.clock.resume();
  page = await context.newPage();
  await page.goto(path);
  await card(2).waitFor();
}

test('[WB797] who types on without a pause loses no more than two seconds to a crash', async () => {
  const path = await begin();
  await written(1).press('End');
  const words = ' the panel over the edge of the slab';
  for (const key of words.slice(0, 21)) {
    await page.keyboard.press(key);
    await page.clock.runFor(100);
  }
  await saved();
  await crash(page);
  await openAgain(path);
  expect(await written(1).inputValue()).toContain('Lift the panel over');
});

test.for<[string, () => Promise<void>]>([
  ['its field', () => page.keyboard.press('Tab')],
  [
    'the tab',
    () => leave("Object.defineProperty(document, 'hidden', { value: true })", 'document', 'visibilitychange'),
  ],
  ['the page', () => leave('', 'window', 'pagehide')],
])('[WB799] what is written is saved at once where %s is left', async ([, leaveIt]) => {
  const path = await begin();
  await written(1).fill('Lift slowly');
  await leaveIt();
  await saved();
  await crash(page);
  await openAgain(path);
  expect(await shown()).toEqual(['Fence', 'Lift slowly', 'Fix']);
});

/** As the browser tells it; no test can put a page away and still look at it. */
async function leave(before: string, target: string, event: string): Promise<void> {
  await page.evaluate(`${before}; ${target}.dispatchEvent(new Event('${event}'))`);
}

test.for<[string, () => Promise<void>, () => Promise<void>]>([
  ['a row is moved and back', () => press(page, 'Move up: Step 3'), () => press(page, 'Move down: Step 2')],
  ['a row is removed, and Undo', () => press(page, 'Remove: Step 2'), () => press(page, 'Undo: Step 2')],
  ['words are changed and back', () => written(1).fill('Lift it'), () => written(1).fill('Lift')],
])('[WB798] what goes back while a save is on its way is stored: %s', async ([, change, goBack]) => {
  const path = await begin();
  const letGo = await holdDisk();
  await change();
  await page.clock.runFor(500);
  await expect.poll(() => page.evaluate('held.length')).toBeGreaterThan(0);
  await goBack();
  await page.clock.runFor(500);
  expect(await page.getByText('Saved here').count()).toBe(0);
  await letGo();
  await saved();
  expect(await shown()).toEqual(steps);
  await crash(page);
  await openAgain(path);
  expect(await shown()).toEqual(steps);
});

/** The disk ends no write until what this returns is called. */
async function holdDisk(): Promise<() => Promise<void>> {
  await page.evaluate(`
    window.held = [];
    const own = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      ...own,
      set(listen) {
        own.set.call(this, this.mode === 'readonly' || !listen ? listen : (event) => {
          if (held) held.push(() => listen.call(this, event));
          else listen.call(this, event);
        });
      },
    });
    void 0;
  `);
  return () => page.evaluate('const all = held; held = null; for (const end of all) end()');
}
