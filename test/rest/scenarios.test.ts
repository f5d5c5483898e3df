/** Every endpoint of the table, called for real: what it answers, and the events that it fires, these and no others. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest.ts';
import { documentActionScenarios } from './scenarios/document-actions-suite.ts';
import { documentScenarios } from './scenarios/documents-suite.ts';
import { entryScenarios } from './scenarios/entries-suite.ts';
import { feedScenarios } from './scenarios/feeds-suite.ts';
import { projectScenarios } from './scenarios/projects-suite.ts';
import { referenceScenarios } from './scenarios/reference-suite.ts';
import { signoffAndExportScenarios } from './scenarios/signoffs-and-exports-suite.ts';
import { siteAndContractorScenarios } from './scenarios/sites-and-contractors-suite.ts';
import { play } from './support/scenario.ts';
import { openSite, type Site } from './support/site.ts';

const tables = {
  projects: projectScenarios,
  'sites and contractors': siteAndContractorScenarios,
  documents: documentScenarios,
  'document actions': documentActionScenarios,
  entries: entryScenarios,
  'sign-offs and exports': signoffAndExportScenarios,
  feeds: feedScenarios,
  reference: referenceScenarios,
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
