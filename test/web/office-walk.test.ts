/** One walk through the office in a real browser, against one real server. Each test goes on where the one before it stopped. */
import { expect, test } from 'vitest';
import { qrModules } from '../../web/ui/charts/qr.ts';
import { commit } from '../../server/commit/commit.ts';
import { inOffice } from './support/in-office.ts';
import { findings, look } from './support/look.ts';
import { makeProjectFile } from './support/project-files.ts';
import { findsWithin } from './support/search-walk.ts';
import { stopsVerifying, verifiesAll } from './support/verify-walk.ts';
import { openOffice, type OpenOffice } from './support/open-office.ts';

let office: OpenOffice;
inOffice(openOffice, (opened) => (office = opened));

test('[WB10] [WB232] the code opens the example, whose documents and registers can be read', async () => {
  const { page, app } = office;
  await page.goto('/office');
  await page.getByRole('heading', { name: 'Make the first administrator' }).waitFor();
  await look(page, 'start');
  await page.getByLabel('Code from the terminal').fill(app.startCode ?? '');
  await page.getByRole('button', { name: 'Load the example' }).click();
  await page.getByRole('heading', { name: 'Who is briefed' }).waitFor();
  await page.getByText('Waiting for a decision').waitFor();
  await look(page, 'home');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('link', { name: /unitised curtain walling/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Documents');
  await look(page, 'documents');
  await page.getByRole('link', { name: /unitised curtain walling/ }).click();
  await page.getByText('Crush between panel and slab').waitFor();
  await look(page, 'document');
  await page.getByRole('link', { name: 'Sign-offs' }).last().click();
  await page.getByRole('region', { name: 'Who is briefed' }).getByText('7 of').waitFor();
  await look(page, 'register');
});

test('[WB443] comparing sign-offs stops at once, and begins again', () => stopsVerifying(office.page));

test('[WB434] every sign-off is compared, with what does not match', () => verifiesAll(office.page));

test('[WB15] the search box finds documents and hazards by the keyboard', async () => {
  const { page } = office;
  await page.keyboard.press('/');
  await page.keyboard.type('vacuum lifter');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link').first().waitFor();
  await look(page, 'search');
});

test('[WB690] what is found in a document is opened at its place, with the focus on it', () =>
  findsWithin(office.page));

test('[WB16] a draft is written, submitted and exported, and its author cannot approve it', async () => {
  const { page, app } = office;
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await look(page, 'new-document');
  await page.getByLabel('Title').fill('Scaffold to the north stair');
  await page.getByLabel('Project', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByLabel('Hazard to add').fill('Fall from the open edge');
  await page.keyboard.press('Enter');
  await page.getByText('Fall from the open edge', { exact: true }).click();
  await page.getByRole('radio', { name: 'Severity 5, likelihood 4: 20' }).first().click();
  await page.getByText('Death · Likely').waitFor();
  await page.getByRole('radio', { name: 'Severity 5, likelihood 1: 5' }).last().click();
  await page.getByText('Death · Very unlikely').waitFor();
  await look(page, 'editor');
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByLabel(/Note to the reviewer/).fill('First version');
  await page.getByRole('button', { name: /for review/ }).click();
  await page.getByText(/things are missing before/).waitFor();
  await look(page, 'not-submitted');
  // The note was not sent.
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
  await page.getByRole('link', { name: /Silica dust/ }).click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByText('is a draft of its own').waitFor();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /for review/ }).click();
  await page.getByText('Somebody else has to approve it').waitFor();
  await page.goto('/office/documents?status=pending_review');
  await page.getByRole('link', { name: /Soft strip/ }).click();
  await page.getByRole('link', { name: 'Review', exact: true }).last().click();
  await page.getByLabel(/Note to the author/).fill('Checked on site.');
  await look(page, 'review');
  await page.getByRole('button', { name: 'Approve version' }).click();
  await page.getByText('1 hazard keeps too much risk to be approved.').waitFor();
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  await page.getByText('The author was asked for changes.').waitFor();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('button', { name: 'Make the file' }).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await page.getByText('Current', { exact: true }).waitFor();
  await page.getByLabel('Of', { exact: true }).selectOption('draft');
  await page.getByLabel('PDF').check();
  await page.getByText(/^PDF of the draft, set by/).waitFor();
  const id = /documents\/([^/]+)/.exec(page.url())?.[1] ?? '';
  const { db } = app.commitContext.store;
  const record = db.selectFrom('record').select('org_id').where('id', '=', id);
  const { org_id: organisationId } = await record.executeTakeFirstOrThrow();
  const actor = { organisationId, id: 'tablet', name: 'Block C tablet', role: 'device' } as const;
  const edit = { op: 'patch', kind: 'document', id, set: { title: 'Soft strip of the plant room' } } as const;
  await commit(app.commitContext, { actor, origin: 'sync', requestId: 'test' }, [edit]);
  await page.reload();
  await page.getByText(/Old since today .*: the document was edited/).waitFor();
  await look(page, 'export');
});

test('[WB17] every room of the office shows what the example holds', async () => {
  const { page } = office;
  const rooms = ['signoffs', 'permits', 'incidents', 'settle', 'people', 'contractors', 'sites', 'activity'];
  for (const room of [...rooms, 'notifications', 'settings/organisation']) {
    await page.goto(`/office/${room}`);
    await page.locator('main .rows, main .empty, main form').first().waitFor();
    await look(page, room.replace('/', '-'));
  }
  for (const room of ['permits?show=past', 'incidents?show=closed', 'people']) {
    await page.goto(`/office/${room}`);
    await page.locator('main a.title').first().click();
    await page.locator('main dl, main .rows').first().waitFor();
    await look(page, `${room.split('?')[0]}-one`);
  }
});

test('[EX68] the office makes the permit register of a project, and offers its download', async () => {
  await makeProjectFile(office.page);
});

test('[WB18] users, tokens and tablets are added, and a token is shown once and revoked', async () => {
  const { page } = office;
  await page.goto('/office/settings/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByLabel('Name').fill('Ada Whitlock');
  await page.getByLabel('E-mail').fill('ada@harrowlyle.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await page.getByText('Ada Whitlock', { exact: true }).waitFor();
  await look(page, 'users');
  await page.getByRole('link', { name: 'API tokens' }).click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByLabel('What is it for?').fill('Screen in the canteen');
  await page.getByRole('button', { name: 'Make the token' }).click();
  await page.getByText('Copy the token now').waitFor();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await look(page, 'tokens');
  await page.getByRole('listitem').filter({ hasText: 'canteen' }).getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('Screen in the canteen', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Enrol a tablet' }).first().click();
  await page.getByLabel('Name of the tablet').fill('Block C site tablet 1');
  await page.getByRole('button', { name: 'Make the code' }).click();
  const code = await page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText();
  const drawn = await page.getByLabel(`The code ${code}`).locator('path[d*=M]').getAttribute('d');
  const modules = (await qrModules(`${office.app.url}/field/enrol#${code}`)).flat().filter(Boolean);
  expect(drawn?.split('M')).toHaveLength(modules.length + 1);
  await look(page, 'devices');
  await page.getByRole('button', { name: 'Done' }).click();
});

test('[WB11] an endpoint is added, tested, and a delivery that failed is sent again by hand', async () => {
  const { page, receiver } = office;
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No endpoint yet.').waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).first().click();
  await page.getByRole('dialog').getByLabel('Address').fill(receiver.url);
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText(/The receiver answered 200/).waitFor();
  const created = () => receiver.requests.filter(({ body }) => body.includes('document.created'));
  receiver.answer((request) => (request === created()[0] ? { status: 503, body: 'upstream is being deployed' } : 200));
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page
    .getByRole('link', { name: /Silica dust/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await receiver.waitFor(() => created().length === 1);
  await expect
    .poll(async () => {
      await page.goto('/office/settings/webhooks');
      await page.getByRole('button', { name: 'Send a test' }).waitFor();
      return await page.getByText('Failing').count();
    })
    .toBe(1);
  await page.getByRole('link', { name: 'document.created' }).click();
  await page.getByText('upstream is being deployed').waitFor();
  await look(page, 'webhooks');
  await page.getByRole('button', { name: 'Retry now' }).click();
  await receiver.waitFor(() => created().length === 2);
  await page.getByRole('button', { name: 'Look again' }).click();
  await page.getByText('Try 2, by hand').waitFor();
  expect(created()[1]?.body).toEqual(created()[0]?.body);
});

test('[WB12] who signs out reads nothing more; the code still makes the first administrator', async () => {
  const { page, app, told, watched } = office;
  await page.getByRole('link', { name: 'Where you are signed in' }).click();
  await page.getByText('This browser', { exact: true }).waitFor();
  await look(page, 'sessions');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open('/office/people'));
  const otherTab = await opened;
  await otherTab.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await otherTab.waitForURL(/sign-in|start/);
  await otherTab.close();
  await page.goto('/office/documents');
  await page.getByLabel('Code from the terminal').fill(app.startCode ?? '');
  expect(new Set(watched.refused)).toEqual(new Set(['/api/v1/me']));
  await page.getByLabel('Your name').fill('Rosa Lindqvist');
  await page.getByLabel('Organisation').fill('Lindqvist Scaffolding');
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByRole('button', { name: 'Start work' }).click();
  await page.getByText('Nothing needs you.').waitFor();
  await look(page, 'home-empty');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByText('No documents yet.').waitFor();
  await look(page, 'documents-empty');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail').fill('rosa@lindqvist.example');
  await page.getByRole('button', { name: 'Send me a sign-in link' }).click();
  await page.getByText(/the link is in the server’s terminal/).waitFor();
  await look(page, 'sign-in');
  await page.goto(/https?:\S+/.exec(told.at(-1) ?? '')?.[0] ?? '');
  await page.getByText('Rosa Lindqvist').waitFor();
});

test('[WB84] what was written stays on the screen when the session has ended', async () => {
  const { page } = office;
  await page.getByRole('link', { name: 'New document' }).click();
  await page.getByLabel('Title').fill('Lifting boards by hand');
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByText(/You were signed out.*is kept here/).waitFor();
  await page.context().addCookies(cookies);
  expect(await page.getByLabel('Title').inputValue()).toBe('Lifting boards by hand');
});

test('[WB19] the review shows what differs from the approved version, field by field', async () => {
  const { page } = office;
  await page.getByRole('button', { name: 'Make the draft' }).click();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: /for review/ }).click();
  await page.getByRole('button', { name: 'Approve version 1' }).click();
  await page.getByRole('button', { name: 'Write version 2' }).click();
  await page.getByRole('link', { name: 'Write', exact: true }).click();
  await page.getByLabel('Hazard to add').fill('Strained back');
  await page.keyboard.press('Enter');
  await page.getByText('Strained back', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  const added = page.getByRole('rowgroup').filter({ hasText: 'Hazard · Strained back' });
  await added.getByText('Added').waitFor();
  expect(await added.getByRole('cell').allInnerTexts()).toEqual(['Name', 'Name\nStrained back']);
  await look(page, 'review-changes');
});

test('[WB21] both values of a conflict are shown side by side, and one is taken', async () => {
  const { page, app } = office;
  const found = await page.evaluate(async () => {
    const read = async <Reply>(path: string): Promise<Reply> =>
      (await (await fetch(`/api/v1/${path}`)).json()) as Reply; // as the API replies
    const { organisation } = await read<{ organisation: { id: string } }>('me');
    const { data } = await read<{ data: { id: string }[] }>('documents');
    const { hazards } = await read<{ hazards: { id: string }[] }>(`documents/${data[0]?.id}`);
    return { organisationId: organisation.id, hazard: hazards[0]?.id ?? '' };
  });
  const actor = { organisationId: found.organisationId, id: 'tablet', name: 'Block C tablet', role: 'device' } as const;
  const edit = {
    op: 'patch',
    kind: 'hazard',
    id: found.hazard,
    set: { name: 'Slipped disc' },
    was: { name: 'Sore' },
  } as const;
  await commit(app.commitContext, { actor, origin: 'sync', requestId: 'test' }, [edit]);
  await page.getByRole('link', { name: 'To settle' }).click();
  await page.getByText('Slipped disc').waitFor();
  await look(page, 'conflict');
  await page.getByRole('button', { name: 'Take this' }).click();
  await page.getByText('No two people wrote different values.').waitFor();
});

test('[WB9] [WB233] axe-core and the keyboard find no fault, and 320 px cut nothing off', () => {
  expect(findings).toEqual([]);
});

test('[WB8] scripts and styles keep their budgets, and nothing is asked of another server', async () => {
  const { watched } = office;
  expect(watched.faults).toEqual([]);
  expect(await watched.weigh('script')).toBeLessThanOrEqual(240_000);
  expect(await watched.weigh('stylesheet')).toBeLessThanOrEqual(10_000);
});
