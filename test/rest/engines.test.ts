/** A working day by REST on each engine: both must answer alike. */
import { describe, expect, test } from 'vitest';
import { engines } from '../kit/engines.ts';
import { openSite } from './support/site.ts';

describe.each(engines)('%s', (engine) => {
  test('[R40] a document goes from draft to signed, exported and revised', async () => {
    await using site = await openSite(engine);
    const { id: document } = await site.draft({ template: true, project_id: site.ids['project'] });
    const params = { document };
    for (const name of ['One', 'Two', 'Three']) await site.must('createHazard', { params, body: { name } });
    const { data } = await site.must('listHazards', { params });
    await site.must('reorderHazards', { params, body: { order: data.map(({ id }) => id).toReversed() } });
    const draft = await site.must('getDocument', { params });
    expect(draft.hazards.map(({ name }) => name)).toEqual(['Three', 'Two', 'One']);
    expect(draft.sections).toHaveLength(35);
    await site.must('submitReview', { params });
    await site.must('approve', { params });
    await site.must('recordSignoff', { params, body: { worker_name: 'Zoë Ångström' } });
    const changed = await site.must('listDocuments', {
      query: `?updated_since=${draft.updated_at}&status=approved&project_id=${site.ids['project']}`,
    });
    expect(changed.data.map(({ id }) => id)).toEqual([document]);
    expect((await site.must('listSignoffs', { params })).data).toMatchObject([
      { worker: { name: 'Zoë Ångström' }, currency: 'current' },
    ]);
    expect((await site.must('listVersions', { params })).data).toMatchObject([{ version: 1, signoffs_recorded: 1 }]);
    expect((await site.call('getDocument', { params, as: 'stranger' })).status).toBe(404);
    const copy = await site.must('duplicate', { params });
    expect(copy.hazards.map(({ name }) => name)).toEqual(['Three', 'Two', 'One']);
  });

  test('[R22] entries created at the same moment get distinct positions', async () => {
    await using site = await openSite(engine);
    const params = { document: (await site.draft()).id };
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        site.must('createHazard', { params, body: { name: `Hazard ${i}`, position: 1 } }),
      ),
    );
    const { data } = await site.must('listHazards', { params });
    expect(data.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await site.must('getDocument', { params })).revision).toBe(9);
  });

  test('[R17] a poller that continues from the last change it saw misses nothing', async () => {
    await using site = await openSite(engine);
    const seen = new Set<string>();
    let since = '1970-01-01T00:00:00Z';
    const poll = async (): Promise<void> => {
      const { data } = await site.must('listDocuments', { query: `?per_page=100&updated_since=${since}` });
      for (const { id } of data) seen.add(id);
      since = data.at(-1)?.updated_at ?? since;
    };
    const writing = Promise.all(Array.from({ length: 12 }, () => site.draft()));
    await Promise.all([writing, poll(), poll()]);
    await poll();
    for (const { id } of await writing) expect(seen).toContain(id);
  });
});
