/** Repeated export requests: the same file is rendered once, and again as soon as its content would differ (contract, Exports). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { readDocxFiles } from '../export/reading.ts';
import { png } from './support/images.ts';
import { approvedDocx, askExport, docx } from './support/ask-export.ts';
import { openSite, photosOf, type CallOptions, type Site } from './support/site.ts';

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const approved = () => approvedDocx(site);
  const ask = (given: CallOptions) => askExport(site, given);

  test('[EX21] the same request returns the same export without an event; another does not', async () => {
    const given = await approved();
    const first = await site.eventsOf(() => ask(given));
    expect([first.result[0], first.events]).toEqual([202, ['document.exported']]);
    const [, id] = first.result;
    const again = await site.eventsOf(() => site.call('exportDocument', { ...given, as: 'author' }));
    expect(again.events).toEqual([]);
    expect(again.result.status).toBe(200);
    expect(again.result.headers.get('location')).toBe(`/api/v1/exports/${id}`);
    expect(again.result.headers.get('cache-control')).toBe('no-store');
    expect(again.result.body).toMatchObject({ id, status: 'completed', format: 'docx', document_version: 1 });
    expect(again.result.text).not.toContain('input_hash');
    expect(await ask({ ...given, body: { ...docx, version: 1 } })).toEqual([200, id]);
    for (const other of [
      { paper: 'letter' },
      { form: 'register' },
      { language: 'ro' },
      { watermark: 'none' },
      { include: { signoffs: false } },
    ])
      expect((await ask({ ...given, body: { ...docx, ...other } }))[0], JSON.stringify(other)).toBe(202);
    expect(await ask(given)).toEqual([200, id]);
  });

  test('[EX21] concurrent requests create one job, and all get it', async () => {
    const { params } = await approved();
    const asked = Array.from({ length: 8 }, () =>
      site.world.api<{ id: string }>('POST', `/api/v1/documents/${params.document}/export`, docx),
    );
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  });

  test('[EX50] an export says since when and because of what it is stale', async () => {
    const given = await approved();
    const [, id] = await ask(given);
    const read = async () => await site.must('getExport', { params: { export: id } });
    expect(await read()).toMatchObject({ current: true, stale_since: null, stale_because: [], signoffs: 0 });
    const { id: signoff } = await site.must('recordSignoff', { params: given.params, body: { worker_name: 'Jo' } });
    const because = async () => (await read()).stale_because.map((each) => [each.reason, each.id]);
    expect(await because()).toEqual([['signoff_recorded', signoff]]);
    const { stale_since } = await read();
    site.world.clock.advance(1_000);
    await site.must('updateProject', { body: { client_name: 'Harrow Homes' } });
    expect(await because()).toEqual([
      ['signoff_recorded', signoff],
      ['project_changed', site.ids['project']],
    ]);
    expect(await read()).toMatchObject({ current: false, stale_since });
    site.world.clock.advance(1_000);
    await site.must('voidSignoff', { params: { signoff }, body: { reason: 'Signed by the wrong person' } });
    expect(await because()).toContainEqual(['signoff_voided', signoff]);
    const { id: kyle } = await site.must('addCrewMember', { params: given.params, body: { name: 'Kyle' } });
    expect(await because()).toContainEqual(['crew_changed', kyle]);
    const [, later] = await ask(given);
    await site.must('removeCrewMember', { params: { ...given.params, id: kyle } });
    const changed = (await site.must('getExport', { params: { export: later } })).stale_because;
    expect(changed.map((each) => [each.reason, each.id])).toEqual([['crew_changed', kyle]]);
  });

  test('[EX39] a photo that comes or goes makes the export stale, whichever version names it', async () => {
    const [{ id: project_id }, elsewhere] = [
      await site.must('createProject', { body: { name: 'Long Lane' } }),
      await site.must('createProject', { body: { name: 'Short Lane' } }),
    ];
    const { id: site_id } = await site.must('createSite', { body: { project_id, name: 'Block A' } });
    const params = { document: (await site.draft({ project_id })).id };
    const id = site.world.app.commitContext.newId();
    const { id: hazard } = await site.must('createHazard', {
      params,
      body: { name: 'Edge', photos: [{ id, caption: 'The edge' }] },
    });
    for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params });
    const [, first] = await ask({ params, body: docx });
    const [, bare] = await ask({ params, body: { ...docx, photos: false } });
    const state = async (of: string) => {
      const { current, stale_because } = await site.must('getExport', { params: { export: of } });
      return [current, stale_because.map((each) => [each.reason, each.id])];
    };
    expect(await state(first)).toEqual([true, []]);
    await site.must('revise', { params });
    await site.must('updateHazard', { params: { ...params, id: hazard }, body: { photos: [] } });
    const file = { sha256: id.replaceAll('-', '').repeat(2), file_name: 'edge.png', media_type: 'image/png', bytes: 9 };
    await site.device({ op: 'create', kind: 'photo', id, set: { ...file, site_id } });
    expect(await state(first)).toEqual([false, [['photo_added', id]]]);
    expect(await state(bare)).toEqual([true, []]);
    const [, second] = await ask({ params, body: docx });
    expect(await state(second)).toEqual([true, []]);
    await site.must('updateSite', { params: { site: site_id }, body: { project_id: elsewhere.id } });
    expect(await state(second)).toEqual([false, [['photo_removed', id]]]);
  });

  test('[EX50] an edit makes the export of a draft stale, and not that of the approved version', async () => {
    const { params } = await approved();
    const [, frozen] = await ask({ params, body: docx });
    await site.must('revise', { params });
    await site.must('createHazard', { params, body: { name: 'Falling objects' } });
    expect(await site.must('getExport', { params: { export: frozen } })).toMatchObject({ current: true });
    const draft = { params: { document: (await site.draft()).id }, body: docx };
    const [, id] = await ask(draft);
    expect(await site.must('getExport', { params: { export: id } })).toMatchObject({ current: true });
    await site.must('createHazard', { params: draft.params, body: { name: 'Falling objects' } });
    expect(await site.must('getExport', { params: { export: id } })).toMatchObject({
      current: false,
      stale_because: [{ reason: 'edited', kind: 'document', id: draft.params.document }],
    });
  });

  test('[EX87] a draft that was begun and discarded makes no file of the approved version old', async () => {
    const given = { params: { document: (await site.approved()).id }, body: docx };
    const [, id] = await ask(given);
    for (const action of ['revise', 'discard'] as const) await site.must(action, { params: given.params });
    expect(await site.must('getExport', { params: { export: id } })).toMatchObject({ current: true });
    expect(await ask(given)).toEqual([200, id]);
  });

  test('[EX88] a file is stale exactly when a document that it names changes name or version', async () => {
    const { id: named } = await site.approved();
    const link = { document_type: 'permit', permit: { linked_document_ids: [named] } };
    const given = { params: { document: (await site.approved(link)).id }, body: docx };
    const [, id] = await ask(given);
    const state = async () => {
      const { current, stale_because } = await site.must('getExport', { params: { export: id } });
      return [current, stale_because.map((each) => [each.reason, each.id])];
    };
    await site.must('revise', { params: { document: named } });
    await site.must('createHazard', { params: { document: named }, body: { name: 'Noise' } });
    expect(await state()).toEqual([true, []]);
    for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params: { document: named } });
    expect(await state()).toEqual([false, [['linked_document_changed', named]]]);
    expect((await ask(given))[0]).toBe(202);
  });

  test('[EX52] the event and the list name what an export replaces', async () => {
    const given = await approved();
    const [, first] = await ask(given);
    site.world.clock.advance(1_000);
    await site.must('recordSignoff', { params: given.params, body: { worker_name: 'Jo' } });
    const sent = site.receiver.requests.length;
    const [, second] = await ask(given);
    const { data } = await site.must('listExports', { params: given.params });
    expect(data.map(({ id, current, replaces }) => [id, current, replaces])).toEqual([
      [second, true, first],
      [first, false, null],
    ]);
    await site.world.app.webhooks.run();
    const events = site.receiver.requests
      .slice(sent)
      .map(({ body }) => JSON.parse(body.toString()) as { data: object });
    expect(events.map(({ data: each }) => each)).toContainEqual(
      expect.objectContaining({
        export_id: second,
        status: 'completed',
        trigger: 'requested',
        content_hash: data[0]?.content_hash,
        signoffs: 1,
        replaces: first,
        failure: null,
      }),
    );
  });

  test('[EX47] a photo of the project is in the file that names it; another project’s is not', async () => {
    const { data } = await site.must('uploadPhotos', { body: photosOf(png(64)) });
    const photos = data.map(({ id }) => ({ id, caption: 'The edge' }));
    const pictures = async (place: object): Promise<number> => {
      const params = { document: (await site.draft(place)).id };
      await site.must('createHazard', { params, body: { name: 'Edge', photos } });
      const [, id] = await ask({ params, body: docx });
      const file = await fetch(String((await site.must('getExport', { params: { export: id } })).download_url));
      return [...readDocxFiles(await file.bytes()).keys()].filter((path) => path.startsWith('word/media/')).length;
    };
    expect(await pictures({ project_id: site.ids['project'], site_id: site.ids['site'] })).toBe(1);
    const other = await site.must('createProject', { body: { name: 'Other' } });
    expect(await pictures({ project_id: other.id })).toBe(0);
  });

  test('[EX22] a sign-off, a void, a new version or a changed project or site needs a new file', async () => {
    const given = await approved();
    const ids = [(await ask(given))[1]];
    const renewed = async (what: string): Promise<void> => {
      const [status, id] = await ask(given);
      expect([status, ids.includes(id)], what).toEqual([202, false]);
      ids.push(id);
      expect(await ask(given), what).toEqual([200, id]);
    };
    const { id: signoff } = await site.must('recordSignoff', { params: given.params, body: { worker_name: 'Jo' } });
    await renewed('sign-off');
    await site.must('voidSignoff', { params: { signoff }, body: { reason: 'Signed by the wrong person' } });
    await renewed('void');
    await site.must('updateSite', { body: { access_notes: 'By gate G1.' } });
    await renewed('site');
    await site.must('updateProject', { body: { client_name: 'Kingsmead Living' } });
    await renewed('project');
    for (const action of ['revise', 'submitReview', 'approve'] as const)
      await site.must(action, { params: given.params });
    await renewed('version');
    const old = { ...given, body: { ...docx, version: 1 } };
    expect((await ask(old))[0]).toBe(202);
    await site.must('archive', { params: given.params });
    await renewed('archived');
  });

  test('[EX22] a draft edit needs a new draft file but keeps the approved one', async () => {
    const given = await approved();
    const [, id] = await ask(given);
    await site.must('revise', { params: given.params });
    await site.must('createHazard', { params: given.params, body: { name: 'Noise' } });
    expect(await ask(given)).toEqual([200, id]);
    const draft = { ...given, body: { ...docx, version: 2 } };
    const [, first] = await ask(draft);
    expect(await ask(draft)).toEqual([200, first]);
    await site.must('createHazard', { params: given.params, body: { name: 'Dust' } });
    expect((await ask(draft))[0]).toBe(202);
    expect(await ask(given)).toEqual([200, id]);
  });

  test('[EX23] a file is reused for a day', async () => {
    const given = await approved();
    const [, first] = await ask(given);
    site.world.clock.advance(24 * 3_600_000 + 1000);
    const [status, second] = await ask(given);
    expect([status, second === first]).toEqual([202, false]);
    expect(await ask(given)).toEqual([200, second]);
  });
});

test('[EX23] a missing file is rendered again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitefile-exports-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  await using world = await openWorld({ environment: { DATA_DIR: dataDir } });
  const { documentId } = await documentWithHazard(world, bareDevice(world));
  const ask = async (): Promise<number> => {
    const { status } = await world.api('POST', `/api/v1/documents/${documentId}/export`, { format: 'docx' });
    await world.app.exports.run();
    return status;
  };
  expect([await ask(), await ask()]).toEqual([202, 200]);
  await rm(join(dataDir, 'blobs', world.organisationId), { recursive: true });
  expect([await ask(), await ask()]).toEqual([202, 200]);
});

test('[EX23] an export record pushed by a device is never reused', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const { documentId } = await documentWithHazard(world, device, true);
  const asked = { document_id: documentId, document_version: 1, format: 'docx' };
  const { db } = world.app.commitContext.store;
  const hashes = async (): Promise<unknown[]> =>
    (await db.selectFrom('record').select('body').where('kind', '=', 'export').orderBy('created_at').execute()).map(
      ({ body }) => (JSON.parse(body) as { input_hash: unknown }).input_hash,
    );
  await world.api('POST', `/api/v1/documents/${documentId}/export`, { format: 'docx' });
  const [input_hash] = await hashes();
  const [result] = await device.push([
    create('export', world.app.commitContext.newId(), { ...asked, input_hash: String(input_hash) }),
  ]);
  expect(result?.status).toBe('applied');
  expect(await hashes()).toEqual([expect.stringMatching(/^sha256:/), null]);
});
