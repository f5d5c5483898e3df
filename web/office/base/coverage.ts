/** A document with who is briefed on it, as the server counts. */
import type { Rest } from './attempt.ts';

export type Coverage = Awaited<ReturnType<Rest['listCoverage']>>['data'][number];
