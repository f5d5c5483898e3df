/** The scenario tables by area. A new suite is one file beside this one and one line here. */
import { askedBriefingScenarios } from './asked-briefings-suite.ts';
import { closedSiteScenarios } from './closed-sites-suite.ts';
import { conditionScenarios } from './conditions-suite.ts';
import { complianceScenarios } from './compliance-suite.ts';
import { contractorScenarios } from './contractors-suite.ts';
import { documentActionScenarios } from './document-actions-suite.ts';
import { documentScenarios } from './documents-suite.ts';
import { entryScenarios } from './entries-suite.ts';
import { feedScenarios } from './feeds-suite.ts';
import { incidentActionScenarios } from './incident-actions-suite.ts';
import { incidentScenarios } from './incidents-suite.ts';
import { endingScenarios } from './endings-suite.ts';
import { lockedScenarios } from './locked-suite.ts';
import { refusalScenarios } from './refusals-suite.ts';
import { listScenarios } from './lists-suite.ts';
import { mirrorScenarios } from './mirrors-suite.ts';
import { notificationScenarios } from './notifications-suite.ts';
import { duplicateScenarios } from './duplicates-suite.ts';
import { permitClosingScenarios } from './permit-closing-suite.ts';
import { permitWatchScenarios } from './permit-watch-suite.ts';
import { permitWorkScenarios } from './permit-work-suite.ts';
import { permitOpeningScenarios } from './permit-opening-suite.ts';
import { permitScenarios } from './permits-suite.ts';
import { logoScenarios } from './logo-suite.ts';
import { organisationScenarios } from './organisation-suite.ts';
import { timeScenarios } from './times-suite.ts';
import { tokenScenarios } from './tokens-suite.ts';
import { projectExportScenarios } from './project-exports-suite.ts';
import { projectScenarios } from './projects-suite.ts';
import { referenceScenarios } from './reference-suite.ts';
import { referenceToRecordScenarios } from './references-suite.ts';
import { exportScenarios } from './exports-suite.ts';
import { signoffScenarios } from './signoffs-suite.ts';
import { singleReadScenarios } from './single-reads-suite.ts';
import { siteAndContractorScenarios } from './sites-and-contractors-suite.ts';
import { workerCardScenarios } from './worker-cards-suite.ts';
import { crewScenarios } from './crew-suite.ts';
import { workerScenarios } from './workers-suite.ts';
import { webhookScenarios } from './webhooks-suite.ts';
import { refusedScenarios } from './refused-suite.ts';
import { reviewScenarios } from './review-suite.ts';
import { discardScenarios } from './discard-suite.ts';
import { reorderScenarios } from './reorder-suite.ts';
import { separationScenarios } from './separation-suite.ts';
import { strictnessScenarios } from './strictness-suite.ts';
import { submissionScenarios } from './submissions-suite.ts';
import type { Scenario } from '../support/scenario.ts';

export const scenarioTables: Readonly<Record<string, readonly Scenario[]>> = {
  projects: projectScenarios,
  'sites and contractors': siteAndContractorScenarios,
  contractors: contractorScenarios,
  submissions: submissionScenarios,
  documents: documentScenarios,
  'archived sites': closedSiteScenarios,
  'document actions': documentActionScenarios,
  'asked briefings': askedBriefingScenarios,
  'conditions of an approval': conditionScenarios,
  entries: entryScenarios,
  'the order of entries': reorderScenarios,
  'single reads': singleReadScenarios,
  compliance: complianceScenarios,
  'sign-offs': signoffScenarios,
  'the crew': crewScenarios,
  exports: exportScenarios,
  'exports of a project': projectExportScenarios,
  permits: permitScenarios,
  permitOpening: permitOpeningScenarios,
  'work under permits': permitWorkScenarios,
  'copies of documents': duplicateScenarios,
  'the end of permits': permitClosingScenarios,
  'the fire watch of permits': permitWatchScenarios,
  feeds: feedScenarios,
  notifications: notificationScenarios,
  reference: referenceScenarios,
  organisation: organisationScenarios,
  logo: logoScenarios,
  tokens: tokenScenarios,
  webhooks: webhookScenarios,
  mirrors: mirrorScenarios,
  workers: workerScenarios,
  'worker cards': workerCardScenarios,
  incidents: incidentScenarios,
  'incident actions': incidentActionScenarios,
  'refused commands': refusedScenarios,
  reviews: reviewScenarios,
  'discarded drafts': discardScenarios,
  'separation of duties': separationScenarios,
  strictness: strictnessScenarios,
  'what is locked': lockedScenarios,
  'other refusals': refusalScenarios,
  'what records name': referenceToRecordScenarios,
  times: timeScenarios,
  'words of the lists': listScenarios,
  'what is over': endingScenarios,
};

export const scenarios: readonly Scenario[] = Object.values(scenarioTables).flat();
