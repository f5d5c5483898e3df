/** Every sign-off is compared in the browser: how far it is, what does not match, and why. */
import type { Page } from 'playwright';
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

/** On the register that is open. */
async function verifiesRegister(page: Page): Promise<void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/versions', (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole('button', { name: 'Verify all' }).click();
  await page.getByText(/^Checking 0 of \d+ sign-offs$/).waitFor();
  held.resolve();
  await page.getByText(/^All \d+ sign-offs match their hashes/).waitFor();
}
