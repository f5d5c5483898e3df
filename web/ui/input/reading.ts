/** What is written in a field, as far as it can be read: plain numbers, with a point or a comma, and days and times of a year in full. */
import { firstYear, lastYear } from '../../../shared/base/years.ts';

/** "12,5" → "12.5". Null for what is no plain number, and for what may be a thousand: "1,000". */
export function plainNumber(text: string): string | null {
  const trimmed = text.trim();
  if (mayBeThousand(trimmed)) return null;
  const plain = trimmed.replace(',', '.');
  return /^(-?(\d+|\d*\.\d+))?$/.test(plain) ? plain : null;
}

function mayBeThousand(text: string): boolean {
  return /^-?[1-9]\d{0,2},\d{3}$/.test(text);
}

/** What to do about a field that can't be read; undefined = it can. */
export function unreadIn(field: Pick<HTMLInputElement, 'validity' | 'value'>): string | undefined {
  const { validity, value } = field;
  if (validity.customError && mayBeThousand(value.trim()))
    return `That can be read in two ways: write ${value.trim().replace(',', '')} or ${value.trim().replace(',', '.')}.`;
  if (validity.customError) return 'Write a number, such as 12.5.';
  if (validity.badInput) return 'Write all of it.';
  return validity.rangeUnderflow || validity.rangeOverflow ? 'Write the year in full, such as 2026.' : undefined;
}

/** Something in it is half written. The page is not told of the first parts of a day in an empty field, so that the field itself is asked. */
export function holdsUnread(group: HTMLElement | null): boolean {
  return [...(group?.querySelectorAll('input') ?? [])].some((field) => unreadIn(field) !== undefined);
}

/** For fields of these types. */
export const rangeOf: Readonly<Record<string, { readonly min: string; readonly max: string }>> = {
  date: { min: `${firstYear}-01-01`, max: `${lastYear}-12-31` },
  'datetime-local': { min: `${firstYear}-01-01T00:00`, max: `${lastYear}-12-31T23:59` },
};
