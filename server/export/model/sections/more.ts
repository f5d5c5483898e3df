/** Members of a record without a column, added below its main text. */
import type { Cell } from '../blocks.ts';
import { cell, text } from '../make.ts';

export function withMore(words: readonly string[], more: readonly (readonly [name: string, value: string])[]): Cell {
  return cell(...words, ...more.map(([name, value]) => text(`${name}: ${value}`, 'muted')));
}
