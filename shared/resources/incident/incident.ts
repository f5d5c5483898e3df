/**
 * Incident: an accident, near miss or observation as its reporter saw it (contract, Incidents). It may be reported offline and anonymously.
 * Only those who manage incidents may change the reported facts, and only until it is closed.
 */
import { may } from '../../model/access.ts';
import type { DomainEvent } from '../../model/event.ts';
import type { Notice } from '../../model/notice.ts';
import { Problem } from '../../model/problem.ts';
import { defineResource, type Change, type World } from '../../model/resource.ts';
import { existing } from '../belongs.ts';
import { incidentActionTable } from './actions.ts';
import { derivedIncident } from './riddor.ts';
import { incidentFields, isCritical, type Incident, personalDetails } from './shape.ts';
import { advanceIncident } from './states.ts';

export const incident = defineResource({
  kind: 'incident',
  permission: 'incidents:write',
  readPermission: 'incidents:read',
  // Details of injured people are visible only to those who manage incidents.
  confidential: {
    permission: 'incidents:manage',
    fields: { injured_persons: personalDetails },
  },
  replicates: true,
  takenAfterMove: true,
  fields: incidentFields,
  urgency: { rank: 0 },
  retention: { evidence: true },
  columns: (body) => ({
    project_id: body.project_id,
    site_id: body.site_id,
    status: body.status,
    type: body.incident_type,
  }),
  needsSite: ({ status, site_id: site, project_id: project, reference }) =>
    status === 'closed' ? null : { site, project, name: reference ?? 'an incident' },
  reads: (body) => ({ ids: [body.project_id, body.site_id, body.document_id] }),
  admit: (before, after, world) => {
    if (before) {
      if (!may(world.actor, 'incidents:manage'))
        throw new Problem('forbidden', 'Only users who manage incidents may change a reported incident.', {
          members: { permission: 'incidents:manage' },
        });
      advanceIncident(before.status, 'edit');
    }
    if (before) {
      requirePlace(before, after, world);
      return after;
    }
    const placed = world.origin === 'sync' ? placeOfSite(after, world) : after;
    requirePlace(null, placed, world);
    return reported(placed, world);
  },
  actions: incidentActionTable,
  authorless: (body) => body.anonymous,
  derive: derivedIncident,
  events: (change) => (change.op === 'create' && change.after ? [reportedEvent(change.id, change.after)] : []),
  notices: (change) => noticesOf(change),
});

/**
 * A report of a device goes to wherever its site is now. Where the office has moved site or document out of the sight of a tablet, it leaves
 * them out: it is evidence, and says in words where it was.
 */
function placeOfSite(after: Incident, world: World): Incident {
  const isMoved = (id: unknown): boolean => !world.isReplica && !!world.actor.projects && !world.record(String(id));
  const site = after.site_id ? world.record(after.site_id) : undefined;
  return {
    ...after,
    ...(site && { project_id: String(site.body['project_id']) }),
    ...(after.site_id && isMoved(after.site_id) && { site_id: null }),
    ...(after.document_id && isMoved(after.document_id) && { document_id: null }),
  };
}

/**
 * Project, site and document exist, and the site belongs to the project. A closed project still accepts incidents, and a tablet records one
 * that was begun where it worked until it was moved.
 */
function requirePlace(before: Incident | null, after: Incident, world: World): void {
  const isHere = world.record(after.project_id) && (!after.site_id || world.record(after.site_id));
  if (!before && world.isReplica && !isHere) return;
  const ofSite = after.site_id ? world.record(after.site_id)?.body['project_id'] : null;
  if (after.project_id !== before?.project_id && after.project_id !== ofSite)
    existing(world, after.project_id, 'project', 'project_id');
  if (after.document_id && after.document_id !== before?.document_id)
    existing(world, after.document_id, 'document', 'document_id');
  if (!after.site_id || (after.site_id === before?.site_id && after.project_id === before.project_id)) return;
  const site = existing(world, after.site_id, 'site', 'site_id');
  if (site.body['project_id'] !== after.project_id)
    throw new Problem('reference_unknown', 'The site belongs to another project.', {
      errors: [{ pointer: '#/site_id', code: 'reference_unknown', detail: 'must be a site of the project' }],
    });
}

/** An anonymous report contains no name, even if the caller sent one. */
function reported(after: Incident, world: World): Incident {
  const me = world.author.id ? { id: world.author.id, name: world.author.name } : null;
  return {
    ...after,
    reference: after.reference ?? nextReference(after, world),
    reported_at: after.reported_at ?? world.now,
    reported_by: after.anonymous ? null : (after.reported_by ?? me),
  };
}

/** `INC-2026-0031`: the year of the incident and a unique number. Assigned by the server, never by a device. */
function nextReference({ occurred_at: at }: Incident, world: World): string | null {
  const number = world.serial();
  return number === null ? null : `INC-${at.slice(0, 4)}-${String(number).padStart(4, '0')}`;
}

/** Contains no names: only those who may read the incident see them. */
function reportedEvent(id: string, body: Incident): DomainEvent {
  return {
    name: 'incident.reported',
    resourceId: id,
    data: {
      incident_id: id,
      reference: body.reference ?? null,
      incident_type: body.incident_type ?? null,
      project_id: body.project_id,
      site_id: body.site_id ?? null,
      potential_severity: body.potential_severity ?? null,
      occurred_at: body.occurred_at,
    },
  };
}

function noticesOf({ id, op, after, world }: Change<Incident>): Notice[] {
  if (op !== 'create' || !after) return [];
  const what = sentence(after.incident_type ?? 'incident');
  const project = world.record(after.project_id)?.body['name'];
  const positive = after.incident_type === 'positive_observation';
  return [
    {
      type: 'incident_reported',
      severity: isCritical(after) ? 'critical' : positive ? 'info' : 'action',
      subject: `${what} reported${typeof project === 'string' ? ` on ${project}` : ''}`,
      body: `${after.reference ?? what}: ${after.location}${after.potential_severity ? `, potential severity ${after.potential_severity} of 5` : ''}.`,
      resourceType: 'incident',
      resourceId: id,
      projectId: after.project_id,
      to: { permission: 'incidents:write' },
      dedupeKey: `incident_reported ${id}`,
    },
  ];
}

/** `near_miss` → `Near miss`. */
function sentence(word: string): string {
  const spaced = word.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
