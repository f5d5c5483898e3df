/** Scenarios of workers and their competence cards (contract, Workers). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

const names = ({ data }: { readonly data: readonly { readonly name: string }[] }): string[] =>
  data.map(({ name }) => name);

/** The date that many days after today on the test server's clock. */
const inDays = ({ world }: Site, days: number): string =>
  new Date(world.clock.now() + days * 86_400_000).toISOString().slice(0, 10);

export const ipaf = {
  scheme: 'IPAF',
  card_number: 'SAMPLE-P1000002',
  categories: ['3a', '3b'],
  expires_on: '2029-12-12',
};

/** A separate worker for each row that changes one. */
export async function someone(
  site: Site,
  fields: object = {},
): Promise<{ readonly worker: string; readonly card: string }> {
  const { id, competence_cards: cards } = await site.must('createWorker', {
    body: { name: 'Ionuț Popescu', competence_cards: [ipaf], ...fields },
  });
  return { worker: id, card: cards[0]?.id ?? '' };
}

export const workerScenarios: readonly Scenario[] = [
  {
    title: '[WK1] a worker needs only a name, and every card gets an id',
    endpoint: 'createWorker',
    given: (site) => ({
      body: {
        name: 'Marek Zieliński',
        preferred_language: 'pl',
        mobile: '07700 900201',
        project_ids: [site.ids['project']],
        competence_cards: [ipaf],
      },
    }),
    status: 201,
    check: ({ headers, body }, site) => {
      expect(headers.get('location')).toBe(`/api/v1/workers/${body.id}`);
      expect(body).toMatchObject({
        name: 'Marek Zieliński',
        mobile: '07700 900201',
        active: true,
        project_ids: [site.ids['project']],
        site_ids: [],
        competence_cards: [{ ...ipaf, id: expect.any(String) }],
      });
    },
  },
  {
    title: '[WK2] an invalid card or worker is refused with a pointer',
    endpoint: 'createWorker',
    given: () => ({
      body: {
        name: ' ',
        preferred_language: 'po polsku',
        role: 'wizard',
        project_ids: 'all',
        competence_cards: [
          { scheme: 'LICENCE_TO_KILL', card_number: '007' },
          { scheme: 'CSCS', expires_on: 'soon' },
        ],
      },
    }),
    status: 422,
    at: [
      '#/name',
      '#/role',
      '#/preferred_language',
      '#/project_ids',
      '#/competence_cards/0/scheme',
      '#/competence_cards/1/card_number',
      '#/competence_cards/1/expires_on',
    ],
  },
  {
    title: '[WK2] a card cannot expire before its issue date',
    endpoint: 'createWorker',
    given: () => ({ body: { name: 'Luke Farrell', competence_cards: [{ ...ipaf, issued_on: '2030-01-01' }] } }),
    status: 422,
    at: ['#/competence_cards/0/expires_on'],
  },
  {
    title: '[WK2] two cards of a worker cannot have the same id',
    endpoint: 'createWorker',
    given: (site) => {
      const id = site.world.app.commitContext.newId();
      return {
        body: {
          name: 'Luke Farrell',
          competence_cards: [
            { ...ipaf, id },
            { ...ipaf, id },
          ],
        },
      };
    },
    status: 422,
    at: ['#/competence_cards/1/id'],
  },
  {
    title: '[WK2] another organisation’s project is unknown',
    endpoint: 'createWorker',
    given: (site) => ({ as: 'stranger', body: { name: 'Luke Farrell', project_ids: [site.ids['project']] } }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_ids'],
  },
  {
    title: '[WK2] built-in object members such as __proto__ are not fields',
    endpoint: 'createWorker',
    given: () => ({
      body: '{"name":"Gareth Pugh","__proto__":{"active":false},"constructor":1,"expiry_notices":[{"days":0}]}',
    }),
    status: 201,
    check: ({ headers, body }) => {
      expect(headers.get('x-ignored-fields')).toBe('__proto__, constructor, expiry_notices');
      expect(body).toMatchObject({ name: 'Gareth Pugh', active: true });
      expect(body).not.toHaveProperty('expiry_notices');
    },
  },
  {
    title: '[WK3] holders of workers:write see the mobile number',
    endpoint: 'getWorker',
    given: async (site) => ({ as: 'supervisor', params: await someone(site, { mobile: '07700 900202' }) }),
    status: 200,
    check: ({ body }) => expect(body.mobile).toBe('07700 900202'),
  },
  {
    title: '[WK3] all others do not see the mobile number',
    endpoint: 'getWorker',
    given: async (site) => ({ as: 'viewer', params: await someone(site, { mobile: '07700 900202' }) }),
    status: 200,
    check: ({ body, text }) => {
      expect(body).toMatchObject({ name: 'Ionuț Popescu', mobile: null });
      expect(text).not.toContain('900202');
    },
  },
  {
    title: '[WK3] the list hides the mobile number too',
    endpoint: 'listWorkers',
    given: async (site) => {
      await someone(site, { mobile: '07700 900299' });
      return { as: 'viewer', query: '?per_page=100' };
    },
    status: 200,
    check: ({ text }) => expect(text).not.toContain('900299'),
  },
  {
    title: '[WK4] workers are found by name, employer and trade, ignoring accents',
    endpoint: 'listWorkers',
    given: async (site) => {
      await someone(site, { name: 'Łukasz Wrona', employer_name: 'Tallow Strip-Out Ltd' });
      return { query: '?q=lukasz%20tallow%20str' };
    },
    status: 200,
    check: ({ body }) => expect(names(body)).toEqual(['Łukasz Wrona']),
  },
  {
    title: '[WK4] workers are filtered by project, page by page',
    endpoint: 'listWorkers',
    given: async (site) => {
      const { id } = await site.must('createProject', { body: { name: 'Tallow Lane' } });
      for (const name of ['First', 'Second', 'Third']) await someone(site, { name, project_ids: [id] });
      return { query: `?project_id=${id}&per_page=2&page=2` };
    },
    status: 200,
    check: ({ body }) => {
      expect(names(body)).toEqual(['First']);
      expect(body.meta).toMatchObject({ current_page: 2, per_page: 2, total: 3, last_page: 2, next_cursor: null });
    },
  },
  {
    title: '[WK4] workers are filtered by expiring cards and by inactive status',
    endpoint: 'listWorkers',
    given: async (site) => {
      const [soon, late] = [inDays(site, 20), inDays(site, 21)];
      await someone(site, { name: 'Soon', active: false, competence_cards: [{ ...ipaf, expires_on: soon }] });
      await someone(site, { name: 'Late', active: false, competence_cards: [{ ...ipaf, expires_on: late }] });
      return { query: '?expiring_within=20&status=inactive' };
    },
    status: 200,
    check: ({ body }) => expect(names(body)).toEqual(['Soon']),
  },
  {
    title: '[WK4] a poller gets the workers changed since a time, in order of change',
    endpoint: 'listWorkers',
    given: async (site) => {
      const { worker } = await someone(site, { name: 'Polled' });
      const { updated_at: since } = await site.must('updateWorker', { params: { worker }, body: { trade: 'Glazier' } });
      return { query: `?updated_since=${since}` };
    },
    status: 200,
    check: ({ body }) => expect(names(body)).toEqual(['Polled']),
  },
  {
    title: '[R8] a filter that cannot be is refused by its name',
    endpoint: 'listWorkers',
    given: () => ({ query: '?q=x&status=asleep&project_id=1&expiring_within=-1' }),
    status: 422,
    at: ['q', 'status', 'project_id', 'expiring_within'],
  },
  {
    title: '[WK5] a list of cards replaces the old one; a known card keeps its id',
    endpoint: 'updateWorker',
    given: async (site) => {
      const params = await someone(site);
      return { params, body: { competence_cards: [{ ...ipaf, level: 'operator' }], trade: 'Installer' } };
    },
    status: 200,
    check: ({ body }, _site, { params }) =>
      expect(body).toMatchObject({
        trade: 'Installer',
        competence_cards: [{ id: params?.['card'], level: 'operator' }],
      }),
  },
];
