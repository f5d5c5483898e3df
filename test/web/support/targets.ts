/**
 * What a gloved hand needs of the screen that is open: targets of 56 px, those that begin, end or stop something of 72, 12 px between them,
 * and nothing cut off. Rows of a list and the places of the frame touch each other, and a link in a sentence is as high as its line.
 */
import type { Page } from 'playwright';

/** What is too small, too near or cut off, in words. */
export function tooTight(page: Page): Promise<string[]> {
  return page.evaluate(lookForTight);
}

function lookForTight(): string[] {
  const [least, large, apart, rounding] = [56, 72, 12, 0.5];
  const fixed = '.top, .places, .foot';
  const begins = /^(sign|podpisz|done|gotowe|start( work| with changes| again)?|stop work)$/i;
  const named = (each: Element): string => each.textContent.trim().slice(0, 40) || each.ariaLabel || each.className;
  const used = 'a[href], button, input, select, textarea, summary';
  const targets = [...document.querySelectorAll<HTMLElement>(used)]
    .map((each) => (each.matches('[type=checkbox], [type=radio], [type=file]') && each.closest('label')) || each)
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches('.skip, p a, .unseen'));
  const boxes = [...new Set(targets)].map((each) => ({ each, box: each.getBoundingClientRect() }));
  const small = boxes.flatMap(({ each, box }) => {
    const wanted = begins.test(each.textContent.trim()) ? large : least;
    const isLarge = box.height > wanted - rounding && box.width > least - rounding;
    return isLarge ? [] : [`${named(each)}: ${Math.round(box.width)} × ${Math.round(box.height)} px, not ${wanted}`];
  });
  const free = boxes.filter(({ each }) => !each.matches('.row, .places a, summary'));
  const near = free.flatMap(({ each, box }, i) =>
    free.slice(i + 1).flatMap(({ each: other, box: next }) => {
      const [x, y] = [
        Math.max(next.left - box.right, box.left - next.right),
        Math.max(next.top - box.bottom, box.top - next.bottom),
      ];
      const gap = Math.max(x, y);
      // The screen scrolls below its header and its foot.
      const isApart = each.closest(fixed) !== other.closest(fixed) || gap < -rounding;
      return isApart || gap > apart - rounding ? [] : [`${named(each)} and ${named(other)}: ${gap} px apart`];
    }),
  );
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => {
    const { overflowX, clipPath } = getComputedStyle(each);
    return (
      (overflowX === 'hidden' || overflowX === 'clip') &&
      clipPath === 'none' &&
      each.checkVisibility() &&
      each.clientWidth > 1 &&
      each.scrollWidth > each.clientWidth + 1
    );
  });
  const within = [...document.querySelectorAll('.card .card')];
  return [
    ...small,
    ...near,
    ...cut.map((each) => `${named(each)}: cut off`),
    ...within.map((each) => `${named(each)}: a card in a card`),
  ];
}
