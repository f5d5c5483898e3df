/** Scenarios of a site that is archived: it takes nothing new by REST. */
import { hotWork, permitIn } from '../support/permits.ts';
import type { Refusal } from '../support/scenario.ts';
import type { Site } from '../support/site.ts';

type Place = { readonly project_id: string; readonly site_id: string };
type Closed = Pick<Refusal, 'title' | 'endpoint'> & {
  readonly at: (site: Site, place: Place, close: () => Promise<unknown>) => ReturnType<NonNullable<Refusal['given']>>;
};

/** `close` archives the site: some are there before. */
const refused = ({ at, ...refusal }: Closed): Refusal => ({
  ...refusal,
  given: async (site) => {
    const { id: project_id } = await site.must('createProject', { body: { name: 'Mill Lane' } });
    const { id: site_id } = await site.must('createSite', { body: { project_id, name: 'Gate' } });
    const close = () => site.must('updateSite', { params: { site: site_id }, body: { status: 'archived' } });
    return await at(site, { project_id, site_id }, close);
  },
  status: 409,
  code: 'site_closed',
});

const approvedThere = async (site: Site, place: Place, close: () => Promise<unknown>) => {
  const { id: document } = await site.approved(place);
  await close();
  return { params: { document } };
};

export const closedSiteScenarios: readonly Refusal[] = [
  refused({
    title: '[R102] an archived site refuses new documents',
    endpoint: 'createDocument',
    at: async (_site, place, close) => {
      await close();
      return { body: { title: 'Late', document_type: 'rams', ...place } };
    },
  }),
  refused({
    title: '[R102] a document cannot move to an archived site',
    endpoint: 'updateDocument',
    at: async (site, { project_id, site_id }, close) => {
      const { id: document } = await site.draft({ project_id });
      await close();
      return { params: { document }, body: { site_id } };
    },
  }),
  refused({ title: '[R102] nor can it be copied there', endpoint: 'duplicate', at: approvedThere }),
  refused({
    title: '[R102] an archived site refuses sign-offs',
    endpoint: 'recordSignoff',
    at: async (...there) => ({ ...(await approvedThere(...there)), body: { worker_name: 'Ana Costa' } }),
  }),
  refused({
    title: '[R102] nobody is asked to brief again at an archived site',
    endpoint: 'askToBrief',
    at: async (...there) => ({ ...(await approvedThere(...there)), body: {} }),
  }),
  refused({
    title: '[R102] an archived site has no codes to sign on an own phone',
    endpoint: 'createSignCode',
    at: async (...there) => ({
      ...(await approvedThere(...there)),
      body: { version: 1, worker: { name: 'Ewa Nowak' } },
    }),
  }),
  refused({
    title: '[R102] an archived site refuses permits',
    endpoint: 'createPermit',
    at: async (_site, place, close) => {
      await close();
      return { body: { ...hotWork, ...place } };
    },
  }),
  refused({
    title: '[R102] nor one of a form there',
    endpoint: 'createPermit',
    at: async (...there) => {
      const { params } = await approvedThere(...there);
      return { body: { ...hotWork, document_id: params.document } };
    },
  }),
  refused({
    title: '[R102] a permit cannot move to an archived site',
    endpoint: 'updatePermit',
    at: async (site, { project_id, site_id }, close) => {
      const permit = await permitIn(site, 'draft', { project_id });
      await close();
      return { params: { permit }, body: { site_id } };
    },
  }),
];
