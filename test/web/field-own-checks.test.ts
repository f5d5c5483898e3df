/** Point of work checks on a tablet that two organisations use, one after the other, and in two tabs that both are at it. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { onTablet } from './support/on-tablet.ts';
import type { OpenField } from './support/open-field.ts';
import { dot, keepInBrowser, keptInBrowser, press, pressSurely } from './support/tablet.ts';

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
    const [name = '', question] = names;
    await (question ? pressSurely(page, name, question) : press(page, name));
    await page
      .getByText('That did not work')
      .or(page.getByRole('heading', { name: 'Curtain walling' }))
      .first()
      .waitFor();
    expect(await keptInBrowser(page, decided)).toEqual(given);
  }
  expect((await stops()).filter((each) => each.includes('Fog'))).toEqual([]);
});

/** All questions but the last are answered with Yes. */
async function beginLast(): Promise<void> {
  const { project_id, site_id } = await field.rest.getDocument({ document: field.documentId });
  await keepInBrowser(page, `powra ${field.documentId}`, {
    site: { id: site_id, name: 'Block C tower', project_id },
    startedAt: new Date().toISOString(),
    incident: randomUUID(),
    answers: Array.from({ length: 11 }, (_, i) => ({ item: `Question ${i}`, response: 'yes', note: null })),
  });
  await page.goto(`/field/powra/${field.documentId}`);
  await page.getByText('12 of 12').waitFor();
}

/** Another tab at the same check. One that is deaf shows what it had, as one that was frozen. */
async function openSecond({ isDeaf = false } = {}): Promise<Page> {
  const second = await page.context().newPage();
  if (isDeaf) await second.addInitScript('BroadcastChannel.prototype.addEventListener = () => undefined');
  await second.goto(page.url());
  await second.getByRole('button', { name: 'Question before' }).waitFor();
  return second;
}

async function answerNo(on: Page, note: string): Promise<void> {
  await press(on, 'No');
  await on.getByLabel('What is wrong?').fill(note);
}

/** Returns the id of the photo. */
async function take(on: Page): Promise<string> {
  await on.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: dot });
  await on.getByText('The photo is kept').waitFor();
  const { written } = await keptInBrowser<{ written: Record<string, { photos: { id: string }[] }> }>(
    on,
    `powra ${field.documentId}`,
  );
  return Object.values(written).flatMap(({ photos }) => photos)[0]?.id ?? '';
}

async function isWritten(note: string): Promise<void> {
  const kept = async () => JSON.stringify(await keptInBrowser(page, `powra ${field.documentId}`));
  await expect.poll(kept).toContain(note);
}

async function checks() {
  const { data } = await field.rest.listDocuments({ query: { type: 'powra' } });
  const all = await Promise.all(data.map(({ id }) => field.rest.getDocument({ document: id })));
  return all.map(({ powra, sections }) => ({
    decision: powra?.decision,
    photos: sections.flatMap(({ photos = [] }) => photos.map(({ id }) => id)),
    text: JSON.stringify(sections),
  }));
}

test('[WB562] tabs at one check show what the other writes, and one records the photo', async () => {
  await beginLast();
  const second = await openSecond();
  await answerNo(page, 'Mud on the ramp');
  const photo = await take(page);
  await second.getByText('The photo is kept').waitFor();
  await expect.poll(() => second.getByLabel('What is wrong?').inputValue()).toBe('Mud on the ramp');
  await press(second, 'Go on', 'Ann Lee', 'Start with changes');
  await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await second.close();
  await expect.poll(async () => (await checks()).map(({ photos }) => photos)).toEqual([[photo]]);
});

test('[WB562] nor does a tab lose a photo that it has not heard of', async () => {
  await beginLast();
  const second = await openSecond({ isDeaf: true });
  await answerNo(second, 'Water in the pit');
  await isWritten('Water in the pit');
  await page.reload();
  const photo = await take(page);
  await press(second, 'Go on', 'Ann Lee', 'Start with changes');
  await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await second.close();
  const found = async () => (await checks()).filter(({ text }) => text.includes('Water in the pit'));
  await expect.poll(async () => (await found()).map(({ photos }) => photos)).toEqual([[photo]]);
});

test('[WB563] work is not let start over answers that were not shown', async () => {
  const before = (await checks()).length;
  await beginLast();
  await press(page, 'Yes');
  await page.getByRole('button', { name: 'Start work' }).waitFor();
  const second = await openSecond({ isDeaf: true });
  await press(second, 'Ann Lee');
  await press(page, 'Question before');
  await answerNo(page, 'A crane above');
  await press(page, 'Go on');
  await page.getByText('A crane above').waitFor();
  await press(second, 'Start work');
  await second.getByText('The answers were changed in another tab.').waitFor();
  await second.getByText('A crane above').waitFor();
  expect(await second.getByRole('button', { name: 'Start with changes' }).isDisabled()).toBe(true);
  expect((await checks()).length).toBe(before);
  await press(second, 'Ann Lee', 'Start with changes');
  await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await second.close();
  await expect.poll(async () => (await checks()).length).toBe(before + 1);
});

test('[WB563] a stop is recorded though the answers were changed', async () => {
  await beginLast();
  await press(page, 'Yes');
  const second = await openSecond({ isDeaf: true });
  await press(second, 'Ann Lee');
  await press(page, 'Question before');
  await answerNo(page, 'Ice on the deck');
  await press(page, 'Go on');
  await page.getByText('Ice on the deck').waitFor();
  await press(second, 'Stop');
  await second.getByText('Stop recorded').waitFor();
  await press(second, 'Work may start again');
  await second.getByRole('heading', { name: 'Curtain walling' }).waitFor();
  await second.close();
  await expect.poll(async () => (await stops()).some((each) => each.includes('Ice on the deck'))).toBe(true);
});

test('[WB603] a check over which another tab began a new one says so', async () => {
  const before = (await checks()).length;
  await beginLast();
  await press(page, 'Yes', 'Ann Lee');
  // As another tab does after midnight.
  const key = `powra ${field.documentId}`;
  const begun = { ...(await keptInBrowser<object>(page, key)), incident: randomUUID() };
  await keepInBrowser(page, key, { ...begun, startedAt: new Date(Date.now() + 1).toISOString(), answers: [] });
  await press(page, 'Start work');
  await page.getByText('This one is not recorded.').waitFor();
  await page.getByRole('button', { name: 'Start work' }).waitFor();
  expect((await checks()).length).toBe(before);
});

test('[WB564] a photo of a No that became a Yes is in the incident of a stop', async () => {
  await beginLast();
  await answerNo(page, 'Scaffold tag missing');
  const photo = await take(page);
  await press(page, 'Yes', 'Ann Lee', 'Stop');
  await page.getByText('Stop recorded').waitFor();
  await press(page, 'Work may start again');
  const incidents = async () => (await field.rest.listIncidents()).data.flatMap(({ photos }) => photos);
  await expect.poll(async () => (await incidents()).map(({ id }) => id)).toEqual([photo]);
});
