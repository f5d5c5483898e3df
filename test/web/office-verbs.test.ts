/** What the office offers to each role: every step that the server lets it take, and no other. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { restClient, type RestClient } from '../../client-sdk/rest.ts';
import { allows, type Role } from '../../shared/model/access.ts';
import { endpoints } from '../../shared/rest/rest.ts';
import { run } from '../cli/terminal.ts';
import { openEmptyOffice } from './support/first-start.ts';
import type { OpenOffice } from './support/open-office.ts';

const roles = ['admin', 'manager', 'author', 'supervisor', 'viewer', 'contractor_author'] as const satisfies Role[];

interface Place {
  readonly path: string;
  /** Shown to everybody who may read it. */
  readonly shows: string;
  readonly reads: keyof typeof endpoints;
  /** What is offered, and the endpoint that it calls. */
  readonly offers: Readonly<Record<string, keyof typeof endpoints>>;
}

let office: OpenOffice;
let rest: RestClient;
let places: readonly Place[];
let page: Page | undefined;
beforeAll(async () => {
  office = await openEmptyOffice();
  rest = restClient({ server: office.app.url, token: office.app.newAdminToken ?? '' });
  places = await placesIn();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(page?.url(), await page?.locator('body').ariaSnapshot());
  await page?.context().close();
});
afterAll(() => office[Symbol.asyncDispose]());

let contractor: string;
let project: string;

async function documentIn(state: 'draft' | 'pending' | 'approved', more: object = {}, by = rest): Promise<string> {
  const about = { document_type: 'rams', project_id: project, contractor_id: contractor } as const;
  const { id } = await by.createDocument({ body: { title: `A ${state} one`, ...about } });
  if (state !== 'draft') await by.submitReview({ document: id, body: more });
  if (state === 'approved') await rest.approve({ document: id, body: {} });
  return id;
}

async function placesIn(): Promise<readonly Place[]> {
  ({ id: contractor } = await rest.createContractor({ body: { name: 'Roofers' } }));
  const submitted = async (): Promise<string> => {
    ({ id: project } = await rest.createProject({ body: { name: 'Kingsmead', status: 'active' } }));
    const body = { contractor_id: contractor, required_document_types: ['rams' as const] };
    const { submission } = await rest.inviteContractor({ project, body });
    await rest.acceptSubmission({ submission: submission.id, body: {} });
    await rest.startSubmission({ submission: submission.id, body: {} });
    await rest.submitSubmission({ submission: submission.id, body: { papers: [{ name: 'Lift plan' }] } });
    return submission.id;
  };
  await submitted();
  await rest.beginSubmissionReview({ submission: await submitted(), body: {} });
  const [draft, pending, approved] = [
    await documentIn('draft'),
    await documentIn('pending'),
    await documentIn('approved'),
  ];
  const permit = async (): Promise<string> => {
    const [valid_from, valid_to] = [-1, 3].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const { id } = await rest.createPermit({ body: { permit_type: 'dig', location: 'Bay 2', valid_from, valid_to } });
    await rest.requestPermit({ permit: id, body: {} });
    return id;
  };
  const [asked, opened] = [await permit(), await permit()];
  await rest.authorisePermit({ permit: opened, body: {} });
  await rest.acceptPermit({ permit: opened, body: { by: { name: 'Rhys Morgan' } } });
  await rest.openPermit({ permit: opened, body: {} });
  const { id: incident } = await rest.createIncident({
    body: {
      incident_type: 'near_miss',
      occurred_at: new Date().toISOString(),
      description: 'A slip',
      location: 'Bay 2',
      project_id: project,
    },
  });
  const reads = 'getDocument';
  return [
    { path: `documents/${pending}`, shows: 'Sign-offs', reads, offers: { Review: 'approve', Duplicate: 'duplicate' } },
    {
      path: `documents/${pending}/review`,
      shows: 'First version',
      reads,
      offers: { 'Approve version 1': 'approve', 'Ask for changes': 'reject', 'Withdraw from review': 'withdraw' },
    },
    {
      path: `documents/${draft}/review`,
      shows: 'First version',
      reads,
      offers: { 'Submit version 1 for review': 'submitReview', 'Archive it': 'archive' },
    },
    { path: `documents/${draft}`, shows: 'Sign-offs', reads, offers: { Write: 'updateDocument' } },
    { path: `documents/${approved}/review`, shows: 'Next step', reads, offers: { 'Write version 2': 'revise' } },
    {
      path: `documents/${approved}/signoffs`,
      shows: 'Who is briefed',
      reads: 'listSignoffs',
      offers: { 'Ask to brief again': 'askToBrief', 'Change the crew': 'addCrewMember' },
    },
    { path: `documents/${approved}/export`, shows: 'Files', reads, offers: { 'Make the file': 'exportDocument' } },
    {
      path: `permits/${asked}`,
      shows: 'What it allows',
      reads: 'getPermit',
      offers: { Issue: 'authorisePermit', 'Cancel the permit': 'cancelPermit', Change: 'updatePermit' },
    },
    {
      path: `permits/${opened}`,
      shows: 'What it allows',
      reads: 'getPermit',
      offers: {
        Suspend: 'suspendPermit',
        'Record a gas test': 'recordGasTest',
        'Record an isolation': 'recordIsolation',
      },
    },
    {
      path: `incidents/${incident}`,
      shows: 'Report to the HSE (RIDDOR)',
      reads: 'getIncident',
      offers: {
        'Assess it': 'triageIncident',
        'Add a person': 'updateIncident',
        Decide: 'updateIncident',
        'Add note': 'addIncidentNote',
      },
    },
    {
      path: `contractors/${contractor}`,
      shows: 'The firm',
      reads: 'getContractor',
      offers: {
        Edit: 'updateContractor',
        'Begin the review': 'beginSubmissionReview',
        Accept: 'reviewSubmission',
        'Ask for changes': 'reviewSubmission',
      },
    },
  ];
}

