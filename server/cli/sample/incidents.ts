/** Incidents: each is created and taken to its state step by step. A second load takes only the missing steps. */
import { isJsonObject, type JsonObject } from '../../../shared/base/json.ts';
import type { Api } from '../api.ts';
import type { Loader, Outcome } from './loader.ts';

import { sentRecord, type SampleRecord } from './sent.ts';

export async function loadIncidents({ api, tell }: Loader, incidents: readonly SampleRecord[]): Promise<void> {
  for (const incident of incidents) tell(`incident ${String(incident['reference'])} … ${await load(api, incident)}`);
}

async function load(api: Api, incident: SampleRecord): Promise<Outcome> {
  const path = `/incidents/${incident.id}`;
  const what = `incident ${String(incident['reference'])}`;
  const found = await api.read(path);
  const { status: _status, closed_at: closedAt = null, ...sent } = sentRecord(incident);
  let current = found ?? (await api.write('POST', '/incidents', what, sent));
  const way = wayTo(incident);
  const from = way.findIndex(({ status }) => status === current['status']);
  // In any other state people have changed it: leave it alone.
  const steps = from < 0 ? [] : way.slice(from + 1);
  for (const { action } of steps) {
    const body: JsonObject = action === 'close' && closedAt !== null ? { closed_at: closedAt } : {};
    current = await api.write('POST', `${path}/${action}`, `${what} (${action})`, body);
  }
  return found && steps.length === 0 ? 'already there' : 'ok';
}

/** The states up to the one in the file, each with the action that leads there. */
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
