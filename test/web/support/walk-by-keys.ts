/** Goes through the screen that is open by the Tab key alone: everything that can be used is reached, and shows that it has the focus. */
import type { Page } from 'playwright';
import { expect } from 'vitest';

/** More than one for each thing to reach: lists that scroll take one, and so does the edge of the window. */
const spare = 6;

/** What the keyboard cannot use, in words. The focus is back where it was afterwards. */
export async function walkByKeys(page: Page): Promise<string[]> {
  const count = await page.evaluate(startWalk);
  const presses = Array.from({ length: count + spare }, () => page.keyboard.down('Tab'));
  await Promise.all(presses);
  await page.keyboard.up('Tab');
  return page.evaluate(endWalk);
}

interface Walk {
  readonly before: Element | null;
  readonly toReach: readonly Element[];
  readonly reached: Set<Element>;
  readonly faint: Set<Element>;
  readonly note: (event: Event) => void;
}

function startWalk(): number {
  const stopsWithin: Readonly<Record<string, number>> = { date: 4, 'datetime-local': 7, time: 4 };
  const open = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const used = 'a[href], button, input, select, textarea, summary, [contenteditable], [role=button], [tabindex="0"]';
  const toReach = [...open.querySelectorAll(used)].filter((each) => {
    // A button beside it opens the choice of a file.
    if (each.matches(':disabled, [type=file].unseen') || !each.checkVisibility({ visibilityProperty: true }))
      return false;
    // Of a group of radio buttons the keyboard reaches one, and arrows the others.
    if (!(each instanceof HTMLInputElement) || each.type !== 'radio') return true;
    return each.checked || !document.querySelector(`input[name="${each.name}"]:checked`);
  });
  const hasRing = (element: Element | null | undefined): boolean => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  };
  const walk: Walk = {
    before: document.activeElement,
    toReach,
    reached: new Set(),
    faint: new Set(),
    note: ({ target }) => {
      if (!(target instanceof Element)) return;
      walk.reached.add(target);
      // A row or a box that is used as a whole has the ring instead.
      const shown = [target, target.nextElementSibling, target.parentElement, target.closest('li, tr')];
      if (!shown.some(hasRing)) walk.faint.add(target);
    },
  };
  document.addEventListener('focusin', walk.note);
  Object.assign(globalThis, { walk });
  return toReach.reduce((sum, each) => sum + (stopsWithin[each.getAttribute('type') ?? ''] ?? 1), 0);
}

function endWalk(): string[] {
  const { walk } = globalThis as unknown as { walk: Walk }; // put there by startWalk
  document.removeEventListener('focusin', walk.note);
  if (walk.before instanceof HTMLElement && walk.before !== document.body) walk.before.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const groupOf = (element: Element): string =>
    element instanceof HTMLInputElement && element.type === 'radio' ? element.name : '';
  const groups = new Set([...walk.reached].map(groupOf));
  const missed = walk.toReach.filter(
    (each) => each.isConnected && !walk.reached.has(each) && !(groupOf(each) && groups.has(groupOf(each))),
  );
  const shown = (each: Element): string => each.outerHTML.slice(0, 160);
  return [
    ...missed.map((each) => `Tab does not reach ${shown(each)}`),
    ...[...walk.faint].map((each) => `the focus is not seen on ${shown(each)}`),
  ];
}

/** In the settings, with nothing typed. */
export async function switchesKeys(page: Page): Promise<void> {
  const { pathname: here } = new URL(page.url());
  const pathAfter = async (...keys: readonly string[]): Promise<string> => {
    for (const key of keys) await page.keyboard.press(key);
    return new URL(page.url()).pathname;
  };
  const choice = page.getByLabel('A single key is a command');
  await choice.uncheck();
  await page.getByRole('heading', { level: 1 }).click();
  expect([await pathAfter('n'), await pathAfter('g', 'p'), await pathAfter('?')]).toEqual([here, here, here]);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await choice.check();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
}
