/** The benchmarks by name. */
import { sync } from './sync.ts';
import type { Figure } from './table.ts';

export const benchmarks: Readonly<Record<string, () => Promise<readonly Figure[]>>> = { sync };
