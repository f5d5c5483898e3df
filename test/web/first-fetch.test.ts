/** A tablet whose first fetch takes long says how far it is. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { findings } from './support/look.ts';
import { openField, type OpenField } from './support/open-field.ts';
import { enrol, seen } from './support/tablet.ts';

let field: OpenField;
let page: Page;
beforeAll(async () => {
  field = await openField(['Ann Lee']);
  const context = await field.startBrowser();
  page = context.pages()[0] ?? (await context.newPage());
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page.url(), await page.locator('body').ariaSnapshot());
});
afterAll(() => field[Symbol.asyncDispose]());

/** More than fit one page of the feed. */
async function writeDocuments(): Promise<void> {
  const { token } = await field.rest.createToken({ body: { name: 'Marta', role: 'manager' } });
  const [site] = (await field.rest.listSites({})).data;
  const set = { document_type: 'toolbox_talk', project_id: site?.project_id, site_id: site?.id };
  const newId = (): string => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)));
  for (let from = 0; from < 1200; from += 200) {
    const commands = Array.from({ length: 200 }, (_, i) => ({
      id: newId(),
      prev: null,
      command: { op: 'create', kind: 'document', id: newId(), set: { ...set, title: `Talk ${from + i}` } },
    }));
    const answer = await fetch(`${field.url}/api/v1/sync/push`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ schema: 1, commands }),
    });
    expect(answer.status).toBe(200);
  }
}

test('[WB682] after five seconds the first fetch says how many documents are there', async () => {
  await writeDocuments();
  const { promise, resolve } = Promise.withResolvers<void>();
  let pulls = 0;
  await page.context().route('**/sync/pull', async (route) => {
    if (pulls++ > 0) await promise;
    await route.continue();
  });
  await enrol(page, field.rest);
  const said = page.getByText(/^Still loading\. \d+ documents so far\.$/);
  await said.waitFor();
  const count = Number(/\d+/.exec(await said.innerText())?.[0]);
  expect(count).toBeGreaterThan(900);
  expect(count).toBeLessThan(1201);
  await seen(page, 'first-fetch');
  resolve();
  await said.waitFor({ state: 'detached' });
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
