/** What who decides on a version is told before: that there is no connection, and what is still to be met of the version before. */
import { expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
/** An author, by the API. */
let author: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});

async function draftOf(title: string): Promise<string> {
  const { id: document } = await author.createDocument({ body: { title, document_type: 'toolbox_talk' } });
  await author.createHazard({ document, body: { name: 'Fall', controls: [{ description: 'Rail' }] } });
  return document;
}

test('[WB691] without a connection no step is offered, and what was written stays', async () => {
  const { page } = office;
  const document = await draftOf('Night work');
  await author.submitReview({ document, body: {} });
  await page.goto(`/office/documents/${document}/review`);
  const steps = ['Approve version 1', 'Ask for changes', 'Withdraw from review'].map((name) =>
    page.getByRole('button', { name }),
  );
  for (const step of steps) await expect.poll(() => step.isEnabled()).toBe(true);
  await page.context().setOffline(true);
  await page.getByText('the next step needs the server').waitFor();
  for (const step of steps) expect(await step.isEnabled()).toBe(false);
  await page.getByLabel('Note').fill('Kept while the server is away.');
  await look(page, 'review-cut');
  await page.context().setOffline(false);
  for (const step of steps) await expect.poll(() => step.isEnabled()).toBe(true);
  expect(await page.getByLabel('Note').inputValue()).toBe('Kept while the server is away.');
});

test('[LC12] the review says what is still to be met of the version before', async () => {
  const { page } = office;
  const document = await draftOf('Tower crane');
  await author.submitReview({ document, body: {} });
  await author.approve({ document, body: { conditions: [{ text: 'The anemometer is tested.' }] } });
  await author.revise({ document, body: {} });
  await author.submitReview({ document, body: {} });
  await page.goto(`/office/documents/${document}/review`);
  await page.getByText('1 condition of version 1 is not met yet. Add again what has to hold').waitFor();
  await page.getByLabel('The change is material').uncheck();
  await page.getByText('A minor change keeps what is not met.').waitFor();
  await look(page, 'review-open-condition');
});

test('[WB9] axe-core finds nothing before a decision', () => {
  expect(findings).toEqual([]);
});
