/** The date of an approved document's next review (contract, Review and strictness). */

/** The same day `months` later, or the last day of a shorter month. `at` is RFC 3339; the result is a date. */
export function monthsLater(at: string, months: number): string {
  const [year = 0, month = 1, day = 1] = at.slice(0, 10).split('-').map(Number);
  const target = month - 1 + months;
  const [inYear, inMonth] = [year + Math.floor(target / 12), (target % 12) + 1];
  const date = Math.min(day, daysIn(inYear, inMonth));
  return [String(inYear).padStart(4, '0'), String(inMonth).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
