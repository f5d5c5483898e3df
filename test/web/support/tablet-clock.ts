/** The devices page: a tablet whose clock is wrong, one that is enrolled beside the list, and one that is moved. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';
import { callApi } from './office-api.ts';

/** The id of its token. */
export async function tellsClock(page: Page, rest: RestClient): Promise<string> {
  const { id, token } = await rest.createToken({ body: { name: 'Tablet', role: 'device' } });
  const device_time = new Date(Date.now() - 17 * 60_000).toISOString();
  await callApi(page, 'POST', 'sync/hello', { protocols: [1], schema: 1, device_time }, token);
  await page.goto('/office/settings/devices');
  await page.getByText('Clock 17 minutes slow').waitFor();
  return id;
}

/** The panel that is open says when a tablet has taken its code; the last code waits. */
export async function enrolsBeside(page: Page, name: string, project: string): Promise<void> {
  const panel = page.getByRole('complementary', { name: 'Enrol a tablet' });
  const opens = page.getByRole('button', { name: 'Enrol a tablet' });
  await opens.click();
  await panel.getByLabel('Name of the tablet').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => opens.evaluate((button) => button === document.activeElement)).toBe(true);
  await opens.click();
  await makesCode(page, 'Shed tablet');
  await panel.getByText(/^Works once\. Ends in 1[45]:\d\d\.$/).waitFor();
  await look(page, 'settings-enrol');
  const code = await panel.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText();
  await callApi(page, 'POST', 'sign-in/device', { code });
  await panel.getByText('Shed tablet is enrolled.').waitFor();
  await panel.getByRole('button', { name: 'Done' }).click();
  await opens.click();
  await panel.getByLabel(project).check();
  await makesCode(page, name);
  await panel.getByRole('button', { name: 'Done' }).click();
  await page
    .getByRole('row', { name: /Shed tablet/ })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await page.getByRole('button', { name: 'Revoke tablet' }).click();
  await page.getByText('Switched off: 1').click();
  await page.getByRole('listitem').filter({ hasText: 'Shed tablet' }).getByText('Revoked').waitFor();
}

/** To one project, and back to all of them. */
export async function movesTablet(page: Page, rest: RestClient, tablet: string): Promise<void> {
  const row = page.getByRole('row', { name: /Gate tablet/ });
  const dialog = page.getByRole('dialog');
  const given = async () => (await rest.getToken({ token: tablet })).project_ids;
  const [project] = (await rest.listProjects()).data;
  const move = async (): Promise<void> => {
    await row.getByRole('button', { name: 'Move' }).click();
    await dialog.getByLabel('Kingsmead Quarter').click();
    await dialog.getByRole('button', { name: 'Move the tablet' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await move();
  await row.getByText('Kingsmead Quarter').waitFor();
  expect(await given()).toEqual([project?.id]);
  await look(page, 'settings-moved');
  await move();
  await row.getByText('All projects').waitFor();
  expect(await given()).toBeNull();
}

async function makesCode(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the tablet').fill(name);
  await page.getByRole('button', { name: 'Make the code' }).click();
}
