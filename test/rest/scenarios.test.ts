/**
 * Every endpoint of the table, called for real: its response and exactly the events that it emits. Every response on
 * the way is validated against the OpenAPI document.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '../../shared/rest/rest.ts';
import { fullReads } from '../kit/full-reads.ts';
import { nameOf, openDescribed } from '../openapi/described.ts';
import { scenarios, scenarioTables } from './scenarios/all.ts';
import { openLedger } from './support/ledger.ts';
import type { Reply } from './support/outcome.ts';
import { play } from './support/scenario.ts';
import { openSite, type Site } from './support/site.ts';

const ledger = openLedger();
const statements = new Set<string>();
let site: Site;
beforeAll(async () => {
  site = await openSite('sqlite', { witness: ledger.witness, onStatement: (sql) => statements.add(sql) });
});
afterAll(() => site[Symbol.asyncDispose]());

describe.each(Object.entries(scenarioTables))('%s', (_name, rows) => {
  test.each(rows)('$title', async (scenario) => {
    await expect(play(scenario, site)).resolves.toBeUndefined();
  });
});

test('[R40] every endpoint of the table has a scenario in which it succeeds', () => {
  const succeeded = new Set(scenarios.filter(({ status }) => status < 300).map(({ endpoint }) => endpoint));
  const names = Object.keys(endpoints) as EndpointName[]; // the keys of the very object that the type is taken from
  expect(names.filter((name) => !succeeded.has(name))).toEqual([]);
});

describe('afterwards', () => {
  test('[DB65] no statement reads all records, events, commands or deliveries of all', async () => {
    const { db } = site.world.app.commitContext.store;
    expect(await fullReads(db, statements)).toEqual(new Map());
  });

  test('[OA4] every response has a status, body and headers that the API document describes', () => {
    expect([...ledger.undescribed]).toEqual([]);
  });

  test('[OA5] every event has the payload that the API document describes', async () => {
    const { document, faults } = openDescribed();
    await runOut(site);
    const payloads = await eventsAfter(site, '0');
    const seen = new Set(payloads.map(({ event }) => event));
    for (const payload of payloads) {
      const $ref = document.webhooks[payload.event]?.post?.requestBody?.content['application/json']?.schema.$ref ?? '';
      expect(faults(nameOf($ref), payload), payload.event).toEqual([]);
      const schema = document.components.schemas[nameOf($ref)];
      expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(payload)));
      expect(Object.keys(schema?.properties?.['data']?.properties ?? {})).toEqual(
        expect.arrayContaining(Object.keys(payload.data)),
      );
    }
    // The scenarios emit contractor.invited and the like too.
    expect([...seen].toSorted()).toEqual(Object.keys(document.webhooks).toSorted());
  });
});

/** The event that time emits, not a call: a worker's card that expires. */
async function runOut(of: Site): Promise<void> {
  const soon = new Date(of.world.clock.now() + 86_400_000).toISOString().slice(0, 10);
  const card = { scheme: 'IPAF', card_number: 'SAMPLE-P1000002', expires_on: soon };
  await of.must('createWorker', { body: { name: 'Ionuț Popescu', competence_cards: [card] } });
  await of.world.app.calendar.run();
}

/** All events, page by page. */
async function eventsAfter(from: Site, after: string): Promise<Reply<'listEvents'>['data']> {
  const { data, meta } = await from.must('listEvents', { query: `?limit=1000&after=${after}` });
  return meta.more ? [...data, ...(await eventsAfter(from, meta.next_after))] : data;
}
