/** An incident that the office was told of by telephone, and the reason of a minor change: in a real browser against one real server. */
import { expect, test } from 'vitest';
import { openEmptyOffice } from './support/first-start.ts';
import { inOffice } from './support/in-office.ts';
import { look } from './support/look.ts';
import { callApi, type Reply } from './support/office-api.ts';
import type { OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
inOffice(openEmptyOffice, (opened) => {
  office = opened;
});

test('[WB772] the office reports an incident that it was told of, and goes on with it', async () => {
  const { page } = office;
  const { id: project } = await callApi(page, 'POST', 'projects', { name: 'Mill Yard' });
  await page.goto('/office/incidents');
  await page.getByRole('link', { name: 'Report an incident' }).click();
  await page.getByRole('button', { name: 'Report it' }).click();
  await page.getByText('Write what happened.').first().waitFor();
  await look(page, 'incident-new');
  await page.getByLabel('Type', { exact: true }).selectOption('dangerous_occurrence');
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Mill Yard' });
  await page.getByLabel('When', { exact: true }).fill('2026-11-02T09:40');
  await page.getByLabel('Place', { exact: true }).fill('Gate 2');
  await page.getByLabel('What happened', { exact: true }).fill('A pallet fell from the hoist.');
  await page.getByLabel('Nobody is named as the reporter').check();
  // The answer is lost: the same press again reports it once.
  await page.route('**/api/v1/incidents', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Report it' }).click();
  await page.getByText('The server did not answer.').waitFor();
  await page.unroute('**/api/v1/incidents');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await page.getByRole('heading', { level: 1, name: /^INC-2026/ }).waitFor();
  await page.getByText('A pallet fell from the hoist.').first().waitFor();
  const { data } = await callApi<{ data: (Reply & { reported_by: unknown; project_id: string })[] }>(
    page,
    'GET',
    'incidents',
  );
  expect(data).toMatchObject([
    { incident_type: 'dangerous_occurrence', location: 'Gate 2', project_id: project, reported_by: null },
  ]);
});

test('[WB773] a minor change is approved with its reason only, which nobody makes up', async () => {
  const { page } = office;
  const { id } = await callApi(page, 'POST', 'documents', { title: 'Roof', document_type: 'rams' });
  const act = (step: string) => callApi(page, 'POST', `documents/${id}/${step}`, {});
  for (const step of ['submit-review', 'approve', 'revise', 'submit-review']) await act(step);
  await page.goto(`/office/documents/${id}/review`);
  await page.getByRole('checkbox', { name: /^The change is material/ }).uncheck();
  const approve = page.getByRole('button', { name: 'Approve version 2' });
  await approve.click();
  await page.getByText('Say why nobody has to be briefed again.').waitFor();
  await page.getByLabel(/^Note to the author/).fill('Nothing but a spelling.');
  await approve.click();
  await page.getByText('Version 2 is approved.').waitFor();
  const { data } = await callApi<{ data: (Reply & { decision_reason: string })[] }>(
    page,
    'GET',
    `documents/${id}/versions`,
  );
  expect(data.map(({ decision_reason: reason }) => reason)).toContain('Nothing but a spelling.');
});
