/** What the office decided, or somebody handed over, and the tablet says before work goes on. Each test goes on from the last. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { findings } from './support/look.ts';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { keptInBrowser, press, seen, sign } from './support/tablet.ts';

let field: OpenField;
let page: Page;
onTablet(
  ['Ann Lee', 'Bob Orr'],
  (opened) => ({ field, page } = opened),
  () => page,
);

/** The version that Today has shown, as the tablet keeps it. */
const noted = async () => (await keptInBrowser<Record<string, number>>(page, 'versions shown'))[field.documentId];

test('[WB650] Today and the card say on which conditions work was approved', async () => {
  const of = { document: field.documentId };
  await expect.poll(noted).toBe(1);
  const conditions = [
    { text: 'The scaffold tag is renewed', due_on: '2099-12-10' },
    { text: 'The lift plan is signed', due_on: '2020-01-05' },
    { text: 'The road is closed', due_on: 'the first lift' },
    { text: 'The crane was tested', due_on: '2020-01-05', met_on: '2020-01-04' },
  ];
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: { conditions } });
  await page.goto('/field');
  const work = page.getByRole('region', { name: 'Curtain walling' });
  await work.getByText('version 2').first().waitFor();
  await work.getByText('A condition was due 5 Jan 2020').waitFor();
  await page.goto(`/field/d/${field.documentId}`);
  await page.getByRole('status').filter({ hasText: 'The scaffold tag is renewed, until 10 Dec 2099' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'The lift plan is signed, was due 5 Jan 2020' }).waitFor();
  await page.getByText('The road is closed, until the first lift').waitFor();
  expect(await page.getByText('The crane was tested').count()).toBe(0);
  await seen(page, 'conditions');
});

test('[WB668] what the office marks as met is met on the tablet, and stops nobody', async () => {
  const of = { document: field.documentId };
  await field.rest.meetCondition({ ...of, body: { version: 2, condition: 2 } });
  const met = page.getByRole('status').filter({ hasText: 'Conditions that are met' });
  await met.getByText(/^The lift plan is signed, met: .+, \d/).waitFor();
  expect(await page.getByRole('alert').filter({ hasText: 'Conditions' }).count()).toBe(0);
  expect(await met.getByText('The crane was tested').count()).toBe(0);
  await seen(page, 'conditions-met');
  await page.goto('/field');
  const work = page.getByRole('region', { name: 'Curtain walling' });
  await work.getByText('Approved on conditions').waitFor();
  await field.rest.reopenCondition({ ...of, body: { version: 2, condition: 2, note: 'Another plan.' } });
  await work.getByText('A condition was due 5 Jan 2020').waitFor();
  await seen(page, 'conditions-reopened');
});

test('[WB653] a permit says what its work is about, also to who accepts it', async () => {
  const { project_id, site_id } = await field.rest.getPermit({ permit: field.permitId });
  const [valid_from, valid_to] = [-1, 4].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  const hotWorks = { title: 'Hot works', document_type: 'rams', project_id, site_id } as const;
  const { id: draft } = await field.rest.createDocument({ body: hotWorks });
  const body = {
    permit_type: 'hot_work' as const,
    project_id,
    site_id,
    valid_from,
    valid_to,
    location: 'Roof',
    description: 'Weld the bracket',
    hazards: 'Sparks fall to level 2',
    precautions: 'Blankets over the drums',
    ppe: 'Welding mask',
    plant: 'MIG welder 4',
    checks: [{ item: 'Extinguisher within 2 m', response: 'yes' }, { item: 'Sprinklers are on' }],
    linked_document_ids: [field.documentId, draft],
  };
  const { id: permit } = await field.rest.createPermit({ body });
  await field.rest.requestPermit({ permit, body: {} });
  await field.rest.authorisePermit({ permit, body: { by: { id: null, name: 'Sinéad Gallagher' } } });
  await page.goto(`/field/permits/${permit}`);
  const told = async (): Promise<void> => {
    for (const words of ['Sparks fall to level 2', 'Blankets over the drums', 'Welding mask', 'MIG welder 4'])
      await page.getByText(words).waitFor();
    await page.getByText('Extinguisher within 2 m: yes').waitFor();
    await page.getByText('Sprinklers are on').waitFor();
  };
  await page.getByText('1 document has no approved version on this tablet.').waitFor();
  await page.getByRole('button', { name: 'Accept it' }).waitFor();
  await told();
  await seen(page, 'permit-facts');
  await press(page, 'Accept it');
  await page.getByText('Who takes the permit?').waitFor();
  await told();
  await seen(page, 'permit-facts-accept');
  await press(page, 'Ann Lee', 'Accept it');
  await field.rest.submitReview({ document: draft, body: {} });
  await field.rest.approve({ document: draft, body: {} });
  await page.getByRole('link', { name: 'Hot works' }).waitFor();
  await press(page, 'Open the permit');
  await page.getByRole('button', { name: 'Work is finished' }).waitFor();
  await told();
  await seen(page, 'permit-facts-open');
  await page.getByRole('link', { name: 'Curtain walling' }).click();
  await page.getByRole('heading', { name: 'Curtain walling', level: 1 }).waitFor();
  await page.goBack();
});

