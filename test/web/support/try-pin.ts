/** The PIN of the person in charge is set, tried wrongly until everybody has to wait, and removed by a new code of the office. */
import type { Page } from 'playwright';
import type { OpenField } from './open-field.ts';
import { press, seen } from './tablet.ts';

export async function tryPin(page: Page, field: OpenField): Promise<void> {
  await page.goto('/field/more');
  await press(page, 'Set a PIN');
  await page.getByLabel('New PIN').fill('482913');
  await press(page, 'Save the PIN');
  await page.getByRole('button', { name: 'Change or remove it' }).waitFor();
  await press(page, 'Sign this tablet out');
  await seen(page, 'pin');
  for (let left = 5; left > 0; left--) {
    await page.getByLabel('PIN of the person in charge').fill('482914');
    await page.getByRole('button', { name: 'Go on', exact: true }).evaluate(pressTwice);
    await page.getByText(left > 1 ? 'This PIN is wrong' : 'Wait 5 min').waitFor();
  }
  await page.reload();
  await press(page, 'Sign this tablet out');
  await page.getByLabel('PIN of the person in charge').fill('482913');
  await press(page, 'Go on');
  await page.getByText('Wait 5 min').waitFor();
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  await page.goto('about:blank');
  await page.goto(url);
  await press(page, 'Start work');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await page.goto('/field/more');
  await page.getByRole('button', { name: 'Set a PIN' }).waitFor();
}

/** The second time while the first is at work. */
async function pressTwice(button: HTMLElement): Promise<void> {
  button.click();
  await new Promise((drawn) => void setTimeout(drawn));
  button.click();
}
