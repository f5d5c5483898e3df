/** One finger on the glass: touches, as a tablet has them, with no mouse and no keyboard. */
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

export interface Finger {
  /** How often it came down. */
  readonly taps: number;
  /** On what is in view: nothing is scrolled. */
  tap(on: Locator): Promise<void>;
  /** A stroke along the middle. */
  draw(on: Locator): Promise<void>;
}

/** Between two points of a stroke. */
const stepSeconds = 0.02;
/** Before it is lifted. A finger that is lifted in full swing throws the page, and the next tap only stops that. */
const restSeconds = 0.5;

export async function openFinger(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  let taps = 0;
  /** The browser measures speed by the times that it is told. */
  let now = Date.now() / 1000;
  const touch = async (type: 'touchStart' | 'touchMove', x: number, y: number): Promise<void> => {
    now += stepSeconds;
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }], timestamp: now });
  };
  const lift = async (afterSeconds: number): Promise<void> => {
    now += afterSeconds;
    taps += 1;
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: now });
  };
  return {
    get taps() {
      return taps;
    },
    tap: async (on) => {
      const { x, y, width, height } = await boxInView(page, on);
      await touch('touchStart', x + width / 2, y + height / 2);
      await lift(stepSeconds);
    },
    draw: async (on) => {
      const { x, y, width, height } = await boxInView(page, on);
      const steps = 20;
      await touch('touchStart', x + width / 4, y + height / 2);
      for (let step = 1; step <= steps; step++)
        await touch('touchMove', x + (width / 4) * (1 + step / steps), y + height / 2 - step);
      await lift(restSeconds);
    },
  };
}

/** Where it is once it rests there. Its middle is on the screen without scrolling. */
async function boxInView(page: Page, on: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  await on.click({ trial: true });
  const box = await on.boundingBox();
  const view = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  if (!box) throw new Error('It is not on the screen.');
  expect(await page.evaluate('scrollY')).toBe(0);
  expect(box.x + box.width / 2).toBeLessThan(view.width);
  expect(box.y + box.height / 2).toBeLessThan(view.height);
  expect(box.y).toBeGreaterThanOrEqual(0);
  return box;
}
