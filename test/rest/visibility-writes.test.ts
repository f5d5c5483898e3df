/** What a contractor user may change, and what every endpoint refuses (contract, What a contractor sees). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFirm, type Firm } from './support/firm-part.ts';
import { openSite, type Site } from './support/site.ts';

let site: Site;
let own: Firm;
let other: Firm;
beforeAll(async () => {
  site = await openSite();
  other = await openFirm(site);
  own = await openFirm(site);
});
afterAll(() => site[Symbol.asyncDispose]());

const rams = { title: 'Façade panels', document_type: 'rams' };

test('[CV5] its records belong to its contractor and cannot be given to another', async () => {
  const made = await own.must('createDocument', { body: rams });
  expect(made.contractor_id).toBe(own.ids['contractor']);
  const params = { document: made.id };
  for (const contractor_id of [other.ids['contractor'], null, made.id]) {
    const moved = await own.call('updateDocument', { params, body: { contractor_id } });
    expect(moved).toMatchObject({ status: 422, body: { code: 'reference_unknown' } });
  }
  const theirs = { ...rams, contractor_id: other.ids['contractor'] };
  expect((await own.call('createDocument', { body: theirs })).status).toBe(422);
  expect((await own.must('updateDocument', { params, body: { title: 'Façades' } })).title).toBe('Façades');
  expect((await own.must('duplicate', { params })).contractor_id).toBe(own.ids['contractor']);
  expect(
    (await own.call('createDocument', { body: { ...rams, contractor_id: own.ids['contractor']?.toUpperCase() } }))
      .status,
  ).toBe(201);
});

test('[CV5] it cannot reference another’s project, site or document', async () => {
  for (const { ids } of [other, site]) {
    for (const place of [{ project_id: ids['project'] }, { site_id: ids['site'] }, { project: ids['project'] }]) {
      const refused = await own.call('createDocument', { body: { ...rams, ...place, template: true } });
      expect(refused).toMatchObject({ status: 422, body: { code: 'reference_unknown' } });
      expect(refused.text).not.toContain('Harrow');
    }
    const documents = [{ document_id: ids['document'] }];
    await own.call('acceptSubmission');
    expect(await own.call('submitSubmission', { body: { documents } })).toMatchObject({
      status: 422,
      body: { code: 'reference_unknown' },
    });
  }
  expect(
    (await own.must('submitSubmission', { body: { documents: [{ document_id: own.ids['document'] }] } })).status,
  ).toBe('submitted');
});

test('[CV5] an id in use elsewhere is refused without revealing anything', async () => {
  const { id: document } = await own.must('createDocument', { body: rams });
  const before = await other.must('getSection');
  const taken = await own.call('createSection', {
    params: { document },
    body: { id: other.ids['sections'], title: 'Mine' },
  });
  expect(taken).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  for (const headers of [{}, { 'if-none-match': '*' }]) {
    const again = await own.call('createDocument', { body: { ...rams, id: other.ids['document'] }, headers });
    expect([409, 412]).toContain(again.status);
    expect(again.text).not.toContain('Roof works');
    expect(again.text).not.toContain('current_etag');
  }
  expect(await other.must('getSection')).toEqual(before);
});

test('[CV6] it cannot approve, sign, export or resolve conflicts', async () => {
  for (const name of [
    'approve',
    'reject',
    'archive',
    'recordSignoff',
    'voidSignoff',
    'exportDocument',
    'settleConflict',
  ] as const) {
    const body = { reason: 'long enough to count', worker_name: 'Jo', format: 'pdf', keep: 'mine' };
    expect([name, (await own.call(name, { body })).status]).toEqual([name, 403]);
  }
});

test('[CV7] it cannot use sync, even with a token limited to projects', async () => {
  const { world } = site;
  for (const more of [{}, { projectIds: [own.ids['project'] ?? ''] }]) {
    const token = await world.token('contractor_author', undefined, 'Tablet', more);
    for (const [door, body] of [
      ['pull', { cursor: null }],
      ['push', { schema: 1, commands: [] }],
    ] as const)
      expect(await world.api('POST', `/api/v1/sync/${door}`, body, { authorization: `Bearer ${token}` })).toMatchObject(
        { status: 403, body: { code: 'forbidden', permission: 'sync' } },
      );
  }
});
