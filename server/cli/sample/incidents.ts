/**
 * The incidents of the sample, each walked to the state it has there. Looks before each step, so that a second walk does only what is
 * still to do, and leaves alone what people have done since.
 */
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import type { Door } from './door.ts';
import { sentRecord, type SampleRecord } from './sent.ts';

export async function loadIncidents(
  door: Door,
  incidents: readonly SampleRecord[],
  tell: (line: string) => void,
): Promise<void> {
  for (const incident of incidents) tell(`incident ${String(incident['reference'])} … ${await load(door, incident)}`);
}

async function load(door: Door, incident: SampleRecord): Promise<'ok' | 'already there'> {
  const path = `/incidents/${incident.id}`;
  const what = `incident ${String(incident['reference'])}`;
  const found = await door.read(path);
  const { status: _status, closed_at: closedAt = null, ...sent } = sentRecord(incident);
  let standing = found ?? (await door.write('POST', '/incidents', what, sent));
  const way = wayTo(incident);
  const from = way.findIndex(({ status }) => status === standing['status']);
  // Somewhere else: people have been at work.
  const steps = from < 0 ? [] : way.slice(from + 1);
  for (const { action } of steps) {
    const body: JsonObject = action === 'close' && closedAt !== null ? { closed_at: closedAt } : {};
    standing = await door.write('POST', `${path}/${action}`, `${what} (${action})`, body);
  }
  return found && steps.length === 0 ? 'already there' : 'ok';
}

/** The states on the way to the one that it has in the sample, each with the action that leads there. */
function wayTo({ status: last, investigation }: SampleRecord): readonly { status: string; action: string }[] {
  const inquiry = isJsonObject(investigation) ? investigation : null;
  const hasActions = Array.isArray(inquiry?.['actions']) && inquiry['actions'].length > 0;
  const way = [
    { status: 'reported', action: '' },
    { status: 'triaged', action: 'triage' },
    ...(inquiry ? [{ status: 'investigating', action: 'investigate' }] : []),
    ...(hasActions ? [{ status: 'actions_open', action: 'plan-actions' }] : []),
    { status: 'closed', action: 'close' },
  ];
  return way.slice(0, way.findIndex(({ status }) => status === last) + 1);
}
