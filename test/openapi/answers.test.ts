/** The document against a real server: every answer that the scenarios of REST get is one that it describes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject } from '../../shared/json.ts';
import { endpoints, type EndpointName } from '../../shared/rest.ts';
import type { Endpoint } from '../../shared/rest-endpoint.ts';
import type { Answer } from '../kit/world.ts';
import { complianceScenarios } from '../rest/scenarios/compliance-suite.ts';
import { contractorScenarios } from '../rest/scenarios/contractors-suite.ts';
import { documentActionScenarios } from '../rest/scenarios/document-actions-suite.ts';
import { documentScenarios } from '../rest/scenarios/documents-suite.ts';
import { entryScenarios } from '../rest/scenarios/entries-suite.ts';
import { feedScenarios } from '../rest/scenarios/feeds-suite.ts';
import { referenceScenarios } from '../rest/scenarios/reference-suite.ts';
import { incidentActionScenarios } from '../rest/scenarios/incident-actions-suite.ts';
import { incidentScenarios } from '../rest/scenarios/incidents-suite.ts';
import { notificationScenarios } from '../rest/scenarios/notifications-suite.ts';
import { permitClosingScenarios } from '../rest/scenarios/permit-closing-suite.ts';
import { permitWorkScenarios } from '../rest/scenarios/permit-work-suite.ts';
import { permitScenarios } from '../rest/scenarios/permits-suite.ts';
import { organisationScenarios } from '../rest/scenarios/organisation-suite.ts';
import { tokenScenarios } from '../rest/scenarios/tokens-suite.ts';
import { projectScenarios } from '../rest/scenarios/projects-suite.ts';
import { signoffAndExportScenarios } from '../rest/scenarios/signoffs-and-exports-suite.ts';
import { singleReadScenarios } from '../rest/scenarios/single-reads-suite.ts';
import { siteAndContractorScenarios } from '../rest/scenarios/sites-and-contractors-suite.ts';
import { workerCardScenarios } from '../rest/scenarios/worker-cards-suite.ts';
import { workerScenarios } from '../rest/scenarios/workers-suite.ts';
import { webhookScenarios } from '../rest/scenarios/webhooks-suite.ts';
import { reviewScenarios } from '../rest/scenarios/review-suite.ts';
import { discardScenarios } from '../rest/scenarios/discard-suite.ts';
import { separationScenarios } from '../rest/scenarios/separation-suite.ts';
import { strictnessScenarios } from '../rest/scenarios/strictness-suite.ts';
import { submissionScenarios } from '../rest/scenarios/submissions-suite.ts';
import { play } from '../rest/support/scenario.ts';
import { openSite, type Site } from '../rest/support/site.ts';
import { nameOf, openDescribed } from './described.ts';

const { document, operations, faults, response } = openDescribed();
const scenarios = [
  ...projectScenarios,
  ...siteAndContractorScenarios,
  ...contractorScenarios,
  ...submissionScenarios,
  ...documentScenarios,
  ...documentActionScenarios,
  ...entryScenarios,
  ...singleReadScenarios,
  ...complianceScenarios,
  ...signoffAndExportScenarios,
  ...permitScenarios,
  ...permitWorkScenarios,
  ...permitClosingScenarios,
  ...feedScenarios,
  ...notificationScenarios,
  ...referenceScenarios,
  ...organisationScenarios,
  ...tokenScenarios,
  ...webhookScenarios,
  ...workerScenarios,
  ...workerCardScenarios,
  ...incidentScenarios,
  ...incidentActionScenarios,
  ...reviewScenarios,
  ...discardScenarios,
  ...separationScenarios,
  ...strictnessScenarios,
];

let site: Site;
const undescribed: string[] = [];
const succeeded = new Set<string>();
beforeAll(async () => {
  const real = await openSite();
  site = {
    ...real,
    call: async (name, options) => {
      const answer = await real.call(name, options);
      undescribed.push(...differences(name, answer).map((difference) => `${name} ${answer.status}: ${difference}`));
      if (answer.ok) succeeded.add(name);
      return answer;
    },
  };
});
afterAll(() => site[Symbol.asyncDispose]());

test('[OA4] every answer of the scenarios has a status, a body and headers that the document describes', async () => {
  for (const scenario of scenarios) await play(scenario, site);
  expect([...new Set(undescribed)]).toEqual([]);
});

describe('afterwards', () => {
  test('[OA4] most endpoints were seen to succeed', () => {
    expect(succeeded.size).toBeGreaterThan(Object.keys(endpoints).length * 0.8);
  });

  test('[OA5] every event that was fired has the payload that the document promises, and no member more', async () => {
    await runOut(site);
    const { data } = await site.must('listEvents', { query: '?limit=1000' });
    const seen = new Set(data.map(({ event }) => event));
    for (const payload of data) {
      const $ref = document.webhooks[payload.event]?.post?.requestBody?.content['application/json']?.schema.$ref ?? '';
      expect(faults(nameOf($ref), payload), payload.event).toEqual([]);
      const schema = document.components.schemas[nameOf($ref)];
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(payload)));
      expect(Object.keys(schema?.properties?.['data']?.properties ?? {})).toEqual(
        expect.arrayContaining(Object.keys(payload.data)),
      );
    }
    // contractor.invited and the like come of the scenarios too.
    expect([...seen].toSorted()).toEqual(Object.keys(document.webhooks).toSorted());
  });
});

test('[OA5] the webhooks of the document are the events that some endpoint, or the calendar, may fire', () => {
  const fired = new Set(Object.values<Endpoint>(endpoints).flatMap(({ emits }) => emits));
  expect(Object.keys(document.webhooks).toSorted()).toEqual([...fired, 'certification.expiring'].toSorted());
});

/** The event that no call fires, but the passing of time: a worker's card that runs out. */
async function runOut({ must, world }: Site): Promise<void> {
  const soon = new Date(world.clock.now() + 86_400_000).toISOString().slice(0, 10);
  const card = { scheme: 'IPAF', card_number: 'SAMPLE-P1000002', expires_on: soon };
  await must('createWorker', { body: { name: 'Ionuț Popescu', competence_cards: [card] } });
  await world.app.calendar.run();
}

