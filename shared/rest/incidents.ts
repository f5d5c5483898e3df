/** Rows of the endpoint table: incidents and near-misses (contract, Incidents). */
import * as z from 'zod';
import { incident } from '../resources/incident/incident.ts';
import { incidentActionTable } from '../resources/incident/actions.ts';
import { incidentTypes, riddorCategories } from '../resources/incident/shape.ts';
import { incidentStatuses } from '../resources/incident/states.ts';
import {
  acts,
  anyId,
  anyOf,
  merges,
  creates,
  type Endpoint,
  ownId,
  paged,
  reads,
  readRow,
  since,
  sortable,
} from './endpoint.ts';
import { listOf, recordReply, schemaOf } from './shapes.ts';

const fields = schemaOf(incident).omit({ status: true, notes: true, closed_at: true });
const incidentReply = recordReply(schemaOf(incident)).extend({
  riddor_suggested: z.enum(riddorCategories).nullable(),
  riddor_due_on: z.iso.date().nullable(),
  created_by: z.string().nullable(),
});

const action = { ...acts, permission: 'incidents:manage', reply: incidentReply } as const;

export const incidentEndpoints = {
  listIncidents: {
    ...reads,
    path: '/api/v1/incidents',
    permission: 'incidents:read',
    summary: 'Lists incidents, newest first; with updated_since those changed since then, in the order of the change.',
    query: z.object({
      status: anyOf(incidentStatuses),
      incident_type: anyOf(incidentTypes),
      project_id: anyId,
      site_id: anyId,
      updated_since: since,
      ...sortable,
      ...paged,
    }),
    reply: listOf(incidentReply),
  },
  createIncident: {
    ...creates,
    path: '/api/v1/incidents',
    permission: 'incidents:write',
    summary: 'Reports an incident, a near-miss or an observation; with "anonymous": true its reporter is not named.',
    fields,
    body: z.object(ownId),
    reply: incidentReply,
    emits: ['incident.reported'],
  },
  getIncident: readRow(
    '/api/v1/incidents/{incident}',
    'incidents:read',
    'Reads an incident; details of injured persons need the permission to manage incidents.',
    incidentReply,
  ),
  updateIncident: {
    ...merges,
    path: '/api/v1/incidents/{incident}',
    permission: 'incidents:manage',
    summary: 'Changes the fields that are sent, until the incident is closed; null clears one.',
    fields: fields.omit({ reference: true, reported_at: true, reported_by: true, anonymous: true }).partial(),
    reply: incidentReply,
  },
  triageIncident: {
    ...action,
    path: '/api/v1/incidents/{incident}/triage',
    summary: 'Triages an incident: its severity, and whether it is reportable to the HSE.',
    fields: incidentActionTable.triage.args(),
  },
  investigateIncident: {
    ...action,
    path: '/api/v1/incidents/{incident}/investigate',
    summary: 'Starts or resumes the investigation.',
    fields: incidentActionTable.investigate.args(),
  },
  planIncidentActions: {
    ...action,
    path: '/api/v1/incidents/{incident}/plan-actions',
    summary: 'Records the findings and the actions, with owners and due dates.',
    fields: incidentActionTable.plan_actions.args(),
  },
  closeIncident: {
    ...action,
    path: '/api/v1/incidents/{incident}/close',
    summary: 'Closes an incident whose actions are done; after that only notes can be added.',
    fields: incidentActionTable.close.args(),
  },
  addIncidentNote: {
    ...action,
    path: '/api/v1/incidents/{incident}/notes',
    permission: 'incidents:write',
    summary: 'Adds a note signed by its author, also to a closed incident.',
    fields: incidentActionTable.note.args(),
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
