/** Who is on a crew is said on a tablet, and the server counts the same. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { OpenField } from './open-field.ts';
import { press, seen } from './tablet.ts';

/** On the briefing that is open, with these people; Fay comes and goes, and Cid is away for a while. */
export async function changesCrew(
  page: Page,
  { rest, documentId }: OpenField,
  ...names: readonly string[]
): Promise<void> {
  const counted = async () => {
    const { data } = await rest.listCoverage({ query: { document_id: documentId } });
    return data.map(({ people, not_here }) => [
      people.map(({ name }) => name).toSorted(),
      not_here.map(({ name }) => name),
    ]);
  };
  await expect.poll(counted).toEqual([[names, []]]);
  await press(page, 'Add a person');
  await page.getByLabel('Name').fill('Fay');
  await press(page, 'Add');
  await expect.poll(counted).toEqual([[[...names, 'Fay'], []]]);
  await press(page, 'Somebody is not here any more');
  await seen(page, 'crew-leaving');
  for (const name of ['Fay', 'Cid'])
    await page.locator('li', { hasText: name }).getByRole('button', { name: 'Not here any more' }).click();
  await press(page, 'Done');
  await expect.poll(counted).toEqual([[names.filter((name) => name !== 'Cid'), ['Cid']]]);
  await page.getByText(`of ${names.length - 1}`, { exact: true }).waitFor();
  await seen(page, 'crew-not-here');
  await press(page, 'Here again');
  await page.locator('a.row', { hasText: 'Cid' }).waitFor();
  await expect.poll(counted).toEqual([[names, []]]);
}
