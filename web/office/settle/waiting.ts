/** What waits to be settled, as the server lists it. */
import type { rest } from '../base/server.ts';

export type Conflict = Awaited<ReturnType<typeof rest.listConflicts>>['data'][number];
export type Refused = Awaited<ReturnType<typeof rest.listRefused>>['data'][number];
