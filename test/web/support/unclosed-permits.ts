/** Home, and permits whose work is finished. */
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { look } from './look.ts';
import { by, finishWork, hours, panel, writePermit } from './running-permits.ts';

/** After `listsChecks`, and where fire watches are due: one isolation is left, then a final check is asked for. */
export async function listsUnclosed(page: Page, rest: RestClient): Promise<void> {
  const permit = await writePermit(rest, 'Duct');
  await rest.recordIsolation({ permit, body: { at: hours(-3), by, system: 'Gas main' } });
  await finishWork(rest, permit);
  await rest.startFireWatch({ permit, body: { at: hours(-2), by } });
  await rest.endFireWatch({ permit, body: { at: hours(0), by } });
  const { id: project_id } = await rest.createProject({ body: { name: 'Quay' } });
  const incident = { occurred_at: hours(-1), location: 'Gate', project_id };
  for (let i = 1; i <= 9; i++) await rest.createIncident({ body: { ...incident, description: `Trip ${i}` } });
  await page.goto('/office');
  const rows = panel(page, 'Open and running').getByRole('listitem');
  await rows.filter({ hasText: 'Yard: fire watch not done' }).waitFor();
  expect((await rows.allInnerTexts()).findIndex((text) => text.includes('Trip'))).toBe(3);
  await page
    .getByText(/^\d+ more$/)
    .first()
    .click();
  await rows.filter({ hasText: 'Duct: isolations' }).getByText('0 of 1 isolations are back in service').waitFor();
  await look(page, 'home-unclosed');
  await rows.filter({ hasText: 'Hall: to be closed' }).getByRole('link', { name: 'Close the permit' }).click();
  await page.getByRole('dialog', { name: 'Close the permit' }).waitFor();

  await rest.updateOrganisation({ body: { settings: { permit: { hot_work_final_check_minutes: 90 } } } });
  await page.goto('/office');
  await rows.filter({ hasText: 'Hall: final check' }).getByText('the final check was at 0 of 90 minutes').waitFor();
  await rest.updateOrganisation({ body: { settings: { permit: { hot_work_final_check_minutes: 0 } } } });
}
