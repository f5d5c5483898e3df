/** Type sizes in points: what is read at a workface has at least 9 (rule EX32). */

export const sizes = {
  /** Running text of the long forms. */
  prose: 9.5,
  /** Tables, and all of a form that is to fit its page. */
  form: 9,
  /** The name of a box, above what it holds. */
  caption: 8.2,
  /** Digests and the evidence annex, which are compared and not read. */
  fine: 7.5,
} as const;

/** Line height by font size: tables and forms are set tighter than running text. */
export function leading(size: number): number {
  return isTight(size) ? 1.19 : 1.36;
}

export function isTight(size: number): boolean {
  return size <= sizes.form;
}
