/** The benchmarks by name. */
import { conflicts } from './conflicts.ts';
import { disk } from './disk.ts';
import { exports } from './exports.ts';
import { lists } from './lists.ts';
import { mirror } from './mirror.ts';
import { outbox } from './outbox.ts';
import { photos } from './photos.ts';
import { pollers } from './pollers.ts';
import { rest } from './rest.ts';
import { start } from './start.ts';
import { sync } from './sync.ts';
import type { Figure } from './table.ts';
import { web } from './web.ts';

export const benchmarks: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  start,
  rest,
  sync,
  conflicts,
  outbox,
  photos,
  pollers,
  disk,
  lists,
  exports,
  mirror,
  web,
};
