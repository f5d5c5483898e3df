/** Scenarios of incidents and near-misses (contract, Incidents). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import { nearMiss, type Site } from '../support/site.ts';

const hurt = {
  name: 'Jan Nowak',
  age: 41,
  person_type: 'subcontractor',
  injury_severity: 'over_seven_day',
  body_part: 'left hand',
  days_lost: 9,
};

/** As form F2508 asks of the person. */
const asked = {
  address: '4 Fenwick Row, Leeds',
  phone: '0113 496 0101',
  sex: 'male',
  job_title: 'Glazier',
  became_unconscious: false,
  needed_resuscitation: false,
  in_hospital_over_24_hours: true,
};

const report = ({ ids }: Site, more: object = {}): object => nearMiss(ids['project'], ids['site'], more);

/** A separate incident for each row that changes one, advanced through `steps`. */
export async function standing(
  site: Site,
  more: object = {},
  ...steps: readonly ('triageIncident' | 'investigateIncident' | 'planIncidentActions' | 'closeIncident')[]
): Promise<{ readonly incident: string }> {
  const { id: incident } = await site.must('createIncident', { body: report(site, more) });
  for (const step of steps)
    await site.must(step, {
      params: { incident },
      body: step === 'planIncidentActions' ? { actions: [{ text: 'New straps', done_on: '2026-11-21' }] } : {},
    });
  return { incident };
}

