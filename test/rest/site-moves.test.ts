/** A site that is worked by stays in its project (contract, Pages in the browser). */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { engines } from '../kit/engines.ts';
import { nearMiss, openSite, type Site } from './support/site.ts';

test.each(engines)('[WB310] %s: a site stays in its project while anything live names it there', async (engine) => {
  await using site = await openSite(engine, { isFurnished: false });
  const { site: at, there, project_id } = await placesOf(site);
  const move = (): Promise<unknown> => site.call('updateSite', { params: { site: at }, body: { project_id: there } });
  const document = (await site.approved({ project_id, site_id: at })).id;
  const { reference } = await site.must('getDocument', { params: { document } });
  const { id: incident } = await site.must('createIncident', { body: nearMiss(project_id, at) });
  const { id: permit } = await site.must('createPermit', { body: { permit_type: 'dig', project_id, site_id: at } });
  await site.must('createDocument', { body: { title: 'No project', document_type: 'toolbox_talk', site_id: at } });
  const refused = { status: 409, body: { code: 'conflict', needed_by: expect.arrayContaining([reference]) } };
  expect(await move()).toMatchObject({ ...refused, text: expect.stringMatching(/PTW-DIG.*INC-|INC-.*PTW-DIG/s) });
  await site.must('triageIncident', { params: { incident }, body: { potential_severity: 1 } });
  await site.must('closeIncident', { params: { incident }, body: { reason: 'Nothing to do.' } });
  await site.must('cancelPermit', { params: { permit }, body: { reason: 'Not needed.' } });
  expect(await move()).toMatchObject({ ...refused, body: { needed_by: [reference] } });
  // The draft is elsewhere, the version in force is not.
  await site.must('revise', { params: { document } });
  await site.must('updateDocument', { params: { document }, body: { site_id: null } });
  expect(await move()).toMatchObject({ ...refused, body: { needed_by: [reference] } });
  expect(await site.call('updateSite', { params: { site: at }, body: { project_id, name: 'Gate' } })).toMatchObject({
    status: 200,
  });
  // It can be restored, as what was approved there.
  await site.must('archive', { params: { document } });
  expect(await move()).toMatchObject({ ...refused, body: { needed_by: [reference] } });
});

test.each(engines)('[R103] %s: a site stays with what was approved or is open there alone', async (engine) => {
  await using site = await openSite(engine, { isFurnished: false });
  const { site: at, there, project_id } = await placesOf(site);
  const move = (): Promise<unknown> => site.call('updateSite', { params: { site: at }, body: { project_id: there } });
  const talk = { document_type: 'toolbox_talk', site_id: at };
  await site.must('createDocument', { body: { ...talk, title: 'Draft' } });
  const { id: permit } = await site.must('createPermit', { body: { permit_type: 'dig', site_id: at } });
  const { permit_number: number } = await site.must('getPermit', { params: { permit } });
  expect(await move()).toMatchObject({ status: 409, body: { code: 'conflict', needed_by: [number] } });
  await site.must('cancelPermit', { params: { permit }, body: { reason: 'Not needed.' } });
  const { id: document } = await site.approved(talk);
  const { reference } = await site.must('getDocument', { params: { document } });
  const refused = { status: 409, body: { code: 'conflict', needed_by: [reference] } };
  expect(await move()).toMatchObject(refused);
  // The draft is elsewhere and names its project, the version in force is not.
  await site.must('revise', { params: { document } });
  const { id: next } = await site.must('createSite', { body: { project_id, name: 'North gate' } });
  await site.must('updateDocument', { params: { document }, body: { project_id, site_id: next } });
  expect(await move()).toMatchObject(refused);
  await site.must('archive', { params: { document } });
  expect(await move()).toMatchObject(refused);
  // Nothing is in force there any more.
  await site.must('restore', { params: { document } });
  await site.must('submitReview', { params: { document } });
  await site.must('approve', { params: { document } });
  expect(await move()).toMatchObject({ status: 200 });
});

test('[R105] a permit under a form of a site alone is of that site’s project', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const { site: at, project_id } = await placesOf(site);
  const { id: form } = await site.approved({ document_type: 'toolbox_talk', site_id: at });
  const { id: permit } = await site.must('createPermit', { body: { permit_type: 'dig', document_id: form } });
  expect(await site.must('getPermit', { params: { permit } })).toMatchObject({ project_id, site_id: at });
});

test('[WB311] a document whose site has gone to another project meanwhile needs another site', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const { site: at, there, project_id } = await placesOf(site);
  const params = { document: (await site.draft({ project_id, site_id: at })).id };
  await site.must('archive', { params });
  await site.must('updateSite', { params: { site: at }, body: { project_id: there } });
  await site.must('restore', { params });
  const refused = { status: 422, body: { code: 'reference_unknown', errors: [{ pointer: '#/site_id' }] } };
  expect(await site.call('updateDocument', { params, body: { title: 'Other words' } })).toMatchObject(refused);
  expect(await site.call('submitReview', { params })).toMatchObject(refused);
  expect(await site.call('updateDocument', { params, body: { site_id: null } })).toMatchObject({ status: 200 });
});

