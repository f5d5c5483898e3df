/** Reporting an incident from a device, offline or not: three answers are enough, and nobody is asked for names (contract, Incidents). */
import type { Incident } from '../../shared/resources/incident/shape.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Mutator, MutatorContext } from './mutator.ts';
import { isoTime } from '../base/clock.ts';

type Facts = Omit<Incident, 'status' | 'notes' | 'closed_at'>;

/** What happened, where, on which project; the time is now unless it is said. */
export interface ReportArguments extends Partial<Facts> {
  readonly project_id: string;
  readonly location: string;
  /** At least 20 characters. */
  readonly description: string;
}

/** The new incident's id; it is stored when this resolves. Throws `validation_failed`, `reference_unknown`. */
export async function reportIncident(
  request: ReportArguments,
  { clock }: MutatorContext,
  mutator: Mutator,
): Promise<string> {
  // By the server's clock as far as it is known: a tablet may be days off.
  const now = isoTime(clock.now() - (clock.offsetMs() ?? 0));
  // JSON through and through, but for members without a value, which count as not given.
  const fields = { occurred_at: now, reported_at: now, ...request } as unknown as JsonObject;
  return mutator.create('incident', fields);
}
