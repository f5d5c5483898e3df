/** Incidents: reports, what is shown of them to whom, and the actions of their life (contract, Incidents). */
import type * as z from 'zod';
import { anonymousId, type Actor } from '../../../shared/model/access.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import type { IncidentAction } from '../../../shared/resources/incident/states.ts';
import { incidentEndpoints } from '../../../shared/rest/incidents.ts';
import { commit } from '../../commit/commit.ts';
import type { HandlerResult, HandlerRequest, Handler } from '../request/handler-request.ts';
import { create, patch } from '../request/change.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { listed } from '../request/lists.ts';
import { present, seenBy } from '../request/present.ts';

const reply = incidentEndpoints.getIncident.reply;
type Shown = z.output<typeof reply>;

export const listIncidents: Handler<'listIncidents'> = async ({ actor, query }, context) => {
  const { status, incident_type: type, project_id, site_id, updated_since: updatedSince } = query;
  const order = updatedSince === undefined ? 'created_at desc' : 'updated_at';
  const request = { kind: 'incident', filters: { status, type, project_id, site_id }, updatedSince, order } as const;
  return { body: await listed(context, actor, request, query, (record) => show(actor, record)) };
};

export const createIncident: Handler<'createIncident'> = async (call, context) => {
  const { record, status } = await create(call, context, 'incident', call.fields, call.body.id);
  return { ...answer(call, record), status, location: `/api/v1/incidents/${record.id}` };
};

export const getIncident: Handler<'getIncident'> = async (call, context) => answer(call, await named(call, context));

export const updateIncident: Handler<'updateIncident'> = async (call, context) =>
  answer(call, await patch(call, context, await named(call, context), call.fields));

export const triageIncident = act('triage');
export const investigateIncident = act('investigate');
export const planIncidentActions = act('plan_actions');
export const closeIncident = act('close');
export const addIncidentNote = act('note');

type OfIncident = HandlerRequest<{ readonly incident: string }>;

function act(action: IncidentAction) {
  return async (call: OfIncident, context: RestContext): Promise<HandlerResult<Shown>> => {
    const before = await named(call, context);
    await commit(context.commitContext, call.author, [
      { op: 'act', kind: 'incident', id: before.id, action, args: call.fields, ...call.guard(before) },
    ]);
    return answer(call, await named(call, context));
  };
}

function named({ actor, params }: OfIncident, context: RestContext): Promise<StoredRecord> {
  return find(context.store.db, actor.organisationId, 'incident', params.incident);
}

function answer(
  { actor }: Pick<HandlerRequest, 'actor'>,
  record: StoredRecord,
): HandlerResult<Shown> & { readonly body: Shown } {
  return { body: show(actor, record), revision: record.rev };
}

function show(actor: Actor, record: StoredRecord): Shown {
  const author = record.created_by === anonymousId ? null : record.created_by;
  return present(reply, seenBy(actor, record), { created_by: author });
}
