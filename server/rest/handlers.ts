/** The handler of each endpoint: total, so that a row of the table without a handler does not compile. */
import { coshhReply, hazardReply, personnelReply, sectionReply } from '../../shared/rest/shapes.ts';
import type { EndpointName } from '../../shared/rest/rest.ts';
import type { Handlers } from './request/handler-request.ts';
import * as compliance from './documents/compliance.ts';
import * as complianceHistory from './documents/compliance-history.ts';
import { listCoverage } from './documents/coverage.ts';
import * as crew from './documents/crew.ts';
import * as contractors from './contractors/contractors.ts';
import { createDeviceCode, listDeviceCodes } from './office/device-codes.ts';
import { createSignCode } from './documents/sign-codes.ts';
import * as documents from './documents/documents.ts';
import { duplicate } from './documents/duplicate.ts';
import {
  createEntry,
  getEntry,
  listEntries,
  removeEntry,
  restoreEntry,
  reorderEntries,
  updateEntry,
} from './documents/entries.ts';
import * as exports from './documents/exports.ts';
import * as standingExports from './documents/standing-exports.ts';
import * as audit from './office/audit.ts';
import * as feeds from './office/feeds.ts';
import * as incidents from './sites/incidents.ts';
import * as invitations from './contractors/invitations.ts';
import * as mirrors from './mirrors/mirrors.ts';
import * as notifications from './office/notifications.ts';
import * as logo from './office/logo.ts';
import * as organisation from './office/organisation.ts';
import * as refused from './office/refused.ts';
import * as permits from './sites/permits.ts';
import * as photos from './sites/photos.ts';
import * as projectExports from './sites/project-exports.ts';
import * as projects from './sites/projects.ts';
import * as reference from './office/reference.ts';
import * as signoffs from './documents/signoffs.ts';
import * as sites from './sites/sites.ts';
import * as submissions from './contractors/submissions.ts';
import * as tokens from './office/tokens.ts';
import * as users from './office/users.ts';
import * as versions from './documents/versions.ts';
import * as deliveries from './webhooks/deliveries.ts';
import * as webhookActions from './webhooks/actions.ts';
import * as webhooks from './webhooks/webhooks.ts';
import * as workerCards from './office/worker-cards.ts';
import { createWorker, getWorker, listWorkers, updateWorker } from './office/workers.ts';

const { actOnDocument, ...ofDocuments } = documents;

export const handlers: Handlers = {
  ...projects,
  ...projectExports,
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
  askToBrief: actOnDocument('ask_to_brief'),
  meetCondition: actOnDocument('meet_condition'),
  reopenCondition: actOnDocument('reopen_condition'),
  revise: actOnDocument('revise'),
  discard: actOnDocument('discard'),
  archive: actOnDocument('archive'),
  restore: actOnDocument('restore'),
  duplicate,
  ...versions,
  ...signoffs,
  listCoverage,
  ...crew,
  ...exports,
  ...standingExports,
  listSections: listEntries('section', sectionReply),
  createSection: createEntry('section', sectionReply),
  reorderSections: reorderEntries('section', sectionReply),
  getSection: getEntry('section', sectionReply),
  updateSection: updateEntry('section', sectionReply),
  removeSection: removeEntry('section'),
  restoreSection: restoreEntry('section', sectionReply),
  listHazards: listEntries('hazard', hazardReply),
  createHazard: createEntry('hazard', hazardReply),
  reorderHazards: reorderEntries('hazard', hazardReply),
  getHazard: getEntry('hazard', hazardReply),
  updateHazard: updateEntry('hazard', hazardReply),
  removeHazard: removeEntry('hazard'),
  restoreHazard: restoreEntry('hazard', hazardReply),
  listCoshhAssessments: listEntries('coshh', coshhReply),
  createCoshhAssessment: createEntry('coshh', coshhReply),
  getCoshhAssessment: getEntry('coshh', coshhReply),
  updateCoshhAssessment: updateEntry('coshh', coshhReply),
  removeCoshhAssessment: removeEntry('coshh'),
  restoreCoshhAssessment: restoreEntry('coshh', coshhReply),
  listPersonnel: listEntries('personnel', personnelReply),
  createPersonnelEntry: createEntry('personnel', personnelReply),
  getPersonnelEntry: getEntry('personnel', personnelReply),
  updatePersonnelEntry: updateEntry('personnel', personnelReply),
  removePersonnelEntry: removeEntry('personnel'),
  restorePersonnelEntry: restoreEntry('personnel', personnelReply),
  ...permits,
  ...mirrors,
  ...webhooks,
  ...webhookActions,
  ...deliveries,
  ...audit,
  ...feeds,
  ...refused,
  listWorkers,
  createWorker,
  getWorker,
  updateWorker,
  ...workerCards,
  ...incidents,
  ...compliance,
  ...complianceHistory,
  ...organisation,
  ...logo,
  ...users,
  ...tokens,
  listDeviceCodes,
  createDeviceCode,
  createSignCode,
  ...notifications,
  ...reference,
};

/** Changes that do something slow first, which must not hold the organisation's lock: they call `withIdempotency` themselves. */
export const slow: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'createWebhook',
  'enableWebhook',
  'testWebhook',
  'uploadPhotos',
  'uploadLogo',
]);
