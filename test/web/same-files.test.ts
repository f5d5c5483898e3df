/** Files that look alike, chosen in one go in the office, in a real browser against one real server. */
import { expect, test } from 'vitest';
import { restClient } from '../../client-sdk/rest.ts';
import { png } from '../rest/support/images.ts';
import { openEmptyOffice } from './support/first-start.ts';

test('[WB581] two chosen files of one name, size and time are both added', async () => {
  await using office = await openEmptyOffice();
  const { page, app } = office;
  const rest = restClient({ server: app.url, token: app.newAdminToken ?? '' });
  const { id: project_id } = await rest.createProject({ body: { name: 'Quay Road' } });
  const { id: site_id } = await rest.createSite({ body: { project_id, name: 'Gate' } });
  const { id: document } = await rest.createDocument({
    body: { title: 'Scaffold', document_type: 'rams', project_id, site_id },
  });
  const { id } = await rest.createHazard({ document, body: { name: 'Fall' } });
  await page.goto(`/office/documents/${document}/edit`);
  await page.locator(`#entry-${id} summary`).first().click();
  const input = page.getByLabel('Photos and sheets for Fall');
  await input.waitFor({ state: 'attached' });
  await input.evaluate(
    (field, contents) => {
      const chosen = new DataTransfer();
      for (const bytes of contents)
        chosen.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png', lastModified: 0 }));
      (field as HTMLInputElement).files = chosen.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [png(9), png(10)].map((bytes) => [...bytes]),
  );
  await page.getByLabel('Words below number 2').waitFor();
  await page.getByText('Everything is saved.').waitFor();
  const saved = await rest.getHazard({ document, id });
  expect(new Set(saved.photos?.map(({ sha256 }) => sha256)).size).toBe(2);
});
