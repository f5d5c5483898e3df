/** What the shapes of the wire are called in the document: records by what they are, their larger parts by what they hold. */
import * as z from 'zod';
import { amount, control, person } from '../resources/fields.ts';
import { reviewComment } from '../resources/document-shape.ts';
import { permitForm } from '../resources/permit-shape.ts';
import { condition } from '../resources/version.ts';
import { endpoints } from '../rest.ts';
import {
  conflictReply,
  contractorReply,
  coshhReply,
  documentReply,
  documentRow,
  exportReply,
  hazardReply,
  personnelReply,
  photoReply,
  projectReply,
  projectRow,
  sectionReply,
  signoffReply,
  siteReply,
  submissionReply,
  versionReply,
  versionRow,
} from '../rest-shapes.ts';

/** Replies. A member of a record that may be null is always there: null says that nothing was given (contract rule R9). */
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
  Signoff: signoffReply,
  Export: exportReply,
  Contractor: contractorReply,
  Submission: submissionReply,
  Conflict: conflictReply,
  Webhook: endpoints.listWebhooks.reply.shape.data.element,
  NewWebhook: endpoints.createWebhook.reply,
  Delivery: endpoints.listDeliveries.reply.shape.data.element,
  Event: endpoints.listEvents.reply.shape.data.element,
  RefusedCommand: endpoints.listRefused.reply.shape.data.element,
  Industry: endpoints.listIndustries.reply.shape.data.element,
  SearchMatch: endpoints.search.reply.shape.data.element,
  Organisation: endpoints.getOrganisation.reply,
};

/** Parts that stand in several records, or that would hide the rest of one. They are read as well as sent. */
export const parts: Readonly<Record<string, z.ZodType>> = {
  Person: person,
  Amount: amount,
  Control: control,
  Permit: permitForm,
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
  CompetenceCard: personnelReply.shape.competence_cards.unwrap().element,
  ExposureLimit: coshhReply.shape.wels.unwrap().element,
};

/** Without the wrappers that say that it may be absent or null. */
function inner(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return inner(schema.unwrap() as z.ZodType); // zod's own types call it a core schema; it was made by zod all the same
  return schema;
}
