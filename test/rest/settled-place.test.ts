/** Two people give a draft another project each: the dispute is settled in one step (contract, Documents). */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { engines } from '../kit/engines.ts';
import { openSite, type Site } from './support/site.ts';

/** A draft of a first project; `r` was written, and `q` by somebody who had not seen it; undefined = no project either. */
async function disputed(site: Site, r: string | null, q?: string | null) {
  const place = async (name: string) => {
    const { id: project_id } = await site.must('createProject', { body: { name, status: 'active' } });
    const { id: site_id } = await site.must('createSite', { body: { project_id, name: `Gate of ${name}` } });
    return { project_id, site_id };
  };
  const nowhere = { project_id: null, site_id: null };
  const [p, first, second] = [await place('P'), await place('R'), q === undefined ? nowhere : await place('Q')];
  const { id: document } = await site.draft(p);
  const params = { document };
  await site.must('updateDocument', { params, body: { ...first, site_id: r && first.site_id } });
  await site.must('updateDocument', { params, body: { ...second, site_id: q ? second.site_id : null, was: p } });
  const open = async () =>
    (await site.must('listConflicts', { query: `?document_id=${document}&status=open` })).data.map(
      ({ id, field }) => [field, id] as const,
    );
  const ids = new Map(await open());
  const take = (field: string, body: JsonObject = { resolution: 'take' }) =>
    site.call('settleConflict', { params: { conflict: ids.get(field) ?? '' }, body });
  return { params, first, second, take, open: async () => (await open()).map(([field]) => field) };
}

test.each(engines)('[LC8] %s: the project is taken with the site that was written with it', async (engine) => {
  await using site = await openSite(engine, { isFurnished: false });
  const at = await disputed(site, 'its gate', 'its gate');
  expect((await at.open()).toSorted()).toEqual(['project_id', 'site_id']);
  expect(await at.take('project_id')).toMatchObject({ status: 200 });
  expect(await site.must('getDocument', { params: at.params })).toMatchObject(at.second);
  expect(await at.open()).toEqual([]);
});

test('[LC8] or without a site', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const at = await disputed(site, 'its gate', null);
  expect(await at.take('project_id')).toMatchObject({ status: 200 });
  expect(await site.must('getDocument', { params: at.params })).toMatchObject({ ...at.second, site_id: null });
  expect(await at.open()).toEqual([]);
});

test('[LC8] also where the dispute about the site was settled before', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const at = await disputed(site, 'its gate', null);
  await at.take('site_id', { resolution: 'keep' });
  expect(await at.take('project_id')).toMatchObject({ status: 200 });
  expect(await site.must('getDocument', { params: at.params })).toMatchObject({ ...at.second, site_id: null });
});

test('[LC8] also where the draft has no site now, and where the other has no project', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  for (const [r, q] of [
    [null, 'its gate'],
    ['its gate', undefined],
  ] as const) {
    const at = await disputed(site, r, q);
    expect(await at.take('project_id')).toMatchObject({ status: 200 });
    expect(await site.must('getDocument', { params: at.params })).toMatchObject(at.second);
    expect(await at.open()).toEqual([]);
  }
});
