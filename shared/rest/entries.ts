/** Rows of the endpoint table: the entries of a document, five operations for each kind. */
import * as z from 'zod';
import { acts, changes, complete, creates, type Endpoint, merges, ownId, readRow, reads, removes } from './endpoint.ts';
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

const write = { permission: 'documents:write', emits: ['document.updated'] } as const;
/** A new entry comes last unless `position` is given. */
const placed = z.object({ ...ownId, position: z.int().positive().optional() });
const order = z.object({ order: z.array(z.uuid().toLowerCase()).max(2000) });

/** `one` and `many` name the entries in a summary. */
function rowsOf<const Segment extends string, Shape extends z.ZodRawShape, Reply extends z.ZodObject>(
  segment: Segment,
  one: string,
  many: string,
  fields: z.ZodObject<Shape>,
  reply: Reply,
) {
  const path = `/api/v1/documents/{document}/${segment}` as const;
  const pathOfOne = `${path}/{id}` as const;
  const sent = { fields: fields.partial(), summary: 'Changes the fields that are sent; null clears one.' };
  const lists = {
    permission: 'documents:read',
    summary: `Lists the ${many} of a document in their order.`,
    query: z.object(complete),
  } as const;
  return {
    list: { ...reads, ...lists, path, reply: listOf(reply) },
    create: { ...creates, ...write, path, summary: `Adds a ${one} to a draft.`, fields, body: placed, reply },
    get: readRow(pathOfOne, 'documents:read', `Reads one ${one} of a document.`, reply),
    update: { ...merges, ...write, ...sent, path: pathOfOne, reply },
    remove: { ...removes, ...write, path: pathOfOne, summary: `Removes a ${one} from a draft.` },
    restore: {
      ...acts,
      ...write,
      path: `${pathOfOne}/restore`,
      summary: `Takes the removal of a ${one} back: it is at its place again, with its id.`,
      reply,
    },
    reorder: {
      ...changes,
      ...write,
      path: `${path}/reorder`,
      summary: `Puts the ${many} of a draft into the order of the ids, each named exactly once.`,
      body: order,
      guardedBy: 'document',
      reply: listOf(reply),
    },
  } as const;
}

const sections = rowsOf('sections', 'section', 'sections', sectionFields, sectionReply);
const hazards = rowsOf('hazards', 'hazard', 'hazards', hazardFields, hazardReply);
const coshh = rowsOf('coshh', 'COSHH assessment', 'COSHH assessments', coshhFields, coshhReply);
const personnel = rowsOf('personnel', 'personnel entry', 'personnel', personnelFields, personnelReply);

/** The text of a section goes by both names elsewhere. */
const alsoContent = { aliases: { content: 'body' } } as const;

export const entryEndpoints = {
  listSections: sections.list,
  createSection: {
    ...sections.create,
    ...alsoContent,
    summary: 'Adds a section to a draft; content is another name of body.',
  },
  reorderSections: sections.reorder,
  getSection: sections.get,
  updateSection: {
    ...sections.update,
    ...alsoContent,
    summary: 'Changes the fields that are sent; null clears one. content is another name of body.',
  },
  removeSection: sections.remove,
  restoreSection: sections.restore,
  listHazards: hazards.list,
  createHazard: hazards.create,
  reorderHazards: hazards.reorder,
  getHazard: hazards.get,
  updateHazard: hazards.update,
  removeHazard: hazards.remove,
  restoreHazard: hazards.restore,
  listCoshhAssessments: coshh.list,
  createCoshhAssessment: coshh.create,
  getCoshhAssessment: coshh.get,
  updateCoshhAssessment: coshh.update,
  removeCoshhAssessment: coshh.remove,
  restoreCoshhAssessment: coshh.restore,
  listPersonnel: personnel.list,
  createPersonnelEntry: personnel.create,
  getPersonnelEntry: personnel.get,
  updatePersonnelEntry: personnel.update,
  removePersonnelEntry: personnel.remove,
  restorePersonnelEntry: personnel.restore,
} as const satisfies Readonly<Record<string, Endpoint>>;