export const incidentScenarios: readonly Scenario[] = [
  {
    title: '[IN1] a report emits its event, gets a reference and records reporter and time',
    endpoint: 'createIncident',
    given: (site) => ({ body: report(site) }),
    status: 201,
    emits: ['incident.reported'],
    check: ({ headers, body }) => {
      expect(headers.get('location')).toBe(`/api/v1/incidents/${body.id}`);
      expect(body).toMatchObject({
        status: 'reported',
        reference: expect.stringMatching(/^INC-2026-\d{4,}$/),
        reported_by: { name: 'Administrator' },
        reported_at: expect.any(String),
        riddor_category: 'undetermined',
        riddor_due_on: null,
        injured_persons: [],
        notes: [],
        closed_at: null,
      });
    },
  },
  {
    title: '[IN2] a report needs what, where, when and the project',
    endpoint: 'createIncident',
    given: () => ({ body: { description: ' ', location: ' ' } }),
    status: 422,
    at: ['#/occurred_at', '#/project_id', '#/location', '#/description'],
  },
  {
    title: '[IN18] one character says what happened',
    endpoint: 'createIncident',
    given: (site) => ({ body: report(site, { description: '!' }) }),
    status: 201,
    emits: ['incident.reported'],
    check: ({ body }) => expect(body.description).toBe('!'),
  },
  {
    title: '[IN2] an invalid report is refused with pointers',
    endpoint: 'createIncident',
    given: (site) => ({
      body: report(site, {
        incident_type: 'bad_luck',
        occurred_at: 'yesterday',
        anonymous: 'please',
        injured_persons: [{ ...hurt, age: -1, injury_severity: 'much' }],
        potential_severity: 6,
        riddor_category: 'maybe',
        photos: 'two',
      }),
    }),
    status: 422,
    at: [
      '#/incident_type',
      '#/occurred_at',
      '#/anonymous',
      '#/injured_persons/0/age',
      '#/injured_persons/0/injury_severity',
      '#/potential_severity',
      '#/riddor_category',
      '#/photos',
    ],
  },
  {
    title: '[IN2] another organisation’s project is unknown',
    endpoint: 'createIncident',
    given: (site) => ({ as: 'stranger', body: report(site) }),
    status: 422,
    code: 'reference_unknown',
    at: ['#/project_id'],
  },
  {
    title: '[IN2] a site of another project is refused',
    endpoint: 'createIncident',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Tallow Lane' } });
      return { body: report(site, { project_id: project }) };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/site_id'],
  },
  {
    title: '[IN2] an incident can be reported on a closed project',
    endpoint: 'createIncident',
    given: async (site) => {
      const { id: project } = await site.must('createProject', { body: { name: 'Old job', status: 'completed' } });
      return { body: nearMiss(project, null) };
    },
    status: 201,
    emits: ['incident.reported'],
  },
  {
    title: '[IN3] an anonymous report names nobody, whatever was sent',
    endpoint: 'createIncident',
    given: (site) => ({
      as: 'author',
      body: report(site, { anonymous: true, reported_by: { id: null, name: 'Tomasz Wrona' } }),
    }),
    status: 201,
    emits: ['incident.reported'],
    check: ({ body, text }) => {
      expect(body).toMatchObject({ anonymous: true, reported_by: null, created_by: null });
      expect(text).not.toContain('Wrona');
    },
  },
  {
    title: '[IN20] holders of incidents:manage see who was hurt, with all that form F2508 asks',
    endpoint: 'getIncident',
    given: async (site) => ({
      as: 'manager',
      params: await standing(site, { injured_persons: [{ ...hurt, ...asked }], local_authority: 'Leeds' }),
    }),
    status: 200,
    check: ({ body }) =>
      expect(body).toMatchObject({ injured_persons: [{ ...hurt, ...asked }], local_authority: 'Leeds' }),
  },
  {
    title: '[IN4] all others, even the reporter, do not see who was hurt',
    endpoint: 'createIncident',
    given: (site) => ({ as: 'supervisor', body: report(site, { injured_persons: [{ ...hurt, ...asked }] }) }),
    status: 201,
    emits: ['incident.reported'],
    check: ({ body, text }) => {
      expect(body.injured_persons).toEqual([
        {
          ...Object.fromEntries(
            Object.keys({ ...hurt, ...asked, taken_to_hospital: null }).map((name) => [name, null]),
          ),
          person_type: hurt.person_type,
          injury_severity: hurt.injury_severity,
        },
      ]);
      expect(text).not.toMatch(/Nowak|left hand|Fenwick|0113|Glazier/);
    },
  },
  {
    title: '[IN4] lists hide who was hurt too',
    endpoint: 'listIncidents',
    given: async (site) => {
      await standing(site, { injured_persons: [hurt] });
      return { as: 'viewer', query: '?per_page=100' };
    },
    status: 200,
    check: ({ body, text }) => {
      expect(body.data.some(({ injured_persons: injured }) => injured?.length)).toBe(true);
      expect(text).not.toMatch(/Nowak|left hand/);
    },
  },
  {
    title: '[IN5] incidents are filtered by status, type, project and site',
    endpoint: 'listIncidents',
    given: async (site) => {
      const { id: project_id } = await site.must('createProject', { body: { name: 'Filtered' } });
      const { id: site_id } = await site.must('createSite', { body: { name: 'Yard', project_id } });
      await standing(site, { project_id, site_id, incident_type: 'fire', location: 'Right' }, 'triageIncident');
      await standing(site, { project_id, site_id, incident_type: 'fire', location: 'Not triaged' });
      await standing(site, { project_id, site_id, incident_type: 'security', location: 'Other' }, 'triageIncident');
      return { query: `?status=triaged,closed&incident_type=fire&project_id=${project_id}&site_id=${site_id}` };
    },
    status: 200,
    check: ({ body }) => expect(body.data.map(({ location }) => location)).toEqual(['Right']),
  },
  {
    title: '[IN5] a poller gets the incidents changed since a time, in order of change',
    endpoint: 'listIncidents',
    given: async (site) => {
      const params = await standing(site, { location: 'Polled' });
      const { updated_at: since } = await site.must('triageIncident', { params });
      return { query: `?updated_since=${since}` };
    },
    status: 200,
    check: ({ body }) => expect(body.data.map(({ location }) => location)).toEqual(['Polled']),
  },
  {
    title: '[R8] a filter that cannot be is refused by its name',
    endpoint: 'listIncidents',
    given: () => ({ query: '?status=lost&incident_type=luck&updated_since=x' }),
    status: 422,
    at: ['status', 'incident_type', 'updated_since'],
  },
  {
    title: '[IN6] handlers may correct a report, except its author and time',
    endpoint: 'updateIncident',
    given: async (site) => ({
      as: 'manager',
      params: await standing(site),
      body: {
        location: 'Level 7',
        injured_persons: [hurt],
        status: 'closed',
        reported_at: '2020-01-01T00:00:00Z',
        reported_by: { name: 'Me' },
        anonymous: true,
        reference: 'X',
        notes: [],
      },
    }),
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({
        location: 'Level 7',
        injured_persons: [hurt],
        status: 'reported',
        anonymous: false,
        reported_by: { name: 'Administrator' },
        riddor_due_on: '2026-12-05',
      });
      expect(body.reference).not.toBe('X');
    },
  },
  {
    title: '[IN6] a closed incident cannot be edited',
    endpoint: 'updateIncident',
    given: async (site) => ({
      params: await standing(site, {}, 'triageIncident', 'closeIncident'),
      body: { location: 'Elsewhere' },
    }),
    status: 409,
    code: 'invalid_transition',
    check: ({ body }) => expect(body).toMatchObject({ from: 'closed', action: 'edit', allowed: ['note'] }),
  },
];
