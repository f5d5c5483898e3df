/** A tablet whose clock is wrong, on the devices page. */
import type { Page } from 'playwright';
import type { RestClient } from '../../../client-sdk/rest.ts';
import { callApi } from './office-api.ts';

/** The id of its token. */
export async function tellsClock(page: Page, rest: RestClient): Promise<string> {
  const { id, token } = await rest.createToken({ body: { name: 'Tablet', role: 'device' } });
  const device_time = new Date(Date.now() - 17 * 60_000).toISOString();
  await callApi(page, 'POST', 'sync/hello', { protocols: [1], schema: 1, device_time }, token);
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByText('Clock 17 minutes slow').waitFor();
  return id;
}
