/** Every kind of change, as REST and as push say it, on twin records: what one door does to the first, the other does to the second. */
import type { JsonObject } from '../../../shared/base/json.ts';
import type { Command } from '../../../shared/model/command.ts';
import { resources, type Kind } from '../../../shared/resources/index.ts';
import { endpoints } from '../../../shared/rest/rest.ts';
import type { Endpoint } from '../../../shared/rest/endpoint.ts';

export interface Twin {
  readonly project: string | null;
  /** The record of each kind that changes are tried on; a kind without one gets an id that nobody has. */
  readonly ids: Readonly<Partial<Record<Kind, string>>>;
  /** An approved document, which can be signed. */
  readonly approved: string;
}

export interface Probe {
  /** `kind op`, or `kind action`. */
  readonly name: string;
  readonly command: Command;
  /** Null where REST has no such endpoint. */
  readonly rest: { readonly method: string; readonly path: string; readonly body?: JsonObject } | null;
}

const collections: Readonly<Partial<Record<Kind, string>>> = {
  project: 'projects',
  site: 'sites',
  document: 'documents',
  section: 'documents/{document}/sections',
  hazard: 'documents/{document}/hazards',
  coshh: 'documents/{document}/coshh',
  personnel: 'documents/{document}/personnel',
  signoff: 'signoffs',
  export: 'exports',
  contractor: 'contractors',
  submission: 'submissions',
  permit: 'permits',
  worker: 'workers',
  incident: 'incidents',
  user: 'users',
  conflict: 'conflicts',
};

/** Where the last segment is not the action's name. */
const segments: Readonly<Record<string, string>> = { reinvite: 'resend-invitation', note: 'notes' };

/** The field that a change tries; elsewhere the name. */
const edited: Readonly<Partial<Record<Kind, string>>> = {
  document: 'title',
  section: 'title',
  coshh: 'substance_name',
  permit: 'location',
  incident: 'description',
};

const reason = 'Tried at both doors alike.';

/** Arguments by which an action succeeds where it may. */
const argsOf: Readonly<Record<string, JsonObject>> = {
  'signoff void': { reason },
  'document reject': { reason, comments: reason },
  'document discard': { reason },
  'permit suspend': { reason },
  'permit cancel': { reason },
  'permit accept': { by: { name: 'Rhys Morgan' } },
  'permit resume': { revalidated_checks: ['Air'] },
  'permit record_isolation': { system: 'Pump 1' },
  'permit record_gas_test': { o2_percent: 20.9 },
  'incident note': { text: reason },
};

export function setOf(kind: Kind, { project, ids, approved }: Twin): JsonObject {
  const place = { project_id: project };
  const entry = { document_id: ids.document ?? null };
  const sets: Readonly<Partial<Record<Kind, JsonObject>>> = {
    project: { name: 'Harrow Lane' },
    site: { name: 'Gate 1', address: 'Harrow Lane 1', ...place },
    document: { title: 'Glulam lift', document_type: 'rams', ...place },
    section: { ...entry, title: 'Sequence', type: 'custom' },
    hazard: { ...entry, name: 'Falling load' },
    coshh: { ...entry, substance_name: 'Resin' },
    personnel: { ...entry, name: 'Ewa Nowak', role: 'supervisor' },
    signoff: {
      document_id: approved,
      worker: { name: 'Ewa Nowak' },
      capture: { method: 'api', clock_confidence: 'unverified', identity_assurance: 'none' },
    },
    // In a format that does not exist: an export that is accepted is rendered, which takes long.
    export: { document_id: approved, format: 'odt' },
    contractor: { name: 'Keller Ltd' },
    permit: { permit_type: 'general', valid_from: '2026-11-21T08:00:00Z', valid_to: '2026-11-21T18:00:00Z', ...place },
    worker: { name: 'Ewa Nowak' },
    incident: {
      incident_type: 'near_miss',
      description: 'A sling slipped off the hook.',
      severity: 'low',
      location: 'Gate 1',
      occurred_at: '2026-11-21T08:30:00Z',
      ...place,
    },
    user: { name: 'Tom Ashworth', role: 'viewer' },
  };
  return sets[kind] ?? {};
}

/** @param newId one for each call */
export function probesOf(twin: Twin, newId: () => string): Probe[] {
  const kinds = Object.keys(resources) as Kind[]; // the keys of the registry
  return kinds.flatMap((kind) => {
    const id = twin.ids[kind] ?? newId();
    const at = collections[kind]?.replace('{document}', twin.ids.document ?? '');
    const made = newId();
    const set = setOf(kind, twin);
    const edit = { [edited[kind] ?? 'name']: 'Edited at both doors' };
    const rest = (method: string, path: string, body?: JsonObject): Probe['rest'] =>
      at && hasEndpoint(method, `${collections[kind]}${path && '/{id}'}${path.replace(/^\/[^/]+/, '')}`)
        ? { method, path: `/api/v1/${at}${path}`, ...(body ? { body } : {}) }
        : null;
    const { document_id: _document, ...own } = set;
    const creation: Probe['rest'] =
      kind === 'signoff'
        ? { method: 'POST', path: `/api/v1/documents/${twin.approved}/signoffs`, body: { id: made, ...own } }
        : kind === 'export'
          ? { method: 'POST', path: `/api/v1/documents/${twin.approved}/export`, body: { format: 'odt' } }
          : rest('POST', '', { id: made, ...own });
    return [
      { name: `${kind} create`, command: { op: 'create', kind, id: made, set }, rest: creation },
      { name: `${kind} patch`, command: { op: 'patch', kind, id, set: edit }, rest: rest('PUT', `/${id}`, edit) },
      ...Object.keys(resources[kind].actions).map((action): Probe => {
        const name = `${kind} ${action}`;
        const args = argsOf[name] ?? {};
        const segment = segments[action] ?? action.replaceAll('_', '-');
        return { name, command: { op: 'act', kind, id, action, args }, rest: rest('POST', `/${id}/${segment}`, args) };
      }),
      // The document's own archiving is an action.
      {
        name: `${kind} remove`,
        command: { op: 'remove', kind, id },
        rest: kind === 'project' ? null : rest('DELETE', `/${id}`),
      },
    ];
  });
}

const known = new Set(
  Object.values<Endpoint>(endpoints).map(
    ({ method, path }) =>
      `${method} ${path.replace('/api/v1/', '').replaceAll(/\{(?!document\}\/(?:sections|hazards|coshh|personnel))\w+\}/g, '{id}')}`,
  ),
);

function hasEndpoint(method: string, path: string): boolean {
  return known.has(`${method} ${path}`);
}
