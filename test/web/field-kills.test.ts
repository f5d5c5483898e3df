/** The tab is killed again and again during crew briefings, each time at a step and a moment that a seed chooses. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openChance } from '../kit/clock.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { crash, draw, press } from './support/tablet.ts';

/** `npm run kills` makes it 30. */
const kills = Number(process.env['KILLS'] || 3);
const chance = openChance(Number(process.env['SEED'] ?? 37));
const workers = Array.from({ length: kills }, (_, i) => `Worker ${i + 1}`);

let field: OpenField;
let tab: Page;
beforeAll(async () => {
  field = await openField(workers);
  await field.rest.updateOrganisation({ body: { settings: { signoff: { understanding_check: 'required' } } } });
  const { url } = await field.rest.createDeviceCode({ body: { name: 'Gate tablet' } });
  const context = await field.startBrowser();
  tab = context.pages()[0] ?? (await context.newPage());
  await tab.goto(url);
  await press(tab, 'Start work');
  await tab.getByText(`0 of ${kills}`).waitFor();
  await tab.evaluate('navigator.serviceWorker.ready');
  await field.stopServer();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(tab.url(), await tab.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

/** Up to where the tab is killed; what is shown as saved then is noted. */
const steps: Readonly<Record<string, (name: string) => Promise<void>>> = {
  roster: () => openRoster(),
  person: async (name) => {
    await openRoster();
    await press(tab, 'Add a person');
    await tab.getByLabel('Name').fill(`Mate of ${name}`);
    await pressAndWait('Add');
    if (await tab.locator('a.row', { hasText: `Mate of ${name}` }).isVisible()) added.push(`Mate of ${name}`);
  },
  question: async (name) => {
    await openLine(name);
    await pressAndWait('5 m/s'); // wrong
  },
  ink: async (name) => {
    await openLine(name);
    await press(tab, '9 m/s', 'Anybody');
    await draw(tab);
  },
  done: async (name) => {
    await openLine(name);
    await press(tab, '9 m/s', 'Anybody');
    await draw(tab);
    await pressAndWait('Gotowe');
    if (await tab.getByRole('heading', { name: 'Crew briefing' }).isVisible()) signed.push(name);
  },
  version: async () => {
    await field.startServer();
    await openRoster();
    const of = { document: field.documentId };
    await field.rest.submitReview({ ...of, body: {} });
    await field.rest.approve({ ...of, body: {} });
    await field.rest.revise({ ...of, body: {} });
    await tab.goto('/field/sending');
    await press(tab, 'Try to send now');
    await tab.locator('button[aria-busy=false]', { hasText: 'Try to send now' }).waitFor();
    await tab.goto(brief());
    await tab.getByText('This talk was on version').waitFor();
    await field.stopServer();
    await pressAndWait('Brief again now');
  },
};
const signed: string[] = [];
const added: string[] = [];
const brief = (): string => `/field/d/${field.documentId}/brief`;

async function pressAndWait(name: string): Promise<void> {
  await tab.getByRole('button', { name, exact: true }).click({ noWaitAfter: true });
  await tab.waitForTimeout(chance.below(60));
}

/** A version that came while another was told is told again. */
async function openRoster(): Promise<void> {
  await tab.goto(brief());
  const again = tab.getByRole('button', { name: 'Brief again now' });
  await tab.getByText('Add a person').or(again).first().waitFor();
  if (await again.isVisible()) await again.click();
  await tab.getByText('Add a person').waitFor();
}

async function openLine(name: string): Promise<void> {
  await openRoster();
  await tab.locator('a.row', { hasText: new RegExp(`^${name}(?!\\d)`) }).click();
  await tab.getByRole('button', { name: '5 m/s' }).waitFor();
}

test(
  '[WB37] a tab killed at any step of a briefing loses nothing that was shown as saved',
  async () => {
    const done: string[] = [];
    for (const name of workers) {
      const step = chance.pick(Object.keys(steps));
      done.push(step);
      await steps[step]?.(name);
      const context = tab.context();
      await crash(tab);
      tab = await context.newPage();
    }
    await openRoster();
    for (const name of added) await tab.locator('a.row', { hasText: name }).waitFor();
    await field.startServer();
    await tab.goto('/field/sending');
    await press(tab, 'Try to send now');
    await tab.getByRole('main').getByText('Nothing waits').waitFor();
    const of = { document: field.documentId, query: { per_page: 100 } };
    const arrived = (await field.rest.listSignoffs(of)).data.map(({ worker }) => worker?.name ?? '');
    expect(signed.filter((name) => !arrived.includes(name))).toEqual([]);
    expect(arrived.length).toBe(new Set(arrived).size);
    if (process.env['KILLS'])
      console.info(`killed at ${done.join(', ')}; shown as signed ${signed.length}, added ${added.length}`);
  },
  30_000 + kills * 6000,
);
