/** Reports an incident, also offline: three answers are enough, and no names are asked for (contract, Incidents). */
import type { Incident } from '../../shared/resources/incident/shape.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { Mutator, MutatorContext } from './mutator.ts';
import { correctedNow, isoTime } from '../base/clock.ts';

type Facts = Omit<Incident, 'status' | 'notes' | 'closed_at'>;

/** The time is now unless it is given. */
export interface ReportArguments extends Partial<Facts> {
  /** Of the incident. Reported again with the same one, it is one incident. */
  readonly id?: string;
  readonly project_id: string;
  readonly location: string;
  /** What happened. */
  readonly description: string;
}

/** Returns the incident's id once it is stored. Throws `validation_failed`, `reference_unknown`. */
export async function reportIncident(
  request: ReportArguments,
  { clock }: MutatorContext,
  mutator: Mutator,
): Promise<string> {
  // Server time: a tablet's clock may be days off.
  const now = isoTime(correctedNow(clock));
  // JSON, except for undefined members, which count as not given.
  const fields = { occurred_at: now, reported_at: now, ...request } as unknown as JsonObject;
  try {
    return await mutator.create('incident', fields);
  } catch (error) {
    if (request.id !== undefined && error instanceof Problem && error.code === 'id_conflict') return request.id;
    throw error;
  }
}
