/** The years that a day or a time is written in. One outside them was half written, or written with two digits. */

export const firstYear = 1900;
export const lastYear = 2199;

/** Of what begins with a year: `2026-11-22`, `2026-11-22T01:00:00Z`. */
export function isInReach(written: string): boolean {
  const year = Number(written.slice(0, written.indexOf('-')));
  return year >= firstYear && year <= lastYear;
}
