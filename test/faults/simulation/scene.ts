/** What a move of a simulation has before it: the tablet, the seed's chance, and where the simulation remembers what was done. */
import type { Device } from '../../../client-sdk/index.ts';
import type { Chance } from '../../kit/clock.ts';

export interface TakenPhoto {
  readonly site_id: string;
  readonly bytes: Uint8Array;
}

export interface Scene {
  readonly device: Device;
  readonly chance: Chance;
  /** A text that nobody else ever writes. */
  readonly word: () => string;
  /** By the server's clock, in ms since 1970. */
  readonly now: number;
  /** Sign-off → hash of the version that was shown. */
  readonly signed: Map<string, string>;
  /** Conflict → the record that it is about. */
  readonly disputes: Map<string, string>;
  /** Of this tablet. */
  readonly photos: Map<string, TakenPhoto>;
}

export type Move = (scene: Scene) => Promise<unknown>;

export async function one<T>(from: readonly T[], chance: Chance, work: (found: T) => Promise<unknown>): Promise<void> {
  if (from.length > 0) await work(chance.pick(from));
}

/** A line more somewhere, seldom one less. */
export function withLine(text: string | null | undefined, chance: Chance, line: string): string {
  const lines = (text ?? '').split('\n').filter(Boolean);
  const at = chance.below(lines.length + 1);
  return (lines.length > 3 && chance.below(5) === 0 ? lines.toSpliced(at, 1) : lines.toSpliced(at, 0, line)).join('\n');
}
