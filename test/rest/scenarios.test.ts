/** Every endpoint of the table, called for real: what it answers, and the events that it fires, these and no others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest.ts';
import { complianceScenarios } from './scenarios/compliance-suite.ts';
import { contractorScenarios } from './scenarios/contractors-suite.ts';
import { documentActionScenarios } from './scenarios/document-actions-suite.ts';
import { documentScenarios } from './scenarios/documents-suite.ts';
import { entryScenarios } from './scenarios/entries-suite.ts';
import { feedScenarios } from './scenarios/feeds-suite.ts';
import { incidentActionScenarios } from './scenarios/incident-actions-suite.ts';
import { incidentScenarios } from './scenarios/incidents-suite.ts';
import { notificationScenarios } from './scenarios/notifications-suite.ts';
import { permitClosingScenarios } from './scenarios/permit-closing-suite.ts';
import { permitWorkScenarios } from './scenarios/permit-work-suite.ts';
import { permitScenarios } from './scenarios/permits-suite.ts';
import { organisationScenarios } from './scenarios/organisation-suite.ts';
import { tokenScenarios } from './scenarios/tokens-suite.ts';
import { projectScenarios } from './scenarios/projects-suite.ts';
import { referenceScenarios } from './scenarios/reference-suite.ts';
import { signoffAndExportScenarios } from './scenarios/signoffs-and-exports-suite.ts';
import { singleReadScenarios } from './scenarios/single-reads-suite.ts';
import { siteAndContractorScenarios } from './scenarios/sites-and-contractors-suite.ts';
import { workerCardScenarios } from './scenarios/worker-cards-suite.ts';
import { workerScenarios } from './scenarios/workers-suite.ts';
import { webhookScenarios } from './scenarios/webhooks-suite.ts';
import { reviewScenarios } from './scenarios/review-suite.ts';
import { discardScenarios } from './scenarios/discard-suite.ts';
import { separationScenarios } from './scenarios/separation-suite.ts';
import { strictnessScenarios } from './scenarios/strictness-suite.ts';
import { submissionScenarios } from './scenarios/submissions-suite.ts';
import { play } from './support/scenario.ts';
import { openSite, type Site } from './support/site.ts';

const tables = {
  projects: projectScenarios,
  'sites and contractors': siteAndContractorScenarios,
  contractors: contractorScenarios,
  submissions: submissionScenarios,
  documents: documentScenarios,
  'document actions': documentActionScenarios,
  entries: entryScenarios,
  'single reads': singleReadScenarios,
  compliance: complianceScenarios,
  'sign-offs and exports': signoffAndExportScenarios,
  permits: permitScenarios,
  'work under permits': permitWorkScenarios,
  'the end of permits': permitClosingScenarios,
  feeds: feedScenarios,
  notifications: notificationScenarios,
  reference: referenceScenarios,
  organisation: organisationScenarios,
  tokens: tokenScenarios,
  webhooks: webhookScenarios,
  workers: workerScenarios,
  'worker cards': workerCardScenarios,
  incidents: incidentScenarios,
  'incident actions': incidentActionScenarios,
  reviews: reviewScenarios,
  'discarded drafts': discardScenarios,
  'separation of duties': separationScenarios,
  strictness: strictnessScenarios,
};

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

describe.each(Object.entries(tables))('%s', (_name, scenarios) => {
  test.each(scenarios)('$title', async (scenario) => {
    await expect(play(scenario, site)).resolves.toBeUndefined();
  });
});

test('[R40] every endpoint of the table has a scenario in which it succeeds', () => {
  const succeeded = new Set(
    Object.values(tables).flatMap((rows) => rows.filter(({ status }) => status < 300).map(({ endpoint }) => endpoint)),
  );
  const names = Object.keys(endpoints) as EndpointName[]; // the keys of the very object that the type is taken from
  expect(names.filter((name) => !succeeded.has(name))).toEqual([]);
});
