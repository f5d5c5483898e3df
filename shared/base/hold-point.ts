/** Whether a step is a hold point. Other programs write it in their words: what is not a plain "no" stops the work. */
import { isEmpty } from './empty.ts';
import { isJsonList, isJsonObject, type Json } from './json.ts';

const no = new Set(['', 'no', 'n', 'false', '0', 'none', 'na', 'n/a', '-', '–']);
const yes = new Set(['yes', 'y', 'true', '1']);

export function isHoldPoint(value: Json | undefined): boolean {
  if (value == null || isJsonList(value) || isJsonObject(value)) return !isEmpty(value);
  return !no.has(wordOf(value));
}

/** Whether it says more than yes or no, such as what is waited for. */
export function saysHoldPoint(value: Json | undefined): boolean {
  if (value == null || isJsonList(value) || isJsonObject(value)) return !isEmpty(value);
  return !no.has(wordOf(value)) && !yes.has(wordOf(value));
}

function wordOf(value: string | number | boolean): string {
  return String(value).trim().toLowerCase();
}
