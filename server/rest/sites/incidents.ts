/** Incidents: reports, what each reader may see of them, and their actions (contract, Incidents). */
import type * as z from 'zod';
import { anonymousId, type Actor } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { incidentEndpoints } from '../../../shared/rest/incidents.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { present, seenBy } from '../../../shared/present.ts';
import { recordEndpoints } from '../request/record-endpoints.ts';

const reply = incidentEndpoints.getIncident.reply;
const incidents = recordEndpoints('incident', 'incidents', showIncident);

export const { create: createIncident, get: getIncident, update: updateIncident } = incidents;
export const triageIncident = incidents.act('triage');
export const investigateIncident = incidents.act('investigate');
export const planIncidentActions = incidents.act('plan_actions');
export const closeIncident = incidents.act('close');
export const addIncidentNote = incidents.act('note');

export const listIncidents: Handler<'listIncidents'> = async (request, context) => {
  const { status, incident_type: type, project_id, site_id } = request.query;
  const filters = { status, type, project_id, site_id };
  return {
    body: await listed(request, context, 'incident', filters, (record) => showIncident(record, request.actor)),
  };
};

/** An anonymous report has no author. */
function showIncident(record: StoredRecord, actor: Actor): z.output<typeof reply> {
  const author = record.created_by === anonymousId ? null : record.created_by;
  return present(reply, seenBy(actor, record), { created_by: author });
}
