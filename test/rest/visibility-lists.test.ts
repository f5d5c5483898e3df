/** Lists, search, event feed and notifications for a contractor user (contract, What a contractor sees). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointName } from '../../shared/rest/rest.ts';
import { engines } from '../kit/engines.ts';
import { openFirm, type Firm } from './support/firm-part.ts';
import { openSite, type Site } from './support/site.ts';

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly meta: { readonly total: number };
}

function inOrder(ids: readonly string[]): string[] {
  return ids.toSorted((a, b) => (a < b ? -1 : 1));
}

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  let own: Firm;
  let other: Firm;
  beforeAll(async () => {
    site = await openSite(engine);
    other = await openFirm(site);
    own = await openFirm(site);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  async function list(name: EndpointName, query = ''): Promise<Listed> {
    return (await own.must(name, { query })) as unknown as Listed; // every list answers in this envelope
  }

  /** As the administrator sees them. */
  async function all(name: EndpointName, query = ''): Promise<Listed> {
    return (await site.must(name, { query })) as unknown as Listed; // as above
  }

  const ids = ({ data }: Listed): string[] => inOrder(data.map(({ id }) => String(id)));

  test('[CV2] lists and their totals contain only the contractor’s own part', async () => {
    const everything = await all('listDocuments', '?per_page=100');
    const whole = await Promise.all(
      everything.data.map(({ id }) => site.must('getDocument', { params: { document: String(id) } })),
    );
    const mine = whole.filter((each) => each.contractor_id === own.ids['contractor']);
    expect(mine.length).toBeGreaterThan(2);
    expect(everything.data.length).toBeGreaterThan(2 * mine.length);
    const documents = await list('listDocuments');
    expect(ids(documents)).toEqual(inOrder(mine.map(({ id }) => id)));
    expect(documents.meta.total).toBe(mine.length);
    const page = await list('listDocuments', '?per_page=1');
    expect([page.data.length, page.meta.total]).toEqual([1, mine.length]);
    expect(ids(await list('listProjects'))).toEqual([own.ids['project']]);
    expect(ids(await list('listAllContractors'))).toEqual([own.ids['contractor']]);
    expect(ids(await list('listAllSubmissions'))).toEqual([own.ids['submission']]);
    const conflicts = await list('listConflicts');
    expect([ids(conflicts), conflicts.meta.total]).toEqual([[own.ids['conflict']], 1]);
    for (const wanted of [other.ids, site.ids]) {
      const query = `?document_id=${wanted['document']}`;
      expect((await list('listConflicts', query)).meta.total).toBe(0);
      expect((await list('listDocuments', `?project_id=${wanted['project']}`)).meta.total).toBe(0);
    }
  });

  test('[MG38] what was merged in a document is read by its contractor, and by no other', async () => {
    const { id: document } = await own.must('createDocument', { body: { title: 'Cradle', document_type: 'rams' } });
    const body = { name: 'Open edge', description: 'Stop lifting at 9 m/s.' };
    const { id } = await own.must('createHazard', { params: { document }, body });
    const [set, was] = [{ description: 'Stop at 9 m/s. Stow.' }, { description: 'Stop at 9 m/s.' }];
    await site.device({ op: 'patch', kind: 'hazard', id, set, was });
    const merged = (firm: Firm) => firm.must('listMergedEdits');
    expect((await merged(own)).data).toMatchObject([{ document_id: document, result: 'Stop lifting at 9 m/s. Stow.' }]);
    expect((await merged(other)).data).toEqual([]);
  });

  test('[BL18] sites and their photos are listed for the contractor’s own projects', async () => {
    expect(ids(await list('listSites'))).toEqual([own.ids['site']]);
    expect((await list('listSites', `?project_id=${other.ids['project']}`)).meta.total).toBe(0);
    const photos = await list('listSitePhotos', '?per_page=1');
    expect([ids(photos), photos.meta.total]).toEqual([[own.ids['photo']], 1]);
    expect((await own.must('getProject')).site_ids).toEqual([own.ids['site']]);
  });

  test('[CV2] no list shows a document of the project that belongs to another contractor', async () => {
    const body = { title: 'Theirs', document_type: 'rams', project_id: own.ids['project'] };
    const { id } = await site.must('createDocument', { body: { ...body, contractor_id: other.ids['contractor'] } });
    expect(ids(await list('listProjectDocuments'))).not.toContain(id);
    expect((await own.call('getDocument', { params: { document: id } })).status).toBe(404);
    await site.must('updateDocument', { params: { document: id }, body: { contractor_id: own.ids['contractor'] } });
    expect(ids(await list('listProjectDocuments'))).toContain(id);
    await site.must('updateDocument', { params: { document: id }, body: { contractor_id: null } });
    expect((await list('listProjectDocuments')).data.map((each) => each['id'])).not.toContain(id);
  });

  test('[CV2] the search finds only the contractor’s own records', async () => {
    for (const q of ['Roof', 'Harrow', 'Fall', 'edge']) {
      const found = await list('search', `?q=${q}&archived=true`);
      expect(found.meta.total).toBe(found.data.length);
      expect(found.data.length).toBeGreaterThan(0);
      expect((await all('search', `?q=${q}&archived=true`)).meta.total).toBeGreaterThan(found.meta.total);
      for (const { type, id, document_id } of found.data) {
        const opened =
          type === 'project'
            ? await own.call('getProject', { params: { project: String(id) } })
            : await own.call('getDocument', { params: { document: String(document_id ?? id) } });
        expect(opened.status).toBe(200);
      }
    }
  });

  test('[CV2] the event feed and notifications cover only the contractor’s own records', async () => {
    const { data } = await list('listEvents', '?limit=1000');
    const names = new Set(data.map(({ event }) => event));
    for (const name of ['document.approved', 'signoff.recorded', 'document.exported', 'contractor.invited'])
      expect([...names]).toContain(name);
    const told = JSON.stringify([data, (await list('listNotifications', '?per_page=100')).data]);
    for (const { ids: theirs } of [other, site])
      for (const name of [
        'project',
        'document',
        'submission',
        'contractor',
        'signoff',
        'export',
        'compliance',
        'hazards',
      ])
        expect([name, told.includes(theirs[name] ?? '?')]).toEqual([name, false]);
    expect(JSON.stringify((await all('listEvents', '?limit=1000')).data)).toContain(other.ids['document']);
    expect(told).not.toContain('incident');
    expect(told).not.toContain('permit');
  });

  test('[CV2] a notification is hidden once its subject belongs to another contractor', async () => {
    const { id } = await own.must('createDocument', { body: { title: 'Ours, once', document_type: 'rams' } });
    await own.must('submitReview', { params: { document: id } });
    const heard = async (): Promise<boolean> => JSON.stringify(await list('listEvents', '?limit=1000')).includes(id);
    expect(await heard()).toBe(true);
    await site.must('reject', { params: { document: id }, body: { reason: 'the crane is missing', comments: [] } });
    await site.must('updateDocument', { params: { document: id }, body: { contractor_id: other.ids['contractor'] } });
    expect(await heard()).toBe(false);
    expect((await own.call('listNotifications', { query: '?per_page=100' })).text).not.toContain(id);
  });

  test('[CV3] a project is visible only while the contractor is in it', async () => {
    const leaving = await openFirm(site);
    expect((await leaving.call('getSite')).status).toBe(200);
    await leaving.must('acceptSubmission');
    expect((await leaving.call('getProject')).status).toBe(200);
    await site.must('removeSubmission', { params: leaving.ids, body: { reason: 'the work went to another' } });
    for (const name of [
      'getProject',
      'listProjectDocuments',
      'getSite',
      'getPhoto',
      'listSubmissions',
      'listSitePhotos',
    ] as const)
      expect([name, (await leaving.call(name)).status]).toEqual([name, 404]);
    for (const name of ['listProjects', 'listSites'] as const)
      expect([name, (await leaving.must(name)).meta.total]).toEqual([name, 0]);
    expect((await leaving.call('getSubmission')).status).toBe(200);
    expect((await leaving.call('getDocument')).status).toBe(200);
  });

  test('[CV4] a contractor user without a contractor sees nothing', async () => {
    for (const name of [
      'listDocuments',
      'listProjects',
      'listSites',
      'listConflicts',
      'listAllContractors',
      'listAllSubmissions',
      'listNotifications',
    ] as const)
      expect([name, (await site.must(name, { as: 'contractor_author' })).meta.total]).toEqual([name, 0]);
    expect((await site.must('search', { as: 'contractor_author', query: '?q=Roof' })).meta.total).toBe(0);
    expect((await site.must('listEvents', { as: 'contractor_author' })).data).toEqual([]);
    expect((await site.call('getDocument', { as: 'contractor_author' })).status).toBe(404);
  });
});
