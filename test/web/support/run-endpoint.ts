/** An endpoint from its first day to its last: paused, started again, its log, a new secret, deleted. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import type { ReceivedRequest, Receiver } from '../../kit/receiver.ts';
import { look } from './look.ts';
import type { OpenOffice } from './open-office.ts';

/** Ends at the delivery of what was held. */
export async function sendsHeld({ page, receiver }: OpenOffice, rest: RestClient): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto('/office/settings/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel(/^All of them/).uncheck();
  await dialog.getByLabel('document.created').check();
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await inMain(page, 'Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await rest.createDocument({ body: { title: 'Held back', document_type: 'toolbox_talk' } });
  await inMain(page, 'Start again').click();
  await inMain(page, 'Pause').waitFor();
  await inMain(page, 'Retry failed').click();
  await receiver.waitFor(() => created(receiver).length === 1);
  await page.reload();
  await page.getByRole('link', { name: 'document.created' }).click();
  await page.getByText('Try 1').waitFor();
}

/** Each attempt says of itself what the receiver got. */
export async function showsSent({ page, receiver }: OpenOffice): Promise<void> {
  const shows = async (at: number): Promise<void> => {
    const sent = created(receiver)[at];
    const shown = page.getByLabel('We sent', { exact: true });
    await shown.getByText(`x-service-attempt: ${at + 1}`).waitFor();
    const text = await shown.textContent();
    expect(text).toContain(`webhook-id: ${String(sent?.headers['webhook-id'])}\n`);
    expect(text).toContain(JSON.stringify(JSON.parse(String(sent?.body)), null, 2));
  };
  await shows(0);
  await look(page, 'settings-webhook');
  await page.keyboard.press('r');
  await receiver.waitFor(() => created(receiver).length === 2);
  await inMain(page, 'Look again').click();
  await shows(1);
  await page.getByText('Tries before: 1').click();
  await page.getByText(/^Try 1 · /).waitFor();
}

export async function endsEndpoint({ page }: OpenOffice): Promise<void> {
  const dialog = page.getByRole('dialog');
  await inMain(page, 'New secret').click();
  await dialog.getByRole('button', { name: 'Make the secret' }).click();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await inMain(page, 'Delete').click();
  await dialog.getByRole('button', { name: 'Delete endpoint' }).click();
  await page.getByText('No endpoint yet.').waitFor();
}

function inMain(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('button', { name, exact: true });
}

function created({ requests }: Receiver): readonly ReceivedRequest[] {
  return requests.filter(({ body }) => body.includes('Held back'));
}
