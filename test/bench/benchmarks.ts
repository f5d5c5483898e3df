/** The benchmarks by name. */
import { conflicts } from './conflicts.ts';
import { pollers } from './pollers.ts';
import { rest } from './rest.ts';
import { sync } from './sync.ts';
import type { Figure } from './table.ts';

export const benchmarks: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  rest,
  sync,
  conflicts,
  pollers,
};
