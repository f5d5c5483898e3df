/** Names of the schemas in the document: records, and the larger parts of records. */
import * as z from 'zod';
import { amount, control, person } from '../../../shared/model/fields.ts';
import { reviewComment } from '../../../shared/resources/document/shape.ts';
import { permitLogEntry } from '../../../shared/resources/permit/fields.ts';
import {
  closingCheck,
  closureException,
  finalCheck,
  fireWatch,
  gasReading,
  isolation,
  permitForm,
  suspension,
} from '../../../shared/resources/permit/shape.ts';
import { condition } from '../../../shared/resources/document/version.ts';
import { endpoints } from '../../../shared/rest/rest.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import {
  complianceReply,
  conflictReply,
  contractorReply,
  coshhReply,
  discardedDraftReply,
  documentReply,
  documentRow,
  exportReply,
  hazardReply,
  invitationReply,
  personnelReply,
  photoReply,
  projectContractorReply,
  projectExportReply,
  projectReply,
  projectRow,
  sectionReply,
  signoffReply,
  siteReply,
  submissionReply,
  userReply,
  versionReply,
  standingExportsReply,
  versionRow,
} from '../../../shared/rest/shapes.ts';

/** Responses. A nullable member is always present: null means that no value was given (contract rule R9). */
export const records: Readonly<Record<string, z.ZodObject>> = {
  Project: projectReply,
  ProjectSummary: projectRow,
  Site: siteReply,
  Photo: photoReply,
  Document: documentReply,
  DocumentSummary: documentRow,
  Section: sectionReply,
  Hazard: hazardReply,
  CoshhAssessment: coshhReply,
  PersonnelEntry: personnelReply,
  Version: versionReply,
  VersionSummary: versionRow,
  DiscardedDraft: discardedDraftReply,
  Signoff: signoffReply,
  Export: exportReply,
  ProjectExport: projectExportReply,
  StandingExports: standingExportsReply,
  Contractor: contractorReply,
  ProjectContractor: projectContractorReply,
  Submission: submissionReply,
  Invitation: invitationReply,
  Compliance: complianceReply,
  PermitToWork: endpoints.getPermit.reply,
  PermitToWorkSummary: endpoints.listPermits.reply.shape.data.element,
  Conflict: conflictReply,
  Webhook: endpoints.listWebhooks.reply.shape.data.element,
  NewWebhook: endpoints.createWebhook.reply,
  Mirror: endpoints.getMirror.reply,
  MirrorStatus: endpoints.getMirrorStatus.reply,
  Delivery: endpoints.listDeliveries.reply.shape.data.element,
  DeliveryDetail: endpoints.getDelivery.reply,
  Attempt: endpoints.getDelivery.reply.shape.attempt_log.element,
  Event: endpoints.listEvents.reply.shape.data.element,
  RefusedCommand: endpoints.listRefused.reply.shape.data.element,
  Industry: endpoints.listIndustries.reply.shape.data.element,
  Notification: endpoints.readNotification.reply,
  SearchMatch: endpoints.search.reply.shape.data.element,
  Organisation: endpoints.getOrganisation.reply,
  Me: endpoints.getMe.reply,
  User: userReply,
  Token: endpoints.getToken.reply,
  NewToken: endpoints.createToken.reply,
  DeviceCode: endpoints.createDeviceCode.reply,
  Worker: endpoints.getWorker.reply,
  Incident: endpoints.getIncident.reply,
};

/** Parts that several records share, or that are too large to be inline. Both sent and read. */
export const parts: Readonly<Record<string, z.ZodType>> = {
  Person: person,
  Settings: settingsSchema,
  Amount: amount,
  Control: control,
  Permit: permitForm,
  PermitLogEntry: permitLogEntry,
  PermitSuspension: suspension,
  PermitFireWatch: fireWatch,
  PermitClosingCheck: closingCheck,
  PermitFinalCheck: finalCheck,
  PermitClosureException: closureException,
  GasReading: gasReading,
  Isolation: isolation,
  PointOfWork: inner(documentReply.shape.powra),
  ReviewRound: documentReply.shape.review_rounds.unwrap().element,
  ReviewComment: reviewComment,
  Condition: condition,
  SignoffWorker: signoffReply.shape.worker,
  SignoffStatement: inner(signoffReply.shape.statement),
  SignoffBriefing: inner(signoffReply.shape.briefing),
  SignoffSignature: inner(signoffReply.shape.signature),
  SignoffCapture: signoffReply.shape.capture,
  SignoffSeal: inner(signoffReply.shape.integrity),
  Finding: complianceReply.shape.findings.unwrap().element,
  CompetenceCard: personnelReply.shape.competence_cards.unwrap().element,
  WorkerCard: endpoints.getWorker.reply.shape.competence_cards.unwrap().element,
  InjuredPerson: endpoints.getIncident.reply.shape.injured_persons.unwrap().element,
  Investigation: inner(endpoints.getIncident.reply.shape.investigation),
  IncidentNote: endpoints.getIncident.reply.shape.notes.unwrap().element,
  ExposureLimit: coshhReply.shape.wels.unwrap().element,
};

/** Unwraps optional and nullable. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap() as z.ZodType); // typed by zod as a core schema
  return schema;
}
