/** Who may see and change which part of a contractor (contract, Contractors, CT7). */
import { expect, test } from 'vitest';
import { queued } from '../kit/bare-device.ts';
import type { Answer, World } from '../kit/world.ts';
import { openOffice, type Invited, type Office } from './office.ts';

interface Row {
  readonly id: string;
  readonly contractor_id?: string;
}

/** Calls with another token than the office's own. */
function caller(world: World, token: string) {
  return <Body = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer<Body>> => world.api<Body>(method, `/api/v1${path}`, body, { authorization: `Bearer ${token}` });
}

/** A user of the contractor, and a token that acts as this user. */
async function author(office: Office, { submission }: Invited): Promise<ReturnType<typeof caller>> {
  const { world } = office;
  const user = await world.api<Row>('POST', '/api/v1/users', {
    name: 'Ruth Delaney',
    role: 'contractor_author',
    contractor_id: submission.contractor_id,
  });
  const token = await world.api<{ token: string }>('POST', '/api/v1/tokens', {
    name: 'Ruth',
    role: 'contractor_author',
    user_id: user.body.id,
  });
  if (token.status !== 201) throw new Error(token.text);
  return caller(world, token.body.token);
}

test('[CT7] somebody of a contractor changes its own submission alone, and never judges it', async () => {
  await using office = await openOffice();
  const [own, other] = [await office.invite(), await office.invite({ name: 'Other Ltd' })];
  const call = await author(office, own);
  expect((await call('POST', `/submissions/${own.submission.id}/accept`, {})).status).toBe(200);
  const handed = await call('POST', `/submissions/${own.submission.id}/submit`, { papers: [{ name: 'RAMS' }] });
  expect(handed.body).toMatchObject({ status: 'submitted', submitted_by: { name: 'Ruth Delaney' } });
  const refused = ['begin-review', 'review', 'remove', 'resend-invitation'];
  for (const action of refused)
    expect([action, (await call('POST', `/submissions/${own.submission.id}/${action}`, {})).status]).toEqual([
      action,
      403,
    ]);
  for (const action of ['accept', 'withdraw'])
    for (const root of ['submissions', 'invitations'])
      expect((await call('POST', `/${root}/${other.submission.id}/${action}`, {})).status).toBe(404);
  expect((await call('PUT', `/submissions/${own.submission.id}`, { deadline: '2030-01-01' })).status).toBe(403);
  expect((await call('POST', '/contractors', { name: 'Mine' })).status).toBe(403);
});

test('[CT7] somebody of a contractor sees its own part alone', async () => {
  await using office = await openOffice();
  const own = await office.invite();
  const other = await office.world.api<Invited>('POST', `/api/v1/projects/${own.submission.project_id}/contractors`, {
    name: 'Other Ltd',
  });
  const call = await author(office, own);
  const seen = async (path: string): Promise<readonly string[]> =>
    (await call<{ data: readonly Row[] }>('GET', path)).body.data.map(({ id }) => id);
  expect(await seen('/contractors')).toEqual([own.submission.contractor_id]);
  expect(await seen(`/projects/${own.submission.project_id}/contractors`)).toEqual([own.submission.contractor_id]);
  expect(await seen(`/projects/${own.submission.project_id}/submissions`)).toEqual([own.submission.id]);
  for (const path of [
    `/contractors/${other.body.submission.contractor_id}`,
    `/submissions/${other.body.submission.id}`,
    `/invitations/${other.body.submission.id}`,
  ])
    expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
});

test('[CT7] a contractor’s token that belongs to no contractor sees and changes none', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const call = caller(office.world, await office.world.token('contractor_author'));
  expect((await call('POST', `/submissions/${submission.id}/accept`, {})).status).toBe(404);
  expect((await call<{ data: readonly Row[] }>('GET', '/contractors')).body.data).toEqual([]);
});

test('[CT7] a device may not touch a submission at its own door either', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const push = (command: object, token: string): Promise<Answer<{ results: readonly object[] }>> =>
    office.world.api(
      'POST',
      '/api/v1/sync/push',
      { schema: 1, commands: [queued(office.world, command)] },
      { authorization: `Bearer ${token}` },
    );
  const act = { op: 'act', kind: 'submission', id: submission.id, action: 'accept', args: {} };
  const told = { ...act, action: 'tell_overdue', args: { deadline: '2026-12-18' } };
  const answers = [
    await push(act, await office.world.token('device')),
    await push(told, office.world.adminToken),
    await push({ ...act, action: 'constructor' }, office.world.adminToken),
  ];
  expect((await push(act, await office.world.token('contractor_author'))).status).toBe(403);
  for (const { body } of answers) expect(body.results).toMatchObject([{ status: 'refused' }]);
  expect(await office.submission(submission.id)).toMatchObject({ status: 'invited' });
});

test('[CT7] where separation of duties is on, the submitter of documents cannot review them', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  await office.world.api('PUT', '/api/v1/organisation', { settings: { require_two_person_approval: true } });
  for (const action of ['accept', 'submit', 'begin-review']) await office.act(submission.id, action);
  const own = await office.act(submission.id, 'review', { review_code: 'A' });
  expect(own).toMatchObject({
    status: 403,
    body: { detail: 'The person who submitted the documents may not review them.' },
  });
  const second = caller(office.world, await office.world.token('manager'));
  expect((await second('POST', `/submissions/${submission.id}/review`, { review_code: 'A' })).status).toBe(200);
});

test('[CT7] a contractor and a submission of another organisation are not there', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const { world } = office;
  const stranger = caller(world, await world.token('admin', await world.organisation('Another firm')));
  for (const path of [`/contractors/${submission.contractor_id}`, `/submissions/${submission.id}`])
    expect((await stranger('GET', path)).status).toBe(404);
  const { body: project } = await stranger<Row>('POST', '/projects', { name: 'Theirs' });
  const invited = await stranger('POST', `/projects/${project.id}/contractors`, {
    contractor_id: submission.contractor_id,
  });
  expect(invited).toMatchObject({ status: 422, body: { code: 'reference_unknown' } });
});
