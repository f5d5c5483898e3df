/** Exports with their changes marked, as REST and devices ask for them: which file is whose, and when it is old (EX215, EX216). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareDevice, create, documentWithHazard } from '../kit/bare-device.ts';
import { engines } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { readDocx } from '../export/reading.ts';
import { approvedDocx, askExport, docx } from './support/ask-export.ts';
import { openSite, type CallOptions, type Site } from './support/site.ts';

describe.each(engines)('on %s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine);
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const approved = () => approvedDocx(site);
  const ask = (given: CallOptions) => askExport(site, given);

  test('[EX216] a request with another version to compare with is another, named file', async () => {
    const given = await approved();
    for (const step of ['revise', 'submitReview', 'approve', 'revise', 'submitReview', 'approve'] as const)
      await site.must(step, given);
    const [, plain] = await ask(given);
    const body = { ...docx, compare_with: 1 };
    const { result: first } = await site.eventsOf(() => ask({ ...given, body }));
    expect(await ask({ ...given, body })).toEqual([200, first[1]]);
    const { result: other } = await site.eventsOf(() => ask({ ...given, body: { ...docx, compare_with: 2 } }));
    expect([first[0], other[0]]).toEqual([202, 202]);
    expect(await ask(given)).toEqual([200, plain]);
    const { replaces, download_url: url } = await site.must('getExport', { params: { export: first[1] } });
    expect(replaces).toBe(null);
    const file = await fetch(String(url));
    expect(file.headers.get('content-disposition')).toContain('-v3-changes-since-v1.docx');
    await file.arrayBuffer();
    // Who signs is not printed, so that it changes nothing.
    await site.must('recordSignoff', { params: given.params, body: { worker_name: 'Jo' } });
    const freshness = async (id: string) => (await site.must('getExport', { params: { export: id } })).current;
    expect([await freshness(first[1]), await freshness(plain)]).toEqual([true, false]);
    await site.must('updateProject', { body: { client_name: `Harrow Homes ${first[1]}` } });
    expect(await freshness(first[1])).toBe(false);
  });

  test('[EX216] the place of the earlier version makes a marked copy old, and nothing else', async () => {
    const given = await approved();
    const { id: site_id } = await site.must('createSite', {
      body: { project_id: site.ids['project'], name: 'Moved to' },
    });
    await site.must('revise', given);
    await site.must('updateDocument', { ...given, body: { site_id } });
    for (const step of ['submitReview', 'approve'] as const) await site.must(step, given);
    const [plain, marked] = [
      (await site.eventsOf(() => ask(given))).result[1],
      (await site.eventsOf(() => ask({ ...given, body: { ...docx, compare_with: 1 } }))).result[1],
    ];
    const freshness = async (id: string) => (await site.must('getExport', { params: { export: id } })).current;
    expect([await freshness(plain), await freshness(marked)]).toEqual([true, true]);
    await site.must('updateSite', { body: { access_notes: `By gate ${marked}.` } });
    expect([await freshness(plain), await freshness(marked)]).toEqual([true, false]);
  });

  test('[EX216] a marked draft is printed as it is when it is made, and is old after an edit', async () => {
    const { params } = await approved();
    await site.must('revise', { params });
    const { id } = await site.must('createHazard', { params, body: { name: 'Swinging load' } });
    const { result } = await site.eventsOf(() => ask({ params, body: { ...docx, version: 2, compare_with: 1 } }));
    await site.must('updateHazard', { params: { ...params, id }, body: { name: 'Swinging load at dusk' } });
    const made = await site.must('getExport', { params: { export: result[1] } });
    expect(made).toMatchObject({ current: false, signoffs: 0, content_hash: null });
    const { text } = readDocx(new Uint8Array(await (await fetch(String(made.download_url))).arrayBuffer()));
    expect(text).toContain('Swinging load');
    expect(text).not.toContain('at dusk');
  });
});

test('[EX215] a device is refused what REST is: changes against a version that is none', async () => {
  await using world = await openWorld();
  const device = bareDevice(world);
  const { documentId } = await documentWithHazard(world, device, true);
  const asked = { document_id: documentId, document_version: 1, format: 'pdf' };
  const results = await device.push(
    [1, 7].map((compare_with) => create('export', world.app.commitContext.newId(), { ...asked, compare_with })),
  );
  expect(results.map(({ status }) => status)).toEqual(['refused', 'refused']);
});
