/** One server and one browser at its office for all tests of a file. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { OpenOffice } from './open-office.ts';

/**
 * @param open makes them
 * @param begin gets them before the first test
 */
export function inOffice(open: () => Promise<OpenOffice>, begin: (office: OpenOffice) => unknown): void {
  let office: OpenOffice | undefined;
  beforeAll(async () => {
    office = await open();
    await begin(office);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail' || !office) return;
    console.error(office.page.url(), await office.page.locator('body').ariaSnapshot());
  });
  afterAll(() => office?.[Symbol.asyncDispose]());
}
