/** Lists whose rows have a button that removes them, in a real browser against one real server. */
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let rest: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});

test('[WB566] a double click on Remove takes one card from a person', async () => {
  const { page } = office;
  const { id: worker } = await rest.createWorker({ body: { name: 'Ann Lee' } });
  for (const number of ['1', '2', '3'])
    await rest.addWorkerCard({
      worker,
      body: { scheme: 'CSCS', card_number: number, expires_on: `2099-01-0${number}` },
    });
  await page.goto(`/office/people/${worker}`);
  const buttons = page.getByRole('button', { name: 'Remove', exact: true });
  await expect.poll(() => buttons.count()).toBe(3);
  const box = await buttons.first().boundingBox();
  if (!box) throw new Error('no button to press');
  const read = page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.url().includes(worker));
  await page.mouse.click(box.x + 5, box.y + 5);
  await read;
  await expect.poll(() => buttons.count()).toBe(2);
  // The second half of a double click, however late the machine is.
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.method()));
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const cards = async () => (await rest.getWorker({ worker })).competence_cards.map((card) => card.card_number);
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByRole('dialog').waitFor();
  expect(asked).not.toContain('DELETE');
  expect(await cards()).toEqual(['2', '3']);
});

test.each([
  ['double click', async () => await removeFirst().dblclick()],
  ['double tap', async () => await tapTwice(removeFirst())],
  ['key that is pressed twice', async () => await pressTwice(removeFirst())],
  ['key that is held down', async () => await holdEnter(removeFirst())],
] as const)('[WB566] a %s on Remove removes one row and adds none', async (_, press) => {
  const { page } = office;
  const controls = ['Guard rails', 'Toe boards', 'Harness'].map((description) => ({ description }));
  const { id: document } = await rest.createDocument({ body: { title: 'Scaffold', document_type: 'rams' } });
  const { id } = await rest.createHazard({ document, body: { name: 'Fall', controls } });
  await page.goto(`/office/documents/${document}/edit`);
  await page.locator(`#entry-${id} summary`).first().click();
  const shown = () =>
    page.getByLabel('What is done').evaluateAll((all) => all.map((each) => (each as HTMLTextAreaElement).value));
  await expect.poll(shown).toEqual(['Guard rails', 'Toe boards', 'Harness']);
  await press();
  await expect.poll(shown).toEqual(['Toe boards', 'Harness']);
  await page.getByText('Everything is saved.').waitFor();
  const saved = await rest.getHazard({ document, id });
  expect(saved.controls.map(({ description }) => description)).toEqual(['Toe boards', 'Harness']);
});

const removeFirst = (): Locator => office.page.getByRole('button', { name: 'Remove control 1' });

async function tapTwice(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await clickTwice(button, 1);
}

/** What has the focus is pressed. */
async function pressTwice(button: Locator): Promise<void> {
  await button.focus();
  await clickTwice(button, 0);
}

/** As the browser tells of it: two single presses, which follow each other however slow the machine is. `detail` = 0 by a key. */
async function clickTwice(button: Locator, detail: 0 | 1): Promise<void> {
  await button.evaluate(async (first, by) => {
    const { left, top } = first.getBoundingClientRect();
    const [clientX, clientY] = by === 0 ? [0, 0] : [left + 5, top + 5];
    const { timeStamp } = new Event('click');
    for (const at of [0, 200]) {
      const click = new MouseEvent('click', { bubbles: true, detail: by, clientX, clientY });
      Object.defineProperty(click, 'timeStamp', { value: timeStamp + at });
      const pressed = by === 0 ? document.activeElement : document.elementFromPoint(clientX, clientY);
      pressed?.dispatchEvent(click);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    }
  }, detail);
}

async function holdEnter(button: Locator): Promise<void> {
  const { keyboard } = office.page;
  await button.focus();
  for (let i = 0; i < 5; i++) await keyboard.down('Enter');
  await keyboard.up('Enter');
}
