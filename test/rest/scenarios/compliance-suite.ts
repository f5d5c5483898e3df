/** Scenarios of the compliance check: creating and reading checks, and what a check does not change (contract, Compliance check). */
import { expect } from 'vitest';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

/** A draft with one hazard that stays in the very high band. */
async function dangerous(site: Site): Promise<CallOptions & { readonly params: { readonly document: string } }> {
  const { id: document } = await site.draft({ document_type: 'powra' });
  const rated = { severity_before: 5, likelihood_before: 4, severity_after: 5, likelihood_after: 4 };
  await site.must('createHazard', { params: { document }, body: { name: 'Open shaft', ...rated } });
  return { params: { document } };
}

export const complianceScenarios: readonly Scenario[] = [
  {
    title: '[CC5] a check is stored with the version and content hash, at its Location',
    endpoint: 'checkCompliance',
    given: dangerous,
    status: 201,
    emits: ['compliance.scored'],
    check: async ({ headers, body }, site, given) => {
      expect(headers.get('location')).toBe(`/api/v1/compliance/${body.id}`);
      expect(body).toMatchObject({
        document_id: given.params?.['document'],
        document_version: 1,
        engine: 'rules-1.1.0',
        band: 'poor',
        blocking_failures: ['GEN-01', 'HAZ-05'],
        revision: 1,
      });
      expect(body.content_hash).toMatch(/^sha256:[0-9a-f]{64}$/);
      expect(body.findings).toHaveLength(34);
      expect(body.rules_applied).toBe(body.findings.filter(({ result }) => result !== 'not_applicable').length);
      expect(body.findings.find(({ rule_id: rule }) => rule === 'HAZ-05')).toMatchObject({
        result: 'fail',
        points: 0,
        detail: '1 of 1 hazard left in the very high band: “Open shaft (20)”.',
      });
      expect(await site.must('getCompliance', { params: { compliance: body.id } })).toEqual(body);
    },
  },
  {
    title: '[CC5] a check includes the document’s site',
    endpoint: 'checkCompliance',
    given: async (site) => {
      const { id: document } = await site.draft({ project_id: site.ids['project'], site_id: site.ids['site'] });
      const params = { document };
      await site.must('updateSite', { body: { emergency_assembly_point: 'Point B, canal towpath' } });
      const entries = [{ key: 'assembly_point', value: 'Point A, canal towpath' }];
      const section = { section_type: 'emergency_arrangements', title: 'Emergency', data: { entries } };
      await site.must('createSection', { params, body: section });
      return { params };
    },
    status: 201,
    emits: ['compliance.scored'],
    check: ({ body }) =>
      expect(body.findings.find(({ rule_id: rule }) => rule === 'GEN-04')).toMatchObject({
        result: 'fail',
        detail: expect.stringContaining('site record “Point B, canal towpath”'),
      }),
  },
  {
    title: '[CC6] a caller cannot supply any part of a result',
    endpoint: 'checkCompliance',
    given: async (site) => ({
      ...(await dangerous(site)),
      body: { score: 100, band: 'strong', findings: [], blocking_failures: [], document_id: site.ids['document'] },
    }),
    status: 201,
    emits: ['compliance.scored'],
    check: ({ body }, _site, given) =>
      expect(body).toMatchObject({ document_id: given.params?.['document'], band: 'poor' }),
  },
  {
    title: '[CC6] a check does not edit its document, and works on approved and archived ones',
    endpoint: 'checkCompliance',
    given: async (site) => {
      const { id: document } = await site.approved();
      await site.must('archive', { params: { document } });
      return { params: { document } };
    },
    status: 201,
    emits: ['compliance.scored'],
    check: async (_answer, site, given) => {
      const { data } = await site.must('listCompliance', { params: given.params ?? {} });
      expect(data).toHaveLength(1);
      expect(await site.must('getDocument', given)).toMatchObject({ revision: 4, status: 'archived' });
    },
  },
  {
    title: '[CC6] a check repeated under its id is created once',
    endpoint: 'checkCompliance',
    given: async (site) => {
      const id = site.world.app.commitContext.newId();
      const given = { ...(await dangerous(site)), body: { id } };
      await site.must('checkCompliance', given);
      return given;
    },
    status: 200,
    check: async (_answer, site, given) => {
      expect((await site.must('listCompliance', { params: given.params ?? {} })).meta.total).toBe(1);
    },
  },
  {
    title: '[CC6] the id of another record is refused for a check',
    endpoint: 'checkCompliance',
    given: async (site) => ({ ...(await dangerous(site)), body: { id: site.ids['document'] } }),
    status: 409,
    code: 'id_conflict',
  },
  {
    title: '[CC6] an id that is not a UUID is refused',
    endpoint: 'checkCompliance',
    given: () => ({ body: { id: '__proto__' } }),
    status: 422,
    at: ['#/id'],
  },
  {
    title: '[CC7] the event names the document, the score and the blocking findings',
    endpoint: 'listEvents',
    given: async (site) => {
      const { meta } = await site.must('listEvents', { query: '?limit=1000' });
      const { params } = await dangerous(site);
      await site.must('updateDocument', { params, body: { title: 'Shaft', reference: 'POWRA-1' } });
      const before = await site.must('listEvents', { query: `?limit=1000&after=${meta.next_after}` });
      await site.must('checkCompliance', { params });
      return { params, query: `?after=${before.meta.next_after}` };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      const { data } = await site.must('listCompliance', { params: given.params ?? {} });
      const [made] = data;
      expect(body.data).toMatchObject([
        {
          event: 'compliance.scored',
          data: {
            compliance_id: made?.id,
            document_id: given.params?.['document'],
            title: 'Shaft',
            reference: 'POWRA-1',
            version: 1,
            score: made?.score,
            band: 'poor',
            blocking_failures: ['GEN-01', 'HAZ-05'],
            project_id: null,
          },
        },
      ]);
    },
  },
  {
    title: '[CC7] the author of the document is notified of the score',
    endpoint: 'listNotifications',
    given: async (site) => {
      await site.must('checkCompliance', await dangerous(site));
      return { query: '?type=compliance_scored&per_page=1' };
    },
    status: 200,
    check: async ({ body }, site) => {
      const [told] = body.data;
      const { data } = await site.must('listCompliance', { params: { document: String(told?.resource_id) } });
      expect(told).toMatchObject({
        severity: 'warning',
        subject: `Compliance check complete: ${data[0]?.score} of 100, poor`,
        body: expect.stringContaining('GEN-01, HAZ-05'),
        resource_type: 'document',
      });
    },
  },
  {
    title: '[CC8] the checks of a document are listed newest first, by page and by band',
    endpoint: 'listCompliance',
    given: async (site) => {
      const given = await dangerous(site);
      for (let i = 0; i < 3; i++) {
        await site.must('checkCompliance', given);
        site.world.clock.advance(1);
      }
      return { ...given, query: '?band=poor,weak&per_page=2' };
    },
    status: 200,
    check: async ({ body }, site, given) => {
      expect(body.meta).toMatchObject({ current_page: 1, per_page: 2, total: 3, last_page: 2 });
      expect(body.data[0]?.checked_at.localeCompare(body.data[1]?.checked_at ?? '')).toBe(1);
      const strong = await site.must('listCompliance', { ...given, query: '?band=strong' });
      expect(strong.data).toEqual([]);
    },
  },
  {
    title: '[R8] an unknown band is refused',
    endpoint: 'listCompliance',
    given: () => ({ query: '?band=splendid' }),
    status: 422,
    at: ['band'],
  },
  {
    title: '[CC8] a single check is complete, and answers 304 to its ETag',
    endpoint: 'getCompliance',
    status: 200,
    check: async ({ headers, body }, site) => {
      expect(headers.get('etag')).toBe('"r1"');
      expect(body.findings).toHaveLength(34);
      const had = { 'if-none-match': '"r1"' };
      const again = await site.world.api('GET', `/api/v1/compliance/${body.id}`, undefined, had);
      expect([again.status, again.text]).toEqual([304, '']);
    },
  },
  {
    title: '[CC8] a check is not found by the id of another kind',
    endpoint: 'getCompliance',
    given: (site) => ({ params: { compliance: String(site.ids['document']) } }),
    status: 404,
    code: 'not_found',
  },
  {
    title: '[CC11] the history has the score of each version that was approved, oldest first',
    endpoint: 'listComplianceHistory',
    given: async (site) => {
      const { id: document } = await site.draft({ document_type: 'toolbox_talk' });
      const controls = ['Ear plugs', 'A quieter saw'].map((description) => ({ description }));
      for (const action of ['submitReview', 'approve', 'revise'] as const)
        await site.must(action, { params: { document } });
      await site.must('createHazard', { params: { document }, body: { name: 'Noise', controls } });
      for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params: { document } });
      await site.must('checkCompliance', { params: { document } });
      return { params: { document } };
    },
    status: 200,
    check: async ({ body }, site, { params = {} }) => {
      const { data } = await site.must('listCompliance', { params });
      const [first, second] = body.data.find(({ id }) => id === params['document'])?.versions ?? [];
      expect(second).toMatchObject({ version: 2, superseded_at: null, score: data[0]?.score, band: data[0]?.band });
      expect(first).toMatchObject({ version: 1, superseded_at: second?.approved_at });
      expect(first?.score).not.toBe(second?.score);
    },
  },
];