test('[WB652] a permit says what the last holder handed over, until the next', async () => {
  const handOver = async (to: string, note: string): Promise<void> => {
    await page.getByLabel('What do they have to know?').fill(note);
    await press(page, to, 'Hand over');
  };
  await press(page, 'Hand over');
  await handOver('Bob Orr', 'Valve 3 leaks');
  const told = page.getByRole('region', { name: 'Handed over' });
  await told.getByText('Ann Lee to Bob Orr').waitFor();
  await told.getByText('Valve 3 leaks').waitFor();
  await seen(page, 'permit-handover');
  await press(page, 'Hand over');
  await told.getByText('Valve 3 leaks').waitFor();
  await seen(page, 'permit-handover-next');
  await handOver('Ann Lee', 'Valve 3 is mended');
  await told.getByText('Bob Orr to Ann Lee').waitFor();
  await told.getByText('Valve 3 is mended').waitFor();
  expect(await page.getByText('Valve 3 leaks').count()).toBe(0);
});

test('[WB698] a permit says what was said last of each part that was handed over', async () => {
  const permit = field.permitId;
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const [holder, issuer] = [{ name: 'Rhys Morgan' }, { name: 'Sinéad Gallagher' }];
  await field.rest.acceptPermit({ permit, body: { by: holder, at: ago(50) } });
  await field.rest.openPermit({ permit, body: { by: issuer, at: ago(45) } });
  const told = { by: holder, at: ago(10), to: { name: 'Tom Boyle' }, notes: 'Pump 3 is still live' };
  await field.rest.handOverPermit({ permit, body: told });
  // Written on a tablet that had no signal until now.
  const late = { by: issuer, role: 'issuer' as const, at: ago(30), to: { name: 'Paul Shah' }, notes: 'Extract is off' };
  await field.rest.handOverPermit({ permit, body: late });
  await page.goto(`/field/permits/${permit}`);
  const parts = page.getByRole('region', { name: 'Handed over' });
  for (const said of [
    'Sinéad Gallagher to Paul Shah',
    'Extract is off',
    'Rhys Morgan to Tom Boyle',
    'Pump 3 is still live',
  ])
    await parts.getByText(said).waitFor();
  await seen(page, 'permit-handovers');
});

test('[WB654] a minor change is said on Today until somebody read what it is', async () => {
  const of = { document: field.documentId };
  await page.goto('/field');
  await page.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await expect.poll(noted).toBe(1);
  await field.rest.revise({ ...of, body: {} });
  await field.rest.updateDocument({ ...of, body: { title: 'Curtain walls' } });
  await field.rest.submitReview({ ...of, body: {} });
  const change_summary = 'The title says what it is, nothing else changed.';
  await field.rest.approve({ ...of, body: { change_significance: 'minor', change_summary } });
  const told = page.getByRole('link', { name: 'Curtain walls is now version 3. Nobody has to sign again.' });
  await told.waitFor();
  await seen(page, 'minor-change');
  await page.reload();
  await told.click();
  await page.getByRole('heading', { name: 'Curtain walls is now version 3' }).waitFor();
  await page.getByText(change_summary).waitFor();
  await expect.poll(noted).toBe(3);
  await page.goBack();
  await page.getByRole('heading', { name: 'Curtain walls', exact: true }).waitFor();
  expect(await told.count()).toBe(0);
});

test('[WB655] a new version says how many have to be briefed, and what they signed', async () => {
  const of = { document: field.documentId };
  await page.goto(`/field/d/${of.document}/brief`);
  await sign(page, 'Ann Lee');
  await field.rest.revise({ ...of, body: {} });
  const [hazard] = (await field.rest.getDocument(of)).hazards;
  await field.rest.updateHazard({ ...of, id: hazard?.id ?? '', body: { description: 'The edge is open.' } });
  await field.rest.submitReview({ ...of, body: {} });
  await field.rest.approve({ ...of, body: {} });
  await page.goto(`/field/changed/${of.document}`);
  await page.getByRole('heading', { name: 'Curtain walls is now version 4' }).waitFor();
  await page.getByText('2 people to brief. 1 of them signed version 3.').waitFor();
  await seen(page, 'to-brief');
});

test('[WB694] a minor change does not hide that a crew has to sign again', async () => {
  const of = { document: field.documentId };
  await field.rest.revise({ ...of, body: {} });
  await field.rest.updateDocument({ ...of, body: { title: 'Curtain wall panels' } });
  await field.rest.submitReview({ ...of, body: {} });
  const change_summary = 'The title says what it is, nothing else changed.';
  await field.rest.approve({ ...of, body: { change_significance: 'minor', change_summary } });
  await page.goto('/field');
  await page.getByText('Curtain wall panels is now version 5').waitFor();
  expect(await page.getByText('Nobody has to sign again').count()).toBe(0);
  await page.getByText('Brief again before the next work.').waitFor();
  await page.getByText('2 people to brief. 1 of them signed version 3.').waitFor();
  // Since what Ann Lee signed, not since what the tablet showed last.
  await page.locator('ins', { hasText: 'The edge is open.' }).waitFor();
  await seen(page, 'minor-upon-material');
  await press(page, 'Later', 'Brief it later');
  await page.getByRole('link', { name: 'Ann Lee signed the old version. Brief again' }).waitFor();
  expect(await page.getByText('Nobody has to sign again').count()).toBe(0);
});

test('[WB39] axe-core finds nothing on these screens, and none is wider than 320 px', () => {
  expect(findings).toEqual([]);
});
