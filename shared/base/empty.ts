/** Whether what a program or a person wrote says nothing: no text but spaces, no number and no yes, in any of its parts. */
import type { Json } from './json.ts';

export function isEmpty(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || value === null) return value !== true && typeof value !== 'number';
  // The number of a row and its id say nothing by themselves.
  return Object.entries(value).every(([name, each]) => name === 'no' || name === 'id' || isEmpty(each));
}
