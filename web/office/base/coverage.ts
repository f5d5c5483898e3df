/** A document with who is briefed on it, as the server counts. */
import type { rest } from './server.ts';

export type Coverage = Awaited<ReturnType<typeof rest.listCoverage>>['data'][number];