test('[R102] an archived site has no open permits, takes nothing new, and is restored', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const { site: at, project_id } = await placesOf(site);
  const place = { project_id, site_id: at };
  const document = (await site.approved(place)).id;
  const permit = () => site.call('createPermit', { body: { permit_type: 'dig', ...place } });
  const set = (status: string) => site.call('updateSite', { params: { site: at }, body: { status } });
  const refused = { status: 409, body: { code: 'site_closed', detail: expect.stringMatching(/^Gate is archived/) } };
  const { id } = await site.must('createPermit', { body: { permit_type: 'dig', ...place } });
  expect(await set('archived')).toMatchObject({
    status: 409,
    body: { code: 'conflict', needed_by: [expect.stringMatching(/PTW/)] },
  });
  await site.must('cancelPermit', { params: { permit: id }, body: { reason: 'Not needed.' } });
  expect(await set('archived')).toMatchObject({ status: 200, body: { status: 'archived' } });
  const signed = () => site.call('recordSignoff', { params: { document }, body: { worker_name: 'Ana Costa' } });
  const made = () => site.call('createDocument', { body: { title: 'Late', document_type: 'toolbox_talk', ...place } });
  for (const refusal of [await permit(), await signed(), await made()]) expect(refusal).toMatchObject(refused);
  const names = async (status: string) =>
    (await site.must('listSites', { query: `?status=${status}` })).data.map(({ name }) => name);
  expect([await names('active'), await names('archived')]).toEqual([[], ['Gate']]);
  expect(await set('active')).toMatchObject({ status: 200 });
  expect([(await permit()).status, (await signed()).status]).toEqual([201, 201]);
});

test.each(engines)('[LC7] %s: what was approved stays in its project, at any site of it', async (engine) => {
  await using site = await openSite(engine, { isFurnished: false });
  const { site: at, there, project_id } = await placesOf(site);
  const elsewhere = (await site.must('createSite', { body: { project_id: there, name: 'Far gate' } })).id;
  const next = (await site.must('createSite', { body: { project_id, name: 'North gate' } })).id;
  const set = (document: string, body: JsonObject) => site.call('updateDocument', { params: { document }, body });
  // A draft that was never approved goes anywhere.
  const { id: draft } = await site.draft({ project_id, site_id: at });
  expect(await set(draft, { project_id: there, site_id: elsewhere })).toMatchObject({ status: 200 });
  const refused = { status: 409, body: { code: 'conflict', detail: expect.stringMatching(/^Version 1 was approved/) } };
  const { id: document } = await site.approved({ project_id, site_id: at });
  await site.must('revise', { params: { document } });
  expect(await set(document, { project_id: there, site_id: elsewhere })).toMatchObject(refused);
  expect(await set(document, { project_id: null, site_id: null })).toMatchObject(refused);
  // Its site could go to another project then, and take it along.
  expect(await set(document, { project_id: null })).toMatchObject(refused);
  expect(await set(document, { project_id: null, site_id: next })).toMatchObject(refused);
  expect(await set(document, { project_id, site_id: next })).toMatchObject({ status: 200 });
  // The project of one without its own is that of its site.
  const { id: talk } = await site.approved({ document_type: 'toolbox_talk', site_id: at });
  await site.must('revise', { params: { document: talk } });
  expect(await set(talk, { site_id: elsewhere })).toMatchObject(refused);
  expect(await set(talk, { site_id: next })).toMatchObject({ status: 200 });
});

test('[R104] a version in force goes by its own site while its next draft is for another one', async () => {
  await using site = await openSite('sqlite', { isFurnished: false });
  const { site: at, project_id } = await placesOf(site);
  const { id: next } = await site.must('createSite', { body: { project_id, name: 'North gate' } });
  const params = { document: (await site.approved({ project_id, site_id: at })).id };
  await site.must('revise', { params });
  await site.must('updateDocument', { params, body: { site_id: next } });
  const { id: permit } = await site.must('createPermit', {
    body: { permit_type: 'dig', document_id: params.document },
  });
  expect(await site.must('getPermit', { params: { permit } })).toMatchObject({ site_id: at });
  await site.must('cancelPermit', { params: { permit }, body: { reason: 'Not needed.' } });
  const asked = () =>
    Promise.all([
      site.call('recordSignoff', { params, body: { worker_name: 'Ana Costa' } }),
      site.call('createSignCode', { params, body: { version: 1, worker: { name: 'Ewa Nowak' } } }),
      site.call('askToBrief', { params, body: {} }),
    ]);
  const set = (of: string, status: string) => site.must('updateSite', { params: { site: of }, body: { status } });
  await set(next, 'archived');
  expect((await asked()).map(({ status }) => status)).toEqual([201, 200, 200]);
  await set(next, 'active');
  await set(at, 'archived');
  for (const { body } of await asked()) expect(body).toMatchObject({ code: 'site_closed' });
});

async function placesOf(site: Site): Promise<{ readonly site: string; readonly there: string; project_id: string }> {
  const { id: project_id } = await site.must('createProject', { body: { name: 'Here', status: 'active' } });
  const { id: there } = await site.must('createProject', { body: { name: 'There', status: 'active' } });
  return { site: (await site.must('createSite', { body: { project_id, name: 'Gate' } })).id, there, project_id };
}
