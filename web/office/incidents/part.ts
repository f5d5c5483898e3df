/** What each part of an incident's screen is given. */
import type { rest } from '../base/server.ts';

export type Read = Awaited<ReturnType<typeof rest.getIncident>>;

export interface IncidentPart {
  readonly incident: Read;
  readonly again: () => void;
}
