/** The page in points: A4 portrait, with room for a header and a footer, and 10 mm that no printer cuts off. */

export const page = {
  width: 595.28,
  height: 841.89,
  left: 34,
  right: 561.28,
  top: 48,
  bottom: 799,
} as const;

export const contentWidth = page.right - page.left;
export const contentHeight = page.bottom - page.top;

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
