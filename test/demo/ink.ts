/** Ink as a finger leaves it on glass: strokes of [x, y, milliseconds], another for each name and always the same for one. */
import { openChance } from '../kit/clock.ts';

export function ink(name: string): { kind: 'ink_vector'; width: number; height: number; strokes: number[][][] } {
  const chance = openChance([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const strokes = name
    .split(' ')
    .map((word, i) =>
      Array.from({ length: 8 + word.length * 2 }, (_, step) => [
        40 + i * 260 + step * 11 + chance.below(5),
        100 + Math.round(45 * Math.sin(step * (0.7 + chance.next() / 3))) + chance.below(9),
        i * 900 + step * 16 + chance.below(6),
      ]),
    );
  return { kind: 'ink_vector', width: 600, height: 200, strokes };
}
