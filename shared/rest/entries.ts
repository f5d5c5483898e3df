/** Rows of the endpoint table: the entries of a document, five operations for each kind (interface section 4.5). */
import * as z from 'zod';
import { changes, complete, creates, type Endpoint, ownId, removes } from './endpoint.ts';
import {
  coshhFields,
  coshhReply,
  hazardFields,
  hazardReply,
  listOf,
  personnelFields,
  personnelReply,
  sectionFields,
  sectionReply,
} from './shapes.ts';

const read = {
  method: 'GET',
  permission: 'documents:read',
  query: z.object(complete),
  status: 200,
  emits: [],
} as const;
const { query: _lists, ...one } = read;
const write = { permission: 'documents:write', emits: ['document.updated'] } as const;
/** A new entry comes last unless `position` is given. */
const placed = z.object({ ...ownId, position: z.int().positive().optional() });
const order = z.object({ order: z.array(z.uuid().toLowerCase()).max(2000) });

export const entryEndpoints = {
  listSections: {
    ...read,
    path: '/api/v1/documents/{document}/sections',
    summary: 'Lists the sections of a document in their order.',
    reply: listOf(sectionReply),
  },
  createSection: {
    ...creates,
    ...write,
    path: '/api/v1/documents/{document}/sections',
    summary: 'Adds a section to a draft.',
    fields: sectionFields,
    body: placed,
    reply: sectionReply,
  },
  reorderSections: {
    ...changes,
    ...write,
    path: '/api/v1/documents/{document}/sections/reorder',
    summary: 'Puts the sections of a draft into the order of the ids, each named exactly once.',
    body: order,
    guardedBy: 'document',
    reply: listOf(sectionReply),
  },
  getSection: {
    ...one,
    path: '/api/v1/documents/{document}/sections/{id}',
    summary: 'Reads one section of a document.',
    reply: sectionReply,
  },
  updateSection: {
    ...changes,
    ...write,
    path: '/api/v1/documents/{document}/sections/{id}',
    summary: 'Changes the fields that are sent; null clears one.',
    fields: sectionFields.partial(),
    reply: sectionReply,
  },
  removeSection: {
    ...removes,
    ...write,
    path: '/api/v1/documents/{document}/sections/{id}',
    summary: 'Removes a section from a draft.',
  },
  listHazards: {
    ...read,
    path: '/api/v1/documents/{document}/hazards',
    summary: 'Lists the hazards of a document in their order.',
    reply: listOf(hazardReply),
  },
  createHazard: {
    ...creates,
    ...write,
    path: '/api/v1/documents/{document}/hazards',
    summary: 'Adds a hazard to a draft.',
    fields: hazardFields,
    body: placed,
    reply: hazardReply,
  },
  reorderHazards: {
    ...changes,
    ...write,
    path: '/api/v1/documents/{document}/hazards/reorder',
    summary: 'Puts the hazards of a draft into the order of the ids, each named exactly once.',
    body: order,
    guardedBy: 'document',
    reply: listOf(hazardReply),
  },
  getHazard: {
    ...one,
    path: '/api/v1/documents/{document}/hazards/{id}',
    summary: 'Reads one hazard of a document.',
    reply: hazardReply,
  },
  updateHazard: {
    ...changes,
    ...write,
    path: '/api/v1/documents/{document}/hazards/{id}',
    summary: 'Changes the fields that are sent; null clears one.',
    fields: hazardFields.partial(),
    reply: hazardReply,
  },
  removeHazard: {
    ...removes,
    ...write,
    path: '/api/v1/documents/{document}/hazards/{id}',
    summary: 'Removes a hazard from a draft.',
  },
  listCoshhAssessments: {
    ...read,
    path: '/api/v1/documents/{document}/coshh',
    summary: 'Lists the COSHH assessments of a document in their order.',
    reply: listOf(coshhReply),
  },
  createCoshhAssessment: {
    ...creates,
    ...write,
    path: '/api/v1/documents/{document}/coshh',
    summary: 'Adds a COSHH assessment to a draft.',
    fields: coshhFields,
    body: placed,
    reply: coshhReply,
  },
  getCoshhAssessment: {
    ...one,
    path: '/api/v1/documents/{document}/coshh/{id}',
    summary: 'Reads one COSHH assessment of a document.',
    reply: coshhReply,
  },
  updateCoshhAssessment: {
    ...changes,
    ...write,
    path: '/api/v1/documents/{document}/coshh/{id}',
    summary: 'Changes the fields that are sent; null clears one.',
    fields: coshhFields.partial(),
    reply: coshhReply,
  },
  removeCoshhAssessment: {
    ...removes,
    ...write,
    path: '/api/v1/documents/{document}/coshh/{id}',
    summary: 'Removes a COSHH assessment from a draft.',
  },
  listPersonnel: {
    ...read,
    path: '/api/v1/documents/{document}/personnel',
    summary: 'Lists the personnel of a document in their order.',
    reply: listOf(personnelReply),
  },
  createPersonnelEntry: {
    ...creates,
    ...write,
    path: '/api/v1/documents/{document}/personnel',
    summary: 'Adds a personnel entry to a draft.',
    fields: personnelFields,
    body: placed,
    reply: personnelReply,
  },
  getPersonnelEntry: {
    ...one,
    path: '/api/v1/documents/{document}/personnel/{id}',
    summary: 'Reads one personnel entry of a document.',
    reply: personnelReply,
  },
  updatePersonnelEntry: {
    ...changes,
    ...write,
    path: '/api/v1/documents/{document}/personnel/{id}',
    summary: 'Changes the fields that are sent; null clears one.',
    fields: personnelFields.partial(),
    reply: personnelReply,
  },
  removePersonnelEntry: {
    ...removes,
    ...write,
    path: '/api/v1/documents/{document}/personnel/{id}',
    summary: 'Removes a personnel entry from a draft.',
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
