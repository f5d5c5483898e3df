/** Every sign-off is compared in the browser: how far it is, that it stops, what does not match, and why. */
import type { Page, Route } from 'playwright';
import { expect } from 'vitest';
import { look } from './look.ts';

interface Listed {
  readonly data: readonly { readonly worker: { readonly name: string }; readonly statement?: { text: string } }[];
}

/** On the open register, then in the settings, where sign-offs arrive with another statement than the one that was signed. */
export async function verifiesAll(page: Page): Promise<void> {
  await verifiesRegister(page);
  const held = Promise.withResolvers<void>();
  const registers = /\/documents\/[^/]+\/signoffs\?/;
  await page.route(registers, async (route) => {
    await held.promise;
    const response = await route.fetch();
    const list = (await response.json()) as Listed; // as the API replies
    for (const { worker, statement } of list.data)
      if (statement && worker.name === 'Marek Zieliński') statement.text += ' Or not.';
    await route.fulfill({ response, json: list });
  });
  await page.goto('/office/settings/audit');
  await page.getByRole('button', { name: 'Verify all sign-offs' }).click();
  await page.getByText(/^Checking document 1 of \d+, 0 sign-offs so far$/).waitFor();
  await look(page, 'settings-verifying');
  held.resolve();
  const changed = 'Marek Zieliński: not so: The statement matches its hash';
  const wrong = page.getByRole('listitem').filter({ hasText: changed }).first();
  await wrong.waitFor();
  await page.getByText(/\d+ match their hashes/).waitFor();
  await look(page, 'settings-verified');
  await page.unroute(registers);
  await wrong.getByRole('link').click();
  await page.getByRole('dialog', { name: /Marek Zieliński/ }).waitFor();
  await page.keyboard.press('Escape');
}

/** In the settings and on the register that is open, before the server has answered. */
export async function stopsVerifying(page: Page): Promise<void> {
  const register = page.url();
  const held = Promise.withResolvers<void>();
  const read = /\/documents\/[^/]+\/(signoffs\?|versions)/;
  // The page that asked may have been left.
  const hold = (route: Route): Promise<void> => held.promise.then(() => route.continue()).catch(() => undefined);
  const stop = async (before: string): Promise<void> => {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText(before).waitFor();
    expect(await page.getByText(/match their hashes/).count()).toBe(0);
  };
  await page.goto('/office/settings/audit');
  await page.route(read, hold);
  await page.getByRole('button', { name: 'Verify all sign-offs' }).click();
  await page.getByText(/^Checking document 1 of \d+, 0 sign-offs so far$/).waitFor();
  await stop('Each sign-off of each document is compared in this browser');
  await page.unroute(read);
  await page.goto(register);
  const verify = page.getByRole('button', { name: 'Verify all' });
  await verify.waitFor();
  await page.route(read, hold);
  await verify.click();
  await page.getByText(/^Checking 0 of \d+ sign-offs$/).waitFor();
  await look(page, 'register-verifying');
  await stop('Every row can be checked');
  held.resolve();
  await page.unroute(read);
}

/** On the register that is open. */
async function verifiesRegister(page: Page): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/versions', (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole('button', { name: 'Verify all' }).click();
  await page.getByText(/^Checking 0 of \d+ sign-offs$/).waitFor();
  held.resolve();
  await page.getByText(/^All \d+ sign-offs match their hashes/).waitFor();
}
