/** A PDF with its changes marked, asked for in Review and where two versions are compared, in a real browser against one real server. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterEach, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { readPdf } from '../export/reading.ts';
import { inOffice } from './support/in-office.ts';
import { askAgain, loseAnswer } from './support/lost-answers.ts';
import { findings, look } from './support/look.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
let page: Page;
let author: RestClient;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
  ({ page } = office);
  author = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const button = 'PDF with changes marked';
const press = (): Promise<void> => page.getByRole('button', { name: button, exact: true }).click();

/** Approved once, and again with each further name of its hazard; the last one is under review. */
async function document(...names: readonly string[]): Promise<string> {
  const { id } = await author.createDocument({ body: { title: 'Hoist', document_type: 'rams', reference: 'LS-001' } });
  const [first = '', ...others] = names;
  await author.createHazard({ document: id, body: { name: first, controls: [{ description: 'Look up' }] } });
  for (const name of others) {
    await author.submitReview({ document: id, body: {} });
    await author.approve({ document: id, body: {} });
    await author.revise({ document: id, body: {} });
    const [hazard] = (await author.listHazards({ document: id })).data;
    await author.updateHazard({ document: id, id: hazard?.id ?? '', body: { name } });
  }
  await author.submitReview({ document: id, body: {} });
  return id;
}

async function saved(start: () => Promise<void>): Promise<{ readonly name: string; readonly words: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  const { drawn } = await readPdf(new Uint8Array(await readFile(await download.path())));
  return { name: download.suggestedFilename(), words: drawn.join(' ') };
}

test('[WB612] Review makes a PDF of what is under review, with its changes marked', async () => {
  const id = await document('Load falls', 'Load swings');
  await page.goto(`/office/documents/${id}/review`);
  await page.getByText('Version 2 against approved version 1').waitFor();
  await look(page, 'review-marked-pdf');
  const { name, words } = await saved(press);
  expect(name).toBe('LS-001-draft-changes-since-v1.pdf');
  for (const said of ['Changes since version 1', 'NOT THE CONTROLLED RECORD', 'Load', 'falls', 'swings'])
    expect(words).toContain(said);
  const { data } = await author.listExports({ document: id, query: {} });
  expect(data).toMatchObject([{ compare_with: 1, document_version: null, include: { quiz_answers: true } }]);
});

test('[WB612] no such PDF is offered where no version was approved, or nothing follows it', async () => {
  const id = await document('Load falls');
  await page.goto(`/office/documents/${id}/review`);
  await page.getByText('Nothing was approved yet').waitFor();
  expect(await page.getByRole('button', { name: button }).count()).toBe(0);
  await author.approve({ document: id, body: {} });
  await page.goto(`/office/documents/${id}/review`);
  await page.getByText('Nothing differs from the approved version.').waitFor();
  expect(await page.getByRole('button', { name: button }).count()).toBe(0);
});

test('[WB612] a PDF whose answer is lost is asked for again, and made once', async () => {
  const id = await document('Load falls', 'Load swings');
  await page.goto(`/office/documents/${id}/review`);
  await loseAnswer(page, 'documents/*/export', button);
  await look(page, 'review-marked-unanswered');
  await saved(() => askAgain(page));
  expect((await author.listExports({ document: id, query: {} })).data).toHaveLength(1);
});

test('[WB612] a PDF that cannot be made says why', async () => {
  const id = await document('Load falls', 'Load swings');
  await page.goto(`/office/documents/${id}/review`);
  await page.route('**/api/v1/exports/*', async (route) => {
    const failure = { code: 'export_too_large', message: 'The document is too large for one file.', retryable: false };
    const json: object = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, status: 'failed', download_url: null, failure } });
  });
  await page.route('**/api/v1/documents/*/export', async (route) => {
    const json: object = await (await route.fetch()).json();
    await route.fulfill({ status: 202, json: { ...json, status: 'queued' } });
  });
  await press();
  await page.getByText('The document is too large for one file.').waitFor();
  await look(page, 'review-marked-failed');
});

test('[WB613] two versions that are compared can be had as a PDF with the changes marked', async () => {
  const id = await document('Load falls', 'Load swings', 'Load turns', 'Load drops');
  await page.goto(`/office/documents/${id}/versions/1..3`);
  await page.getByText('Version 3 against version 1').waitFor();
  await look(page, 'versions-marked-pdf');
  const { name, words } = await saved(press);
  expect(name).toBe('LS-001-v3-changes-since-v1.pdf');
  for (const said of ['falls', 'turns']) expect(words).toContain(said);
  expect(words).not.toContain('swings');
  await page.goto(`/office/documents/${id}/versions/3..1`);
  await page.getByText('Version 1 against version 3').waitFor();
  expect(await page.getByRole('button', { name: button }).count()).toBe(0);
});

test('[WB615] the files of a document say which have their changes marked, and since when', async () => {
  const id = await document('Load falls', 'Load swings');
  const body = { format: 'docx', version: 2, compare_with: 1 } as const;
  await author.exportDocument({ document: id, body });
  await page.goto(`/office/documents/${id}/export`);
  await page.getByText('Word, draft, with its changes since version 1').waitFor();
});

test('[WB612] the screens with marked PDFs are sound', () => expect(findings).toEqual([]));
