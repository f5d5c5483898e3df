/** Scenarios of an incident after the report: its actions and notes (contract, Incidents). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { standing } from './incidents-suite.ts';

const edge = '01a1c000-0000-7000-8000-000000000001';
const strap = '01a1c000-0000-7000-8000-000000000002';

export const incidentActionScenarios: readonly Scenario[] = [
  {
    title: '[IN7] triage records the severity',
    endpoint: 'triageIncident',
    given: async (site) => ({
      params: await standing(site),
      body: { potential_severity: 4, actual_severity: 1, riddor_category: 'dangerous_occurrence' },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'triaged',
        potential_severity: 4,
        actual_severity: 1,
        riddor_category: 'dangerous_occurrence',
        riddor_due_on: '2026-11-30',
      }),
  },
  {
    title: '[IN7] an action in the wrong state is refused',
    endpoint: 'investigateIncident',
    given: async (site) => ({ params: await standing(site) }),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) =>
      expect(body).toMatchObject({ from: 'reported', action: 'investigate', allowed: ['triage', 'note'] }),
  },
  {
    title: '[IN7] an investigation needs a lead',
    endpoint: 'investigateIncident',
    given: async (site) => ({
      params: await standing(site, {}, 'triageIncident'),
      body: { lead: { id: 'priya', name: 'Priya Nair' } },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'investigating',
        investigation: { lead: { name: 'Priya Nair' }, contributory: [], actions: [] },
      }),
  },
  {
    title: '[IN7] planned actions are added to the findings',
    endpoint: 'planIncidentActions',
    given: async (site) => ({
      params: await standing(site, {}, 'triageIncident', 'investigateIncident'),
      body: { root_cause: 'Worn strap', actions: [{ text: 'New straps', due_on: '2026-11-24' }] },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'actions_open',
        investigation: { root_cause: 'Worn strap', actions: [{ text: 'New straps', due_on: '2026-11-24' }] },
      }),
  },
  {
    title: '[IN7] planning needs at least one action',
    endpoint: 'planIncidentActions',
    given: async (site) => ({ params: await standing(site, {}, 'triageIncident') }),
    status: 422,
    at: ['#/actions'],
  },
  {
    title: '[IN17] later actions are appended, and a repeated one counts once',
    endpoint: 'planIncidentActions',
    given: async (site) => {
      const params = await standing(site, {}, 'triageIncident');
      await site.must('planIncidentActions', { params, body: { actions: [{ text: 'New straps' }] } });
      await site.must('investigateIncident', { params });
      return { params, body: { actions: [{ text: 'Check the cradle' }, { text: 'New straps' }] } };
    },
    status: 200,
    check: ({ body }) =>
      expect(body.investigation?.actions).toEqual([{ text: 'New straps' }, { text: 'Check the cradle' }]),
  },
  {
    title: '[IN17] an earlier action that is still open keeps the incident open',
    endpoint: 'closeIncident',
    given: async (site) => {
      const params = await standing(site, {}, 'triageIncident');
      await site.must('planIncidentActions', { params, body: { actions: [{ text: 'New straps' }] } });
      await site.must('investigateIncident', { params });
      const done = { text: 'Check the cradle', done_on: '2026-11-21' };
      await site.must('planIncidentActions', { params, body: { actions: [done] } });
      return { params };
    },
    status: 409,
    code: 'conflict',
    check: ({ body }) => expect(body['open_actions']).toBe(1),
  },
  {
    title: '[IN17] an incident has at most 100 actions',
    endpoint: 'planIncidentActions',
    given: async (site) => {
      const params = await standing(site, {}, 'triageIncident');
      const actions = Array.from({ length: 99 }, (_, i) => ({ text: `Strap ${i}` }));
      await site.must('planIncidentActions', { params, body: { actions } });
      await site.must('investigateIncident', { params });
      return { params, body: { actions: [{ text: 'Check the cradle' }, { text: 'Check the hook' }] } };
    },
    status: 422,
    at: ['#/actions'],
    check: ({ body }) => expect(body.errors?.[0]?.detail).toBe('must be 1 at most, because 99 are planned already'),
  },
  {
    title: '[IN7] an incident cannot be closed while an action is open',
    endpoint: 'closeIncident',
    given: async (site) => {
      const params = await standing(site, {}, 'triageIncident');
      await site.must('planIncidentActions', { params, body: { actions: [{ text: 'New straps' }] } });
      return { params };
    },
    status: 409,
    code: 'conflict',
    check: ({ body }) => expect(body['open_actions']).toBe(1),
  },
  {
    title: '[IN7] an incident is closed when its actions are done',
    endpoint: 'closeIncident',
    given: async (site) => ({
      params: await standing(site, {}, 'triageIncident', 'planIncidentActions'),
      body: { riddor_category: 'not_reportable', riddor_rationale: 'No injury.' },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'closed',
        closed_at: expect.any(String),
        riddor_category: 'not_reportable',
        riddor_due_on: null,
      }),
  },
  {
    title: '[IN7] an incident cannot be closed before it happened',
    endpoint: 'closeIncident',
    given: async (site) => ({
      params: await standing(site, {}, 'triageIncident'),
      body: { closed_at: '2026-11-19T10:00:00Z' },
    }),
    status: 422,
    at: ['#/closed_at'],
  },
  {
    title: '[IN8] a note names its author, also on a closed incident',
    endpoint: 'addIncidentNote',
    given: async (site) => ({
      as: 'supervisor',
      params: await standing(site, {}, 'triageIncident', 'closeIncident'),
      body: { text: 'The strap went to the maker.' },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'closed',
        notes: [
          {
            id: expect.any(String),
            at: expect.any(String),
            by: { name: 'supervisor' },
            text: 'The strap went to the maker.',
          },
        ],
      }),
  },
  {
    title: '[IN8] a note brings photos, which join those of the report, each once',
    endpoint: 'addIncidentNote',
    given: async (site) => ({
      as: 'supervisor',
      params: await standing(site, { photos: [{ id: edge }] }, 'triageIncident', 'closeIncident'),
      body: { text: 'Photo added later.', photos: [{ id: edge }, { id: strap }] },
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({
        status: 'closed',
        photos: [{ id: edge }, { id: strap }],
        notes: [{ text: 'Photo added later.' }],
      }),
  },
  {
    title: '[IN8] a note brings no more photos than an incident may have',
    endpoint: 'addIncidentNote',
    given: async (site) => ({
      params: await standing(site, { photos: Array.from({ length: 50 }, (_, i) => ({ name: `${i}.jpg` })) }),
      body: { text: 'One more.', photos: [{ id: strap }] },
    }),
    status: 422,
    at: ['#/photos'],
  },
  {
    title: '[IN8] an empty note is refused',
    endpoint: 'addIncidentNote',
    given: async (site) => ({ params: await standing(site), body: { text: '  ' } }),
    status: 422,
    at: ['#/text'],
  },
];
