/** Edits of a tablet that the server did not take, as the office deals with them. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { look } from './look.ts';
import { callApi } from './office-api.ts';
import type { OpenOffice } from './open-office.ts';

interface Refused {
  readonly id: string;
  readonly hash: string;
  readonly command: object;
  readonly seen: { readonly reason: string | null } | null;
}

interface Draft {
  readonly id: string;
  readonly hazards: readonly { readonly id: string; readonly name: string }[];
}

/** One edit is written again over what is there today; two wait still. `token` is the tablet's. */
export async function settleUntaken({ page, app }: OpenOffice, locked: Draft, token: string): Promise<void> {
  const [hazard] = locked.hazards;
  const patch = (set: object): object => ({
    id: app.commitContext.newId(),
    prev: null,
    command: { op: 'patch', kind: 'hazard', id: hazard?.id, set },
  });
  const commands = [
    patch({ name: 'Dust in the corridor' }),
    patch({ who_at_risk: 'The cleaners' }),
    patch({ who_at_risk: 'The painters' }),
  ];
  await callApi(page, 'POST', 'sync/push', { schema: 1, commands }, token);
  await page.goto('/office/settle');
  const list = page.getByRole('region', { name: 'Edits that were not taken' });
  const rows = list.locator('.rows > li');
  await expect.poll(() => rows.count()).toBe(3);
  const edit = page.getByRole('region', { name: 'Hazard', exact: true });
  await rows.filter({ hasText: 'Hazard' }).last().getByRole('link').click();
  await edit.getByText('Dust in the corridor').waitFor();
  await edit.getByText('Who at risk: ').or(edit.getByText('Name: ')).last().waitFor();
  await edit.getByText('The document is not a draft now.').waitFor();
  await look(page, 'refused');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await edit.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Dust in the corridor');
  // Withdrawn by another: it fits now, without being asked.
  await callApi(page, 'POST', `documents/${locked.id}/withdraw`, {});
  await edit.getByRole('button', { name: 'Write it again over today’s' }).click();
  await page.getByText('Written, in your name.').waitFor();
  const after = await callApi<Draft>(page, 'GET', `documents/${locked.id}`);
  expect(after.hazards.find(({ id }) => id === hazard?.id)?.name).toBe('Dust in the corridor');
}

/** The last one. */
export async function dismissesUntaken(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: 'Edits that were not taken' });
  const edit = page.getByRole('region', { name: 'Hazard', exact: true });
  await edit.getByText('The cleaners').waitFor();
  await edit.getByRole('button', { name: 'Seen, not needed' }).click();
  await page.getByLabel('Why').fill('They work at night.');
  await page.getByRole('button', { name: 'It is not needed' }).click();
  await page.getByText('Every edit from the sites was taken, or is settled.').waitFor();
  await page.getByRole('link', { name: 'To settle', exact: true }).first().waitFor(); // none waits
  await list.getByText('Dealt with: 3').click();
  await look(page, 'refused-seen');
  const { data } = await callApi<{ data: Refused[] }>(page, 'GET', 'sync/refused?status=seen');
  const mine = data.find(({ seen }) => seen?.reason === 'They work at night.');
  await list.locator(`details a[href$="${mine?.id}"]`).click();
  await edit.getByText('They work at night.').waitFor();
}

/** Somebody else deals with the edit while a reason is being written: it stays, and is not said to be sent. */
export async function keepsReason(page: Page, token: string): Promise<void> {
  await page.getByRole('region', { name: 'Hazard', exact: true }).getByText('The painters').waitFor();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Why');
  await page.getByRole('button', { name: 'Seen, not needed' }).click();
  await reason.fill('They came in April.');
  // Nothing is read while a field has the focus.
  await page.keyboard.press('Tab');
  const { data } = await callApi<{ data: Refused[] }>(page, 'GET', 'sync/refused?status=open');
  const edit = data.find(({ command }) => JSON.stringify(command).includes('The painters'));
  const seen = page.waitForResponse(/sync\/refused\?status=seen/);
  await callApi(page, 'POST', `sync/refused/${edit?.id}/dismiss`, { hash: edit?.hash, reason: 'Twice' }, token);
  // Others of the office are told of changes of records alone.
  await callApi(page, 'POST', 'workers', { name: 'Ada Whitlock' }, token);
  await (await seen).finished();
  expect(await reason.inputValue()).toBe('They came in April.');
  await dialog.getByRole('button', { name: 'It is not needed' }).click();
  await dialog.getByText(/has dealt with it meanwhile/).waitFor();
  expect(await reason.inputValue()).toBe('They came in April.');
  page.once('dialog', (asked) => asked.accept());
  await dialog.getByRole('button', { name: 'Close' }).click();
}
