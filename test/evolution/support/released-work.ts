/** Work of a day that touches every replicated kind by every kind of command; made once at each release, and kept as it was then. */
import type { Command } from '../../../shared/model/command.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { act, create, patch } from '../../kit/bare-device.ts';

/** Of the world in which it was done; its admin token follows from it. */
export const releaseSeed = 7;

export interface Work {
  readonly documentId: string;
  readonly commands: readonly Command[];
}

const issuer = { name: 'Sinéad Gallagher' };
const holder = { name: 'Rhys Morgan' };
const rated = { severity_before: 5, likelihood_before: 3, severity_after: 4, likelihood_after: 2 };

/** Every command is taken by a fresh server, in this order. */
export function workOf(newId: () => string): Work {
  const ids = Object.fromEntries(
    [
      'project',
      'site',
      'document',
      'section',
      'hazard',
      'spare',
      'coshh',
      'personnel',
      'crew_member',
      'worker',
      'incident',
      'permit',
    ].map((name) => [name, newId()]),
  ) as Readonly<Record<string, string>>; // just made
  const id = (name: string): string => ids[name] ?? '';
  const within = (kind: string, fields: JsonObject): Command =>
    create(kind, id(kind), { document_id: id('document'), ...fields });
  const commands: Command[] = [
    create('project', id('project'), {
      name: 'Halden Lane Block C',
      reference: 'HLC-014',
      client_name: 'Northgate Homes',
    }),
    create('site', id('site'), {
      project_id: id('project'),
      name: 'Block C',
      address: '1 Quay Street',
      postcode: 'M1 1AA',
    }),
    create('document', id('document'), { title: 'Glulam lift', document_type: 'rams', project_id: id('project') }),
    within('section', { title: 'Sequence of work', section_type: 'custom', body: '1. Sling the beam.' }),
    within('hazard', { name: 'Falling load', ...rated, controls: [{ description: 'Exclusion zone' }] }),
    create('hazard', id('spare'), { document_id: id('document'), name: 'Noise' }),
    within('coshh', { substance_name: 'Epoxy resin' }),
    within('personnel', { name: 'Nathan Okoro', role: 'supervisor' }),
    within('crew_member', { name: 'Kyle Bennett' }),
    create('worker', id('worker'), { name: 'Jan Nowak', mobile: '07700 900202', trade: 'Rigger' }),
    create('incident', id('incident'), {
      incident_type: 'near_miss',
      occurred_at: '2026-11-21T05:30:00.000Z',
      location: 'Level 6 north edge',
      description: 'A panel slipped in its cradle and was caught by the second strap.',
      project_id: id('project'),
    }),
    patch('project', id('project'), { client_name: 'Northgate' }, { client_name: 'Northgate Homes' }),
    patch('site', id('site'), { access_notes: 'Gate 2' }, { access_notes: null }),
    patch('document', id('document'), { title: 'Glulam beam lift' }, { title: 'Glulam lift' }),
    patch('section', id('section'), { body: '1. Sling.\n2. Lift.' }, { body: '1. Sling the beam.' }),
    patch('hazard', id('hazard'), { likelihood_before: 4 }, { likelihood_before: 3 }),
    patch('coshh', id('coshh'), { substance_name: 'Epoxy hardener' }, { substance_name: 'Epoxy resin' }),
    patch('personnel', id('personnel'), { name: 'N. Okoro' }, { name: 'Nathan Okoro' }),
    patch('worker', id('worker'), { trade: 'Slinger' }, { trade: 'Rigger' }),
    { op: 'remove', kind: 'hazard', id: id('spare'), base_rev: 1 },
    create('permit', id('permit'), {
      permit_type: 'hot_work',
      location: 'Level 9 plant deck',
      valid_from: '2026-11-21T06:00:00.000Z',
      valid_to: '2026-11-21T15:00:00.000Z',
    }),
    patch('permit', id('permit'), { location: 'Level 9' }, { location: 'Level 9 plant deck' }),
    act('permit', id('permit'), 'request', { at: '2026-11-21T06:10:00.000Z', by: holder }),
    act('permit', id('permit'), 'authorise', { at: '2026-11-21T06:40:00.000Z', by: issuer }),
    act('document', id('document'), 'submit_review', { notes: 'Ready.' }),
    act('document', id('document'), 'approve'),
  ];
  return { documentId: id('document'), commands };
}

/** Two edits of one field by people who did not see each other's: the second leaves a conflict. */
export function quarrel(projectId: string): readonly Command[] {
  return [
    patch('project', projectId, { name: 'Block C east' }, { name: 'Halden Lane Block C' }),
    patch('project', projectId, { name: 'Block C west' }, { name: 'Halden Lane Block C' }),
  ];
}

/** By what a device of that day was told of the version. */
export function signoffOf(newId: () => string, documentId: string, contentHash: string, ink: JsonObject): Command {
  return create('signoff', newId(), {
    document_id: documentId,
    document_version: 1,
    content_hash: contentHash,
    worker: { name: 'Jan Nowak', language: 'pl-PL' },
    signature: ink,
    capture: {
      method: 'shared_device',
      device_id: 'tablet-1',
      clock_confidence: 'offset_known',
      identity_assurance: 'supervisor_attested',
    },
  });
}
