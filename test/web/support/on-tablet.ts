/** One server and one enrolled tablet for all tests of a file. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openField, type OpenField } from './open-field.ts';
import { enrol } from './tablet.ts';

interface OnTablet {
  readonly field: OpenField;
  readonly page: Page;
}

/**
 * @param names of the people named in the document
 * @param begin gets both before the first test
 * @param shown the page of now, which is told where a test fails
 */
export function onTablet(names: readonly string[], begin: (opened: OnTablet) => unknown, shown: () => Page): void {
  let field: OpenField | undefined;
  beforeAll(async () => {
    field = await openField(names);
    const context = await field.startBrowser();
    const page = context.pages()[0] ?? (await context.newPage());
    begin({ field, page });
    await enrol(page, field.rest);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const page = shown();
    console.error(page.url(), await page.locator('body').ariaSnapshot());
  });
  afterAll(() => field?.[Symbol.asyncDispose]());
}
