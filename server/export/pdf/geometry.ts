/** The page in points: portrait, with room for a header and a footer, and 10 mm that no printer cuts off. */
import type { Paper } from '../input.ts';

export const page = {
  left: 34,
  right: 561.28,
  top: 48,
} as const;

export const contentWidth = page.right - page.left;

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** Where the content ends. */
  readonly bottom: number;
  /** Width of the content. */
  readonly content: number;
  /** What the content is moved to the right by, so that its two margins are equal. */
  readonly shift: number;
}

const a4: Sheet = { width: 595.28, height: 841.89, bottom: 799, content: contentWidth, shift: 0 };

/** The content is as wide on both, so that a line of text is measured once. */
const sheets: Readonly<Record<Paper, Sheet>> = {
  a4,
  letter: {
    width: 612,
    height: 792,
    bottom: a4.bottom - (a4.height - 792),
    shift: (612 - a4.width) / 2,
    content: contentWidth,
  },
};

export function sheetOf({ paper, isLandscape }: { readonly paper: Paper; readonly isLandscape: boolean }): Sheet {
  const { width, height, bottom, ...sheet } = sheets[paper];
  if (!isLandscape) return { width, height, bottom, ...sheet };
  return { width: height, height: width, bottom: width - (height - bottom), content: height - 2 * page.left, shift: 0 };
}

/** Of A4: what a block may take of a page before it is broken. */
export const contentHeight = a4.bottom - page.top;

/** Dark enough on white for WCAG AA at every size used. */
export const colours = {
  text: '#1A222C',
  muted: '#4E5B69',
  accent: '#14324F',
  alarm: '#B00020',
  rule: '#C3CCD6',
  panel: '#F1F4F7',
  watermark: '#E4E7EB',
  white: '#FFFFFF',
} as const;
