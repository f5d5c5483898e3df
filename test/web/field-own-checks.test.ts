/** Point of work checks on a tablet that two organisations use, one after the other, and in two tabs that both are at it. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { keepInBrowser, keptInBrowser, press } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

const stops = async () => (await field.rest.listIncidents()).data.map(({ description }) => description);

/** Decided, and kept: the rules refuse a document without a title. Returns its key. */
async function keepDecided(note: string, organisation: string): Promise<string> {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  const incident = randomUUID();
  const document = { id: randomUUID(), title: '', document_type: 'powra', project_id, site_id };
  await keepInBrowser(page, `decided powra ${incident}`, {
    site: { id: site_id, name: 'Block C tower', project_id },
    startedAt: new Date().toISOString(),
    incident,
    answers: [{ item: 'Question 0', response: 'no', note }],
    organisation,
    recording: { document: { ...document, powra: { decision: 'proceed' } }, sections: [] },
  });
  return `decided powra ${incident}`;
}

async function ownOrganisation(): Promise<string> {
  return (await keptInBrowser<{ organisation: { id: string } }>(page, 'enrolment')).organisation.id;
}

/** As if the tablet was signed out, and enrolled by another organisation. */
async function giveAway(decided: string): Promise<object> {
  const given = { ...(await keptInBrowser<object>(page, decided)), organisation: randomUUID() };
  await keepInBrowser(page, decided, given);
  return given;
}

test('[WB561] a check that was decided for another organisation is not shown', async () => {
  const decided = await keepDecided('Ice', randomUUID());
  const before = await keptInBrowser(page, decided);
  await page.goto(`/field/powra/${decided.replace(' powra ', '/')}`);
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  expect(await keptInBrowser(page, decided)).toEqual(before);
});

test('[WB561] nor is it stopped or thrown away by this one', async () => {
  const organisation = await ownOrganisation();
  for (const names of [['Stop'], ['Throw it away', 'Throw it away? Nobody else has it.']]) {
    const decided = await keepDecided('Fog', organisation);
    await page.goto(`/field/powra/${decided.replace(' powra ', '/')}`);
    await page.getByText('This check was decided, but could not be recorded.').waitFor();
    const given = await giveAway(decided);
    await press(page, ...names);
    await page
      .getByText('That did not work')
      .or(page.getByRole('heading', { name: 'Curtain walling' }))
      .first()
      .waitFor();
    expect(await keptInBrowser(page, decided)).toEqual(given);
  }
  expect((await stops()).filter((each) => each.includes('Fog'))).toEqual([]);
});
