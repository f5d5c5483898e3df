/** What a person does who works by the keyboard, and where that leaves them. */
import type { Locator } from 'playwright';
import { expect } from 'vitest';

export async function pressByKey(button: Locator): Promise<void> {
  await button.focus();
  await button.page().keyboard.press('Enter');
}

/** `part` = what holds the focus, or has it. */
export async function expectFocusIn(part: Locator): Promise<void> {
  const has = (): Promise<boolean> => part.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(has).toBe(true);
}

export async function expectFocusOn(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true);
}
