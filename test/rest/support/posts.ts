/** A call of each POST of the endpoint table that succeeds, for what holds for all of them under an Idempotency-Key. */
import type { EndpointName } from '../../../shared/rest.ts';
import { png } from './images.ts';
import { photosOf, type CallOptions, type Site } from './site.ts';
import { disabled, params } from './webhooks.ts';

const aDraft = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.draft()).id } });
const aSubmitted = async (site: Site): Promise<CallOptions> => {
  const options = await aDraft(site);
  await site.must('submitReview', options);
  return options;
};
const anApproved = async (site: Site): Promise<CallOptions> => ({ params: { document: (await site.approved()).id } });

const reason = { reason: 'The crane stands elsewhere' };
/** The name, and what is given before it is called. */
export const posts: readonly [EndpointName, (site: Site) => Promise<CallOptions> | CallOptions][] = [
  ['createProject', () => ({ body: { name: 'Once', status: 'completed' } })],
  ['inviteContractor', () => ({ body: { name: 'Once Ltd' } })],
  ['createSite', ({ ids }) => ({ body: { project_id: ids['project'], name: 'Once' } })],
  ['uploadPhotos', () => ({ body: photosOf(png(77)) })],
  ['createDocument', () => ({ body: { title: 'Once', document_type: 'rams', template: true } })],
  ['submitReview', aDraft],
  ['approve', aSubmitted],
  ['reject', async (site) => ({ ...(await aSubmitted(site)), body: reason })],
  ['withdraw', async (site) => ({ ...(await aSubmitted(site)), body: reason })],
  ['revise', async (site) => ({ ...(await anApproved(site)), body: reason })],
  ['archive', async (site) => ({ ...(await anApproved(site)), body: reason })],
  [
    'restore',
    async (site) => {
      const options = { ...(await anApproved(site)), body: reason };
      await site.must('archive', options);
      return options;
    },
  ],
  ['duplicate', () => ({})],
  ['recordSignoff', () => ({ body: { worker_name: 'Only Once' } })],
  [
    'voidSignoff',
    async (site) => {
      const { id } = await site.must('recordSignoff', { body: { worker_name: 'Wrong Name' } });
      return { params: { signoff: id }, body: reason };
    },
  ],
  ['exportDocument', () => ({ body: { format: 'pdf' } })],
  ['createSection', async (site) => ({ ...(await aDraft(site)), body: { title: 'Once' } })],
  ['createHazard', async (site) => ({ ...(await aDraft(site)), body: { name: 'Once', typo: 1 } })],
  ['createCoshhAssessment', async (site) => ({ ...(await aDraft(site)), body: { substance_name: 'Once' } })],
  ['createPersonnelEntry', async (site) => ({ ...(await aDraft(site)), body: { name: 'Once' } })],
  ['readNotification', () => ({})],
  ['unreadNotification', () => ({})],
  ['readAllNotifications', () => ({})],
  ['settleConflict', async (site) => ({ params: { conflict: await site.conflict() } })],
  ['createWebhook', ({ receiver }) => ({ body: { url: receiver.url, events: ['document.exported'] } })],
  ['disableWebhook', async (site) => ({ params: await params(site), body: { reason: 'Once' } })],
  ['enableWebhook', disabled],
  ['testWebhook', async (site) => ({ params: await params(site) })],
  ['rotateWebhookSecret', async (site) => ({ params: await params(site), body: {} })],
  ['completeSecretRotation', async (site) => ({ params: await params(site) })],
  ['recoverDeliveries', async (site) => ({ params: await params(site), body: { since: '2026-01-01T00:00:00Z' } })],
  ['retryDelivery', () => ({})],
];
