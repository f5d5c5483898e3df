/** Documents created from a template: the data copied from site and project (contract, REST). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import { openSite, type Site } from './support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

type Entries = readonly { readonly key: string; readonly value: string }[];

/** The entries of each section that has any, by section type. */
async function sectionsOf(fields: object): Promise<Readonly<Record<string, Entries>>> {
  const { sections } = await site.draft({ template: true, ...fields });
  const filled = sections.flatMap(({ section_type, data, body }) => {
    expect(body).toBeNull();
    return data ? [[section_type, data['entries'] as unknown as Entries] as const] : []; // asserted by the tests below
  });
  return Object.fromEntries(filled);
}

async function placed(project: JsonObject, place: JsonObject): Promise<{ project_id: string; site_id: string }> {
  const { id: project_id } = await site.must('createProject', { body: { name: 'Harrow Lane', ...project } });
  const { id: site_id } = await site.must('createSite', { body: { name: 'Block C', project_id, ...place } });
  return { project_id, site_id };
}

const emergency = {
  emergency_assembly_point: 'Gate G2, beside the cycle store',
  nearest_hospital: 'Bristol Royal Infirmary',
  nearest_hospital_address: 'Upper Maudlin Street',
};

test('[R65] a template copies site and project data into the matching sections', async () => {
  const place = await placed(
    { reference: 'HLC-2026-065', client_name: 'Kingsmead', start_date: '2026-02-02', end_date: '2027-10-29' },
    {
      address: 'Kingsmead Road',
      city: 'Bristol',
      postcode: 'BS1 6QS',
      site_contact_name: 'Dev Patel',
      site_contact_phone: '07700 900108',
      access_notes: 'Pedestrians by gate G2.',
      ...emergency,
    },
  );
  expect(await sectionsOf({ document_type: 'rams', ...place })).toEqual({
    project_details: [
      { key: 'project', value: 'Harrow Lane' },
      { key: 'project_reference', value: 'HLC-2026-065' },
      { key: 'client', value: 'Kingsmead' },
    ],
    site_information: [
      { key: 'site', value: 'Block C' },
      { key: 'address', value: 'Kingsmead Road, Bristol, BS1 6QS' },
      { key: 'site_contact', value: 'Dev Patel, 07700 900108' },
      { key: 'access', value: 'Pedestrians by gate G2.' },
    ],
    emergency_arrangements: [
      { key: 'assembly_point', value: 'Gate G2, beside the cycle store' },
      { key: 'nearest_hospital', value: 'Bristol Royal Infirmary, Upper Maudlin Street' },
    ],
  });
  expect(Object.keys(await sectionsOf({ document_type: 'permit', ...place }))).toEqual(['emergency_arrangements']);
  expect(await sectionsOf({ document_type: 'toolbox_talk', ...place })).toEqual({});
});

test('[R65] the site is found by either field and in capitals; its text is copied as is', async () => {
  const access_notes = '# Not a heading\n- **not** a list [or](https://example.org) a `link` <b>&amp;\0 🏗 __proto__';
  const place = await placed({ start_date: '2026-02-02' }, { access_notes });
  const fields = { document_type: 'coshh', project: place.project_id, site: place.site_id.toUpperCase() };
  expect(await sectionsOf(fields)).toEqual({
    project_details: [{ key: 'project', value: 'Harrow Lane' }],
    site_information: [
      { key: 'site', value: 'Block C' },
      { key: 'access', value: access_notes },
    ],
  });
});

test('[CF17] a template takes the dates of the work from the project, unless any are given', async () => {
  const place = await placed({ start_date: '2026-02-02', end_date: '2027-10-29' }, {});
  const datesOf = async (fields: object): Promise<unknown[]> => {
    const { work_starts_on, work_ends_on } = await site.draft({ document_type: 'rams', ...place, ...fields });
    return [work_starts_on ?? null, work_ends_on ?? null];
  };
  expect(await datesOf({ template: true })).toEqual(['2026-02-02', '2027-10-29']);
  expect(await datesOf({ template: true, work_ends_on: '2026-01-05' })).toEqual([null, '2026-01-05']);
  expect(await datesOf({})).toEqual([null, null]);
  const { project_id } = await placed({ start_date: '2026-02-02' }, {});
  expect(await datesOf({ template: true, project_id, site_id: null })).toEqual(['2026-02-02', null]);
});

test('[R66] nothing is filled in without site or project or after later changes', async () => {
  expect(await sectionsOf({ document_type: 'rams' })).toEqual({});
  const place = await placed({}, emergency);
  const { id: document } = await site.draft({ template: true, document_type: 'risk_assessment', ...place });
  await site.must('updateSite', { params: { site: place.site_id }, body: { emergency_assembly_point: 'Car park' } });
  const { sections } = await site.must('getDocument', { params: { document } });
  const standing = sections.find(({ section_type }) => section_type === 'emergency_arrangements');
  expect(JSON.stringify(standing?.data)).toContain('Gate G2');
});

test('[R66] an unknown site, or another organisation’s, is refused as without a template', async () => {
  for (const site_id of ['018f0000-0000-7000-8000-00000000dead', site.ids['project'], 7, { id: 1 }]) {
    const answer = await site.call('createDocument', {
      body: { title: 'Nowhere', document_type: 'rams', template: true, site_id },
    });
    expect(answer.status).toBe(422);
  }
  const stranger = await site.call('createDocument', {
    body: { title: 'Nowhere', document_type: 'rams', template: true, site_id: site.ids['site'] },
    as: 'stranger',
  });
  expect([stranger.status, stranger.text.includes('Block A')]).toEqual([422, false]);
});
