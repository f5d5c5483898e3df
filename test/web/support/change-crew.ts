/** Who is on a crew is said on a tablet, and the server counts the same. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { OpenField } from './open-field.ts';
import { draw, press, seen } from './tablet.ts';

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
  await page.getByLabel('Name').fill(` ${names[0]?.toUpperCase()}`);
  await press(page, 'Add');
  await page.getByText('Somebody of this name is on the crew.').waitFor();
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

/** The office takes one of two namesakes off the crew while they draw their line: it is stored as theirs. */
export async function signsAsOneself(page: Page, field: OpenField): Promise<void> {
  const of = { document: field.documentId };
  const alike = { name: 'Ion Pop', preferred_language: 'en' };
  const first = await field.rest.addCrewMember({ ...of, body: { ...alike, employer_name: 'Alpha' } });
  await field.rest.addCrewMember({ ...of, body: { ...alike, employer_name: 'Beta', namesake: 1 } });
  const other = await page.context().newPage();
  await other.goto(`/field/d/${field.documentId}/brief`);
  const row = other.locator('a.row', { hasText: 'Ion Pop' });
  await expect.poll(() => row.count()).toBe(2);
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.locator('a.row', { hasText: 'Ion Pop (Alpha)' }).click();
  await draw(page);
  await field.rest.removeCrewMember({ ...of, id: first.id });
  await expect.poll(() => row.count()).toBe(1);
  await other.close();
  await press(page, 'Done');
  const employers = async () =>
    (await field.rest.listSignoffs({ ...of, query: { per_page: 100 } })).data.flatMap(({ worker }) =>
      worker?.name === 'Ion Pop' ? worker.employer_name : [],
    );
  await expect.poll(employers).toEqual(['Alpha']);
}
