/** Which function answers which endpoint: total, so that a row of the table without its handler does not compile. */
import { coshhReply, hazardReply, personnelReply, sectionReply } from '../../shared/rest-shapes.ts';
import type { EndpointName } from '../../shared/rest.ts';
import type { Handlers } from './call.ts';
import * as compliance from './compliance.ts';
import * as contractors from './contractors.ts';
import * as documents from './documents.ts';
import { duplicate } from './duplicate.ts';
import { createEntry, getEntry, listEntries, removeEntry, reorderEntries, updateEntry } from './entries.ts';
import * as exports from './exports.ts';
import * as feeds from './feeds.ts';
import * as incidents from './incidents.ts';
import * as invitations from './invitations.ts';
import * as notifications from './notifications.ts';
import * as organisation from './organisation.ts';
import * as permits from './permits.ts';
import * as photos from './photos.ts';
import * as projects from './projects.ts';
import * as reference from './reference.ts';
import * as signoffs from './signoffs.ts';
import * as sites from './sites.ts';
import * as submissions from './submissions.ts';
import * as tokens from './tokens.ts';
import * as users from './users.ts';
import * as versions from './versions.ts';
import * as deliveries from './deliveries.ts';
import * as webhookActions from './webhook-actions.ts';
import * as webhooks from './webhooks.ts';
import * as workerCards from './worker-cards.ts';
import { createWorker, getWorker, listWorkers, updateWorker } from './workers.ts';

const { actOnDocument, ...ofDocuments } = documents;

export const handlers: Handlers = {
  ...projects,
  ...contractors,
  ...submissions,
  ...invitations,
  ...sites,
  ...photos,
  ...ofDocuments,
  submitReview: actOnDocument('submit_review'),
  approve: actOnDocument('approve'),
  reject: actOnDocument('reject'),
  withdraw: actOnDocument('withdraw'),
  revise: actOnDocument('revise'),
  discard: actOnDocument('discard'),
  archive: actOnDocument('archive'),
  restore: actOnDocument('restore'),
  duplicate,
  ...versions,
  ...signoffs,
  ...exports,
  listSections: listEntries('section', sectionReply),
  createSection: createEntry('section', sectionReply),
  reorderSections: reorderEntries('section', sectionReply),
  getSection: getEntry('section', sectionReply),
  updateSection: updateEntry('section', sectionReply),
  removeSection: removeEntry('section'),
  listHazards: listEntries('hazard', hazardReply),
  createHazard: createEntry('hazard', hazardReply),
  reorderHazards: reorderEntries('hazard', hazardReply),
  getHazard: getEntry('hazard', hazardReply),
  updateHazard: updateEntry('hazard', hazardReply),
  removeHazard: removeEntry('hazard'),
  listCoshhAssessments: listEntries('coshh', coshhReply),
  createCoshhAssessment: createEntry('coshh', coshhReply),
  getCoshhAssessment: getEntry('coshh', coshhReply),
  updateCoshhAssessment: updateEntry('coshh', coshhReply),
  removeCoshhAssessment: removeEntry('coshh'),
  listPersonnel: listEntries('personnel', personnelReply),
  createPersonnelEntry: createEntry('personnel', personnelReply),
  getPersonnelEntry: getEntry('personnel', personnelReply),
  updatePersonnelEntry: updateEntry('personnel', personnelReply),
  removePersonnelEntry: removeEntry('personnel'),
  ...permits,
  ...webhooks,
  ...webhookActions,
  ...deliveries,
  ...feeds,
  listWorkers,
  createWorker,
  getWorker,
  updateWorker,
  ...workerCards,
  ...incidents,
  ...compliance,
  ...organisation,
  ...users,
  ...tokens,
  ...notifications,
  ...reference,
};

/** POSTs with something slow before their effect, which must not hold the organisation's lock: they call `once` themselves. */
export const slow: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'createWebhook',
  'enableWebhook',
  'testWebhook',
  'uploadPhotos',
]);
