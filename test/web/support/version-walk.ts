/** Versions of a document in the office: approved with conditions, compared, and put away. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { look } from './look.ts';

/** Nothing that is not shown is approved, and no row goes without a word. */
export async function writeConditions(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /for review/ }).click();
  for (const condition of ['The trolley has wings.', 'The trolley is on site.']) {
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.keyboard.type(condition);
  }
  await page.getByRole('button', { name: 'Remove condition 1' }).click();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Until, condition 2').fill('2027-03-01');
  await page.getByRole('button', { name: 'Approve version 1 with 1 condition' }).click();
  await page.locator('[name=text]:focus').waitFor();
  await page.getByText('Without this the condition is not kept.').waitFor();
  await page.getByRole('button', { name: 'Remove condition 2' }).click();
}

/** Of the version in force: where it is read, and where its crew is. */
export async function showsConditions(page: Page): Promise<void> {
  await page.getByLabel('Until, condition 1').fill('2099-03-01');
  await page.getByRole('button', { name: 'Approve version 1 with 1 condition' }).click();
  await page.getByRole('button', { name: 'Write version 2' }).waitFor();
  const told = page.getByRole('status').filter({ hasText: 'Version 1 was approved on conditions' });
  for (const part of ['Sign-offs', 'Read']) {
    await page.getByRole('link', { name: part, exact: true }).last().click();
    await told.getByText('The trolley is on site, until 1 Mar 2099').waitFor();
    await look(page, `conditions-${part}`);
  }
  await page.getByRole('link', { name: 'Review', exact: true }).click();
}

/** And takes it back: both words stay in the versions. */
export async function marksCondition(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Read', exact: true }).last().click();
  await page.getByRole('button', { name: 'Mark as met: The trolley is on site' }).click();
  await page.getByLabel('How was it met?').fill('Seen at the gate.');
  await look(page, 'condition-mark');
  await page.getByRole('button', { name: 'Mark as met', exact: true }).click();
  const met = page.getByRole('status').filter({ hasText: 'Conditions of version 1 that are met' });
  await met.getByText(/^The trolley is on site, met: .+, .+: “Seen at the gate\.”$/).waitFor();
  expect(await page.getByText('was approved on conditions').count()).toBe(0);
  await look(page, 'condition-met');
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await page.getByText(/^Condition: The trolley is on site, until 1 Mar 2099, met: /).waitFor();
  await page.getByRole('link', { name: 'Read', exact: true }).last().click();
  await met.getByRole('button', { name: 'Not met after all: The trolley is on site' }).click();
  await page.getByLabel('Why not?').fill('It was another one.');
  await page.getByRole('button', { name: 'Not met after all', exact: true }).click();
  const open = page.getByRole('status').filter({ hasText: 'Version 1 was approved on conditions' });
  await open.getByText(/, until 1 Mar 2099\. .+, .+: not met, “It was another one\.”$/).waitFor();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
}

/** Ends with a comment that is begun. */
export async function reviewByKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write version 2' }).click();
  await page.getByRole('link', { name: 'Write', exact: true }).click();
  await page.getByLabel('Hazard to add').fill('Noise');
  await page.keyboard.press('Enter');
  await page.locator('summary', { hasText: 'Noise' }).waitFor();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /for review/ }).click();
  await page.getByRole('button', { name: 'Approve version 2' }).waitFor();
  await page.getByText(/are the same in both/).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.locator('[data-field=comments] textarea:focus').fill('Say how loud it is.');
  expect(await page.getByLabel('Where, comment 1').locator('option:checked').innerText()).toBe('Hazard: Noise');
  await look(page, 'review-keys');
}

/** Everything instead of what changed: the address says so, what changed is marked, and the keys go from entry to entry. */
export async function showsWhole(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Whole document' }).click();
  await page.waitForURL(/review\?show=whole$/);
  const hazards = page.getByRole('region', { name: 'Hazards' });
  await hazards.getByRole('listitem').filter({ hasText: 'Noise' }).getByText('Added').waitFor();
  expect(await hazards.getByText('Added').count()).toBe(1);
  await look(page, 'review-whole');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.locator('[data-field=comments] textarea:focus').nth(0).waitFor();
  const second = await hazards.locator('li[data-place]').nth(1).getAttribute('data-place');
  expect(await page.getByLabel('Where, comment 2').inputValue()).toBe(second);
  await page.getByRole('button', { name: 'Remove comment 2' }).click();
  await page.goBack();
  await page.getByText(/are the same in both/).waitFor();
  await page.goForward();
  await hazards.waitFor();
  await page.getByRole('link', { name: 'Changes 1' }).click();
  await page.getByText(/are the same in both/).waitFor();
}

export async function compareVersions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve version 2' }).click();
  // Who leaves sooner is asked, where the server needs more than a few seconds.
  await page.getByRole('button', { name: 'Write version 3' }).waitFor();
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByText('Condition: The trolley is on site, until 1 Mar 2099. ').waitFor();
  expect(await page.getByText('The trolley has wings.').count()).toBe(0);
  await page.getByRole('link', { name: 'What changed since version 1' }).click();
  await page.waitForURL(/versions\/1\.\.2$/);
  await page.getByRole('rowgroup').filter({ hasText: 'Hazard · Noise' }).getByText('Added').waitFor();
  await look(page, 'versions');
}

export async function putAway(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Write version 3' }).click();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await dialog.getByText('Version 2 stays in force.').waitFor();
  await dialog.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('button', { name: 'Archive it' }).click();
  await dialog.getByText('Version 2 is no longer in force.').waitFor();
  await look(page, 'archive');
  await dialog.getByRole('button', { name: 'Archive it' }).click();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await dialog.getByText('Version 2 is in force again').waitFor();
  await dialog.getByRole('button', { name: 'Restore it' }).click();
  await page.getByRole('button', { name: 'Write version 3' }).waitFor();
}
