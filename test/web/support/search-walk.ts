/** From the search box into a document, to the very hazard, section, substance and person that was found. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { callApi } from './office-api.ts';
import { look } from './look.ts';

interface Listed {
  readonly data: readonly { readonly id: string }[];
}
interface Entry {
  readonly id: string;
  readonly name?: string;
  readonly title?: string;
  readonly substance_name?: string;
}
interface Read {
  readonly hazards: readonly Entry[];
  readonly sections: readonly Entry[];
  readonly coshh_assessments: readonly Entry[];
  readonly personnel: readonly Entry[];
}

export async function findsWithin(page: Page): Promise<void> {
  const { data } = await callApi<Listed>(page, 'GET', 'documents');
  const documents = await Promise.all(data.map(({ id }) => callApi<Read>(page, 'GET', `documents/${id}`)));
  const some = (of: (read: Read) => readonly Entry[]): Entry | undefined => documents.flatMap(of).at(-1);
  const wanted = [
    some(({ hazards }) => hazards),
    some(({ sections }) => sections),
    some(({ coshh_assessments: substances }) => substances),
    some(({ personnel }) => personnel),
  ];
  for (const entry of wanted) {
    const words = entry?.name ?? entry?.title ?? entry?.substance_name ?? '';
    await page.goto(`/office/search?q=${encodeURIComponent(words)}`);
    await page.locator(`a[href$="?at=${entry?.id}"]`).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(`at-${entry?.id}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(words);
  }
  await look(page, 'found-in-document');
  await page.goto('/office/search?q=lift');
  await page.getByRole('main').getByRole('link').first().waitFor();
  await look(page, 'search-within');
}
