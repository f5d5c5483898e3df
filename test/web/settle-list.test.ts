/** A list that an office and a tablet wrote at once, as it is settled in the office. */
import { expect, test } from 'vitest';
import { commit } from '../../server/commit/commit.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { openExample } from './support/first-start.ts';
import { look } from './support/look.ts';
import { callApi } from './support/office-api.ts';

test('[MG33] of a list the page shows what the document has, and settles it once', async () => {
  await using office = await openExample();
  const { page } = office;
  const { data } = await callApi<{ data: { id: string }[] }>(page, 'GET', 'documents?status=draft');
  const id = data[0]?.id ?? '';
  const { hazards } = await callApi<{ hazards: { id: string }[] }>(page, 'GET', `documents/${id}`);
  const hazard = hazards.at(-1)?.id ?? '';
  const controls = (first: string, second = 'Guard rails') => ({
    controls: [first, second].map((description, i) => ({ id: `01a1e7a0-0000-7000-8000-00000000000${i}`, description })),
  });
  const change = (first: string, second?: string) =>
    callApi(page, 'PATCH', `documents/${id}/hazards/${hazard}`, controls(first, second));
  await change('Nets');
  await change('Safety nets');
  const { organisation } = await callApi<{ organisation: { id: string } }>(page, 'GET', 'me');
  const actor = { organisationId: organisation.id, id: 'tablet', name: 'Block C tablet', role: 'device' } as const;
  const edit = (set: JsonObject, was: JsonObject) => ({ op: 'patch', kind: 'hazard', id: hazard, set, was }) as const;
  for (const [seen, written] of [
    ['Nets', 'Edge nets'],
    ['Edge nets', 'Edge nets, checked'],
  ] as const)
    await commit(office.app.commitContext, { actor, origin: 'sync', requestId: 'test' }, [
      edit(controls(written), controls(seen)),
    ]);
  await page.goto('/office/settle');
  const now = page.locator('section.value', { hasText: 'In the document now' });
  await now.getByText('Grant Holloway').waitFor();
  await change('Nets at the edge', 'Guard rails at 950 mm');
  await page.reload();
  await now.getByText('Nets at the edge').waitFor();
  await look(page, 'settle-controls');
  await page.getByRole('button', { name: 'Take this' }).click();
  await page.getByText('No two people wrote different values.').waitFor();
  const after = await callApi<{ readonly controls: readonly JsonObject[] }>(
    page,
    'GET',
    `documents/${id}/hazards/${hazard}`,
  );
  expect(after.controls.map(({ description }) => description)).toEqual(['Edge nets, checked', 'Guard rails at 950 mm']);
});