async function signedIn(name: string, role: (typeof roles)[number]): Promise<string> {
  const email = `${name.toLowerCase()}@lindqvist.example`;
  const firm = role === 'contractor_author' ? { contractor_id: contractor } : {};
  const { id } = await rest.createUser({ body: { name, email, role, ...firm } });
  const { stdout } = await run(['sign-in', 'link', '--email', email], office.environment);
  const options = { baseURL: office.app.url, locale: 'en-GB', viewport: { width: 1440, height: 900 } } as const;
  page = await office.page.context().browser()?.newPage(options);
  await page?.goto(`/office/sign-in#${stdout.split('#').at(-1)?.trim()}`);
  await page?.getByRole('link', { name: 'Documents' }).first().waitFor();
  return id;
}

/** Buttons, and links that look like one. A busy browser may be idle before it has asked what it may offer. */
async function expectOffers(
  { path, shows, offers }: Pick<Place, 'path' | 'shows' | 'offers'>,
  wanted: readonly string[],
): Promise<void> {
  const shown = page;
  if (!shown) throw new Error('nobody is signed in');
  await shown.goto(`/office/${path}`);
  await shown.getByText(shows, { exact: true }).last().waitFor();
  await shown.waitForLoadState('networkidle');
  const found = async (): Promise<string[]> => {
    const counts = Object.keys(offers).map(async (name) => {
      const tab = name === 'Write' ? shown.getByRole('link', { name, exact: true }) : null;
      const verb = tab ?? shown.locator('.button').filter({ hasText: new RegExp(`^${name}$`) });
      return (await verb.count()) > 0 ? [name] : [];
    });
    return (await Promise.all(counts)).flat();
  };
  await expect.poll(found, { message: path }).toEqual(wanted);
}

const permissionOf = (name: keyof typeof endpoints) => endpoints[name].permission ?? 'documents:read';

test.each(roles)('[WB524] the office offers what the server lets this role do, and no more: %s', async (role) => {
  await signedIn(role.replace('_', '-'), role);
  for (const place of places.filter(({ reads }) => allows(role, permissionOf(reads)))) {
    const may = Object.entries(place.offers).filter(([, endpoint]) => allows(role, permissionOf(endpoint)));
    await expectOffers(
      place,
      may.map(([name]) => name),
    );
  }
});

test('[WB525] who may not decide on this version is told why, and is offered no review', async () => {
  const ask = async (reviewer: string): Promise<string> => {
    await rest.updateOrganisation({ body: { settings: { require_two_person_approval: true } } });
    return await documentIn('pending', { reviewer_id: reviewer });
  };
  const offers = { Review: 'approve' } as const;
  const review = {
    shows: 'First version',
    offers: { 'Approve version 1': 'approve', 'Ask for changes': 'reject' },
  } as const;
  const asked = await signedIn('Anna', 'manager');
  const document = await ask(asked);
  const path = `documents/${document}`;
  await expectOffers({ path, shows: 'Sign-offs', offers }, ['Review']);
  await expectOffers({ path: `${path}/review`, ...review }, Object.keys(review.offers));
  await page?.context().close();
  // Whom nobody asked.
  await signedIn('Ben', 'manager');
  await expectOffers({ path, shows: 'Sign-offs', offers }, []);
  await expectOffers({ path: `${path}/review`, ...review }, []);
  await page?.getByText('Somebody else was asked to review this version.').waitFor();
  await page?.context().close();
  // An administrator may step in, but not for what they wrote.
  const cleo = await signedIn('Cleo', 'admin');
  await expectOffers({ path, shows: 'Sign-offs', offers }, ['Review']);
  const { token } = await rest.createToken({ body: { name: 'Cleo', user_id: cleo } });
  const own = await documentIn('pending', {}, restClient({ server: office.app.url, token }));
  await expectOffers({ path: `documents/${own}`, shows: 'Sign-offs', offers }, []);
});

test('[WB514] home offers a review to who may decide on it, and to others the way to it', async () => {
  await rest.updateOrganisation({ body: { settings: { require_two_person_approval: true } } });
  const dana = await signedIn('Dana', 'manager');
  const { token } = await rest.createToken({ body: { name: 'Dana', user_id: dana } });
  const titled = async (title: string, by: RestClient, more: object = {}): Promise<void> => {
    const { id } = await by.createDocument({ body: { title, document_type: 'rams', project_id: project } });
    await by.submitReview({ document: id, body: more });
  };
  await titled('Of Dana', restClient({ server: office.app.url, token }));
  await titled('For Dana', rest, { reviewer_id: dana });
  const { data } = await rest.listUsers({});
  await titled('For Rosa', rest, { reviewer_id: data.find(({ name }) => name === 'Rosa Lindqvist')?.id ?? '' });
  await titled('For anybody', rest);
  const verbOf = async (title: string) => {
    const row = page?.getByRole('region', { name: 'Waiting for a decision' }).getByRole('listitem');
    return await row?.filter({ hasText: title }).getByRole('link').innerText();
  };
  await page?.goto('/office');
  await page?.getByText('For anybody').waitFor({ state: 'attached' });
  const titles = ['Of Dana', 'For Dana', 'For Rosa', 'For anybody'];
  expect(await Promise.all(titles.map(verbOf))).toEqual(['Open', 'Review', 'Open', 'Review']);
});
