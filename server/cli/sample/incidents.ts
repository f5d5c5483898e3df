/** Incidents: each is reported and then taken to the state of its file. */
import { isJsonObject } from '../../../shared/base/json.ts';
import { sentRecord, type History, type SampleRecord } from './loader.ts';

export function incidentHistory(incident: SampleRecord): History {
  const { id, status, investigation, closed_at } = incident;
  const { id: _, status: _status, closed_at: _closed, ...set } = sentRecord(incident);
  const inquiry = isJsonObject(investigation) ? investigation : null;
  const hasActions = Array.isArray(inquiry?.['actions']) && inquiry['actions'].length > 0;
  const way = [
    ['reported', null, {}],
    ['triaged', 'triage', {}],
    ...(inquiry ? ([['investigating', 'investigate', {}]] as const) : []),
    ...(hasActions ? ([['actions_open', 'plan_actions', {}]] as const) : []),
    ['closed', 'close', { closed_at }],
  ] as const;
  const steps = way.slice(1, way.findIndex(([state]) => state === status) + 1);
  return { kind: 'incident', id, set, acts: steps.map(([, action, args]) => [String(action), args]) };
}
