/** An office after the first start of its server, by the code from the terminal. It is on home then. */
import { openOffice, type OpenOffice } from './open-office.ts';

type Settings = Parameters<typeof openOffice>[0];

/** Of Rosa Lindqvist, who has nothing in it yet. */
export async function openEmptyOffice(settings?: Settings): Promise<OpenOffice> {
  return await started(settings, async ({ page }) => {
    await page.getByLabel('Your name').fill('Rosa Lindqvist');
    await page.getByLabel('Organisation').fill('Lindqvist Scaffolding');
    await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
    await page.getByRole('button', { name: 'Start work' }).click();
    await page.getByText('Nothing needs you.').waitFor();
  });
}

export async function openExample(settings?: Settings): Promise<OpenOffice> {
  return await started(settings, async ({ page }) => {
    await page.getByRole('button', { name: 'Load the example' }).click();
    await page.getByRole('heading', { name: 'Who is briefed' }).waitFor();
  });
}

async function started(settings: Settings, start: (office: OpenOffice) => Promise<void>): Promise<OpenOffice> {
  await using opened = new AsyncDisposableStack();
  const office = opened.use(await openOffice(settings));
  const { page, app } = office;
  await page.goto('/office');
  await page.getByLabel('Code from the terminal').fill(app.startCode ?? '');
  await start(office);
  opened.move();
  return office;
}
