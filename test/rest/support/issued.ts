/** Documents in review, for scenarios that begin there. */
import type { Reply } from './outcome.ts';
import type { CallOptions, Site } from './site.ts';

export interface Given extends CallOptions {
  readonly params: Readonly<Record<string, string>>;
}

/** A document approved as version 1, with a hazard, a section and a person on site. */
export async function issued(site: Site): Promise<Given> {
  const params = { document: (await site.draft({ project_id: site.ids['project'], site_id: site.ids['site'] })).id };
  await site.must('createHazard', { params, body: { name: 'Dust', controls: [{ description: 'Extract at source' }] } });
  await site.must('createHazard', { params, body: { name: 'Noise' } });
  await site.must('createSection', {
    params,
    body: { title: 'Welfare', section_type: 'project_details', body: 'As drawn' },
  });
  await site.must('createSection', { params, body: { title: 'PPE', section_type: 'ppe', body: 'Boots' } });
  await site.must('createPersonnelEntry', { params, body: { name: 'Ewa Nowak', mobile: '07700 900300' } });
  for (const action of ['submitReview', 'approve'] as const) await site.must(action, { params });
  return { params };
}

/** The draft of version 2, changed by `edit` and submitted for review. */
export async function nextHandedIn(
  site: Site,
  edit: (given: Given, document: Reply<'getDocument'>) => Promise<unknown>,
): Promise<Given> {
  const given = await issued(site);
  await site.must('recordSignoff', { ...given, body: { worker_name: 'Jo' } });
  await site.must('revise', given);
  await edit(given, await site.must('getDocument', given));
  await site.must('submitReview', given);
  return given;
}

/** A change that does not affect the work. */
export const retitled =
  (site: Site) =>
  async (given: Given, { sections }: Reply<'getDocument'>) =>
    site.must('updateSection', {
      params: { ...given.params, id: sections[0]?.id ?? '' },
      body: { body: 'As drawn, in the new cabin' },
    });
