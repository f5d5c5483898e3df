/** What waits to be settled, as the server lists it. */
import type { Rest } from '../base/attempt.ts';

export type Conflict = Awaited<ReturnType<Rest['listConflicts']>>['data'][number];
export type Refused = Awaited<ReturnType<Rest['listRefused']>>['data'][number];
