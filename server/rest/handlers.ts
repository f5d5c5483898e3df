/** Which function answers which endpoint: total, so that a row of the table without its handler does not compile. */
import { coshhReply, hazardReply, personnelReply, sectionReply } from '../../shared/rest-shapes.ts';
import type { EndpointName } from '../../shared/rest.ts';
import type { Handlers } from './call.ts';
import * as contractors from './contractors.ts';
import * as documents from './documents.ts';
import { duplicate } from './duplicate.ts';
import { createEntry, listEntries, removeEntry, reorderEntries, updateEntry } from './entries.ts';
import * as exports from './exports.ts';
import * as feeds from './feeds.ts';
import * as organisation from './organisation.ts';
import * as photos from './photos.ts';
import * as projects from './projects.ts';
import * as reference from './reference.ts';
import * as signoffs from './signoffs.ts';
import * as sites from './sites.ts';
import * as versions from './versions.ts';
import * as webhooks from './webhooks.ts';

const { actOnDocument, ...ofDocuments } = documents;

export const handlers: Handlers = {
  ...projects,
  ...contractors,
  ...sites,
  ...photos,
  ...ofDocuments,
  submitReview: actOnDocument('submit_review'),
  approve: actOnDocument('approve'),
  reject: actOnDocument('reject'),
  withdraw: actOnDocument('withdraw'),
  revise: actOnDocument('revise'),
  archive: actOnDocument('archive'),
  restore: actOnDocument('restore'),
  duplicate,
  ...versions,
  ...signoffs,
  ...exports,
  listSections: listEntries('section', sectionReply),
  createSection: createEntry('section', sectionReply),
  reorderSections: reorderEntries('section', sectionReply),
  updateSection: updateEntry('section', sectionReply),
  removeSection: removeEntry('section'),
  listHazards: listEntries('hazard', hazardReply),
  createHazard: createEntry('hazard', hazardReply),
  reorderHazards: reorderEntries('hazard', hazardReply),
  updateHazard: updateEntry('hazard', hazardReply),
  removeHazard: removeEntry('hazard'),
  listCoshhAssessments: listEntries('coshh', coshhReply),
  createCoshhAssessment: createEntry('coshh', coshhReply),
  updateCoshhAssessment: updateEntry('coshh', coshhReply),
  removeCoshhAssessment: removeEntry('coshh'),
  listPersonnel: listEntries('personnel', personnelReply),
  createPersonnelEntry: createEntry('personnel', personnelReply),
  updatePersonnelEntry: updateEntry('personnel', personnelReply),
  removePersonnelEntry: removeEntry('personnel'),
  ...webhooks,
  ...feeds,
  ...organisation,
  ...reference,
};

/** POSTs with something slow before their effect, which must not hold the organisation's lock: they call `once` themselves. */
export const slow: ReadonlySet<EndpointName> = new Set<EndpointName>(['createWebhook', 'uploadPhotos']);