function differences(name: EndpointName, { status, headers, body }: Answer<unknown>): string[] {
  const operation = operations.get(name);
  const described = operation?.responses[String(status)];
  if (!described) return ['is not described'];
  const { content = {}, headers: named = {}, 'x-problem-codes': codes } = response(described);
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const media = content[type];
  if (!media && Object.keys(content).length > 0) return [`comes as ${type}`];
  const schemaName = nameOf(media?.schema.$ref ?? '');
  const missing = ['etag', 'location', 'x-request-id', 'retry-after', 'www-authenticate', 'link'].filter(
    (header) => headers.has(header) && !Object.keys(named).some((each) => each.toLowerCase() === header),
  );
  const promised = ['ETag', 'X-Request-Id', ...(status === 200 ? [] : ['Location'])].filter(
    (header) => header in named && !headers.has(header),
  );
  const code = isJsonObject(body) ? String(body['code']) : '';
  return [
    ...(schemaName ? faults(schemaName, body) : []),
    ...(schemaName && !codes ? extra(schemaName, body) : []),
    ...missing.map((header) => `has ${header}, which is not described`),
    ...promised.map((header) => `lacks ${header}`),
    ...(codes && !codes.includes(code) ? [`may not be ${code}`] : []),
  ];
}

/** Members that are shown and not described, in the record itself or in the rows of a list. */
function extra(schemaName: string, body: unknown): string[] {
  if (schemaName === 'Event') return []; // told in full by the webhooks
  const { properties = {} } = document.components.schemas[schemaName] ?? {};
  const rows = isJsonObject(body) && Array.isArray(body['data']) ? (body['data'] as unknown[]) : [];
  const rowName = nameOf(properties['data']?.items?.$ref ?? '');
  return [
    ...Object.keys(isJsonObject(body) ? body : {})
      .filter((member) => !(member in properties))
      .map((member) => `shows ${member}`),
    ...(rowName ? rows.slice(0, 3).flatMap((row) => extra(rowName, row)) : []),
  ];
}
