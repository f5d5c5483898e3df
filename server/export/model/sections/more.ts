/** Members of a record that have no place of their own, added under the words that do. */
import type { Cell } from '../blocks.ts';
import { cell, text } from '../make.ts';

export function withMore(words: readonly string[], more: readonly (readonly [name: string, value: string])[]): Cell {
  return cell(...words, ...more.map(([name, value]) => text(`${name}: ${value}`, 'muted')));
}
