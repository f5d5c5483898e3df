/** The questions of one person are theirs alone, and each answer is one: with namesakes, two tabs, and gloves. Each test goes on from the last. */
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { picturesFor } from '../../web/field/check/passages.ts';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { answersOnOwnPhone } from './support/own-phone.ts';
import { draw, press, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Jan Kowalski', 'Jan Kowalski', 'Ewa Wrona', 'Adam Wrona', 'Olga Bak', 'Max Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);
beforeAll(async () => {
  await field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: 'required' } } } });
  await page.goto('/field/sending');
  await press(page, 'Try to send now');
  await page.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
});

const first = 'At which gust is a panel landed?';
const second = 'Who may stop the work?';
const again = 'Spróbuj ponownie';

async function open(on: Page, name: string): Promise<void> {
  await on.goto(`/field/d/${field.documentId}/brief`);
  await on.locator('a.row', { hasText: name }).first().click();
  await on.locator('.sign main').waitFor();
}

async function signNow(name: string): Promise<void> {
  await draw(page);
  await press(page, 'Gotowe');
  await page
    .locator('a.row', { hasText: name })
    .first()
    .getByText(/^Signed/)
    .waitFor();
}

/** Most tries at one question, as it was recorded. */
async function triesOf(name: string): Promise<number | null | undefined> {
  const { data } = await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } });
  return data.find(({ worker }) => worker?.name === name)?.understanding_check?.attempts;
}

test('[WB470] the questions that one answered count for no other of the name, who stays', async () => {
  await open(page, 'Jan Kowalski');
  await press(page, '5 m/s', again, '9 m/s');
  await page.getByRole('heading', { name: second }).waitFor();
  await page.goto(`/field/d/${field.documentId}/brief`);
  await press(page, 'Somebody is not here any more');
  await page.locator('li', { hasText: 'Jan Kowalski' }).first().getByRole('button').click();
  await press(page, 'Done');
  await page.getByText('of 5', { exact: true }).waitFor();
  await open(page, 'Jan Kowalski');
  await page.getByRole('heading', { name: first }).waitFor();
});

test('[WB647] a wrong answer to what another tab has behind it is no try, and is not told', async () => {
  const tab = await page.context().newPage();
  await open(page, 'Ewa Wrona');
  await open(tab, 'Ewa Wrona');
  await page.bringToFront();
  await press(page, '5 m/s', again, '9 m/s');
  await page.getByRole('heading', { name: second }).waitFor();
  await tab.bringToFront();
  await press(tab, '5 m/s');
  await tab.getByRole('heading', { name: second }).waitFor();
  await tab.close();
  await page.bringToFront();
  await press(page, 'Anybody');
  await signNow('Ewa Wrona');
  await expect.poll(() => triesOf('Ewa Wrona')).toBe(2);
});

test('[WB647] a glove that taps twice answers once', async () => {
  await open(page, 'Adam Wrona');
  await page.getByRole('button', { name: '5 m/s' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await press(page, again);
  const box = await page.getByRole('button', { name: '9 m/s' }).boundingBox();
  if (!box) throw new Error('The answer is not there.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await page.getByRole('heading', { name: second }).waitFor();
  }
  await press(page, 'Anybody');
  await page.locator('canvas').waitFor();
  await signNow('Adam Wrona');
  await expect.poll(() => triesOf('Adam Wrona')).toBe(2);
});

test('[WB621] who refuses is not told that all of their answers are right', async () => {
  await open(page, 'Olga Bak');
  await press(page, '5 m/s', again, '5 m/s', 'Nie chcę podpisać');
  await page.getByLabel('Dlaczego nie?').fill('The wind');
  expect(await page.getByText('Wszystkie odpowiedzi są dobre.').count()).toBe(0);
  await press(page, 'Zapisz');
  await page.locator('a.row', { hasText: 'Olga Bak' }).getByText('2 tries at one question').waitFor();
  await open(page, 'Olga Bak');
  const toggle = page.getByRole('button', { name: 'Show' });
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.click();
  await page.locator('dl').getByText('What was refused').waitFor();
  expect(await page.getByRole('button', { name: 'Hide' }).getAttribute('aria-expanded')).toBe('true');
  await seen(page, 'refusal-shown');
});

test('[WB667] who uses their own phone goes there from the crew or before the questions', async () => {
  await page.goto(`/field/d/${field.documentId}/brief`);
  await page.getByText('Hand the tablet to').waitFor();
  await seen(page, 'roster-own-phone');
  const name = await page.locator('.hand p.large').innerText();
  const next = await page.locator('.hand').getByRole('link', { name: 'Sign' }).getAttribute('href');
  await page.goto(next ?? '');
  await page.getByRole('heading', { name: first }).waitFor();
  await page.locator('a[href*=own-phone]').waitFor();
  await page.goBack();
  await answersOnOwnPhone(page, name, ['9 m/s', 'Anybody']);
  expect(await triesOf(name)).toBe(1);
});

test('[WB623] the check itself has no picture for its questions', () => {
  const photos = [{ id: 'p' }];
  const content = {
    hazards: [],
    substances: [],
    personnel: [],
    sections: [
      { id: 'c', section_type: 'understanding_check', title: 'Questions about the crane', photos },
      { id: 'l', section_type: 'lifting', title: 'Lift', photos },
    ],
  };
  const shown = (question: string) => picturesFor({ question, options: [], answer_index: 0 }, content)?.of ?? null;
  expect(shown('Who drives the crane?')).toBeNull();
  expect(shown('Who gives signs at the lift?')).toBe('Lift');
});

test('[WB39] nothing is found on these screens', () => {
  expect(findings).toEqual([]);
});
