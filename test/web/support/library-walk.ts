/** Hazards of an approved document are taken over into a draft. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';
import { callApi } from './office-api.ts';

/** Of two hazards one is chosen; it is removed again afterwards. */
export async function takesFromLibrary(page: Page, rest: RestClient, document: string): Promise<void> {
  const { id: approved } = await rest.createDocument({
    body: { title: 'Hoist erection', document_type: 'toolbox_talk' },
  });
  const rated = { severity_before: 5, likelihood_before: 3, severity_after: 5, likelihood_after: 1 };
  const controls = [
    { description: 'Zone closed', hierarchy_level: 'engineering' as const },
    { description: 'Banksman', responsibility: 'Rigger' },
  ];
  await rest.createHazard({ document: approved, body: { name: 'Load falls', ...rated, controls } });
  const [here] = (await rest.listHazards({ document })).data;
  await rest.createHazard({ document: approved, body: { name: here?.name ?? '' } });
  await rest.submitReview({ document: approved, body: {} });
  await callApi(page, 'POST', `documents/${approved}/approve`, {});
  await page.getByRole('button', { name: 'From library' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From which approved document?').selectOption(approved);
  await dialog.getByLabel('Load falls (2 controls)').check();
  await look(page, 'library');
  // What is here already is not offered.
  expect(await dialog.getByRole('checkbox').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Add 1 hazard' }).click();
  await dialog.waitFor({ state: 'detached' });
  const entry = page.getByRole('region', { name: 'Hazards' }).getByRole('listitem').filter({ hasText: 'Load falls' });
  await entry.waitFor();
  const { data } = await rest.listHazards({ document });
  const { id, ...taken } = data.find(({ name }) => name === 'Load falls') ?? { id: '' };
  expect(taken).toMatchObject({ ...rated, controls });
  await rest.removeHazard({ document, id });
  await entry.waitFor({ state: 'detached' });
}
