/** A day on the tablet by the keyboard alone: Tab, Enter, Space and letters. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { patienceMs } from '../../kit/patience.ts';
import type { OpenField } from './open-field.ts';

/** As far as the focus moves on until it is where it has to be; from one thing to the next it is never further. */
const mostTabs = 60;

export async function worksByKeys(page: Page, field: OpenField): Promise<void> {
  const isAt = async (title: string): Promise<void> => {
    await expect.poll(() => page.evaluate(nameOfFocused)).toBe(title);
  };
  await page.evaluate('sessionStorage.clear()'); // which parts of the document were open
  await page.goto('/field');
  await use(page, 'Read');
  await isAt('Curtain walling');
  await use(page, /^All \d sections$/);
  await isAt('Sections');
  await use(page, 'Weather limits');
  await page.getByText('Land the panel').waitFor();
  await use(page, 'Back');
  await isAt('Curtain walling');
  await use(page, 'Brief the crew');
  await isAt('Crew briefing');
  await use(page, 'Edit'); // who briefs was said before
  await use(page, 'Bob Orr', 'Space');
  await use(page, 'Done');
  await use(page, 'Add a person');
  await write(page, 'Name', 'Kay Moss');
  await page.keyboard.press('Enter');
  await use(page, /^Kay Moss/);
  await isAt('Kay Moss');
  await use(page, '9 m/s');
  await use(page, 'Anybody');
  await use(page, 'Cannot draw?');
  await write(page, 'Type your name', 'Kay Moss');
  await write(page, 'Name of a witness', 'Bob Orr');
  await use(page, 'Done');
  await isAt('Crew briefing');
  const signed = async () =>
    (await field.rest.listSignoffs({ document: field.documentId, query: { per_page: 100 } })).data.map(
      ({ worker, briefing }) => [worker?.name, briefing?.briefed_by?.name],
    );
  await expect.poll(signed).toContainEqual(['Kay Moss', 'Bob Orr']);

  await use(page, 'Permits');
  await isAt('Permits');
  await use(page, 'Ask for a permit');
  await isAt('Ask for a permit');
  await use(page, 'Roof access');
  await write(page, /^Where\?/, 'Roof, bay 4');
  await use(page, 'Bob Orr');
  await use(page, 'Ask the office');
  const asked = async () => (await field.rest.listPermits({ query: {} })).data.map(({ location }) => location);
  await expect.poll(asked).toContain('Roof, bay 4');

  await use(page, 'Report');
  await isAt('Report');
  await use(page, 'Unsafe condition');
  await write(page, 'Type a line', 'A ladder without feet');
  await use(page, 'Go on');
  await use(page, 'On the site');
  await page.getByText('Saved on this tablet').waitFor();
  await use(page, 'Stop work');
  await isAt('Stop work');
  await use(page, 'Unsafe access');
  await page.getByText('Stop recorded').waitFor();
  await use(page, 'The crew', 'Space');
  await use(page, 'Record who was told');
  await write(page, 'PIN of the person in charge', '482913');
  await page.keyboard.press('Enter');
  await use(page, 'Work may start again');
  await use(page, 'More');
  await isAt('More');
  await use(page, /^Sending/);
  await isAt('Sending');
  await use(page, 'Try to send now');
  const told = async () => (await field.rest.listIncidents()).data.map(({ incident_type: type }) => type);
  await expect.poll(told).toContain('unsafe_condition');
}

/** Moves the focus forwards to what is called so, and presses it. */
async function use(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await reach(page, name);
  await page.keyboard.press(key);
}

async function write(page: Page, label: string | RegExp, text: string): Promise<void> {
  await reach(page, label);
  await page.keyboard.type(text);
}

async function reach(page: Page, name: string | RegExp): Promise<void> {
  const isName = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  const passed: string[] = [];
  // What was pressed may take a moment to show the next thing.
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline && passed.length < mostTabs * 10) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(nameOfFocused);
    if (isName(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab does not come to ${String(name)}: ${[...new Set(passed)].join(' | ')}`);
}

function nameOfFocused(): string {
  const element = document.activeElement;
  // What stands in for something that went may hold the words of a button, and cannot be pressed.
  if (!element || element.matches('body, [data-stand-in]')) return '';
  const label =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : null;
  return (element.getAttribute('aria-label') ?? (label ?? element).textContent ?? '').trim().replaceAll(/\s+/g, ' ');
}
