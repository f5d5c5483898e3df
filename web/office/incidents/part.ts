/** What each part of an incident's screen is given. */
import type { Rest } from '../base/attempt.ts';
import { rest } from '../base/server.ts';

export type Read = Awaited<ReturnType<Rest['getIncident']>>;

export interface IncidentPart {
  readonly incident: Read;
  readonly again: () => void;
}

/** As it is now, for a form that was written over an older one. */
export function readAgain({ id }: Read): Promise<Read> {
  return rest.getIncident({ incident: id });
}
