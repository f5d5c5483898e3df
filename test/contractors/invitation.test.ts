/** An invitation from the office to the contractor and back, by e-mail and without an account (contract, Contractors, CT9 to CT13). */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../kit/world.ts';
import { engines } from '../kit/engines.ts';
import { openOffice, type Office } from './office.ts';

const day = 86_400_000;

interface Invitation {
  readonly id: string;
  readonly status: string;
  readonly allowed: readonly string[];
  readonly expires_at: string;
  readonly [member: string]: unknown;
}

/** With nothing but the link. */
function open(office: Office, link: string, suffix = '', body?: unknown): Promise<Answer<Invitation>> {
  const url = new URL(link);
  url.pathname += suffix;
  const method = suffix === '' ? 'GET' : 'POST';
  return office.world.api<Invitation>(method, url.pathname + url.search, body ?? (suffix ? {} : undefined), {
    authorization: '',
  });
}

describe.each(engines)('an invitation on %s', (engine) => {
  test('[CT9] the invitation writes an e-mail with the required documents and the link', async () => {
    await using office = await openOffice({ engine });
    const { submission } = await office.invite();
    expect(await office.links()).toHaveLength(1);
    const [mail] = office.box.mails;
    expect(mail?.to).toEqual(['sian@ironbridge.example']);
    expect(mail?.headers.get('subject')).toBe('First organisation invites you to Mill Street, MS-1');
    const text = mail?.text.replaceAll('\r\n', '\n') ?? '';
    for (const part of ['Sian Tudor', 'Asked for: rams, method statement.', '2026-12-18', 'Two copies.\nNo scans.'])
      expect(text).toContain(part);
    expect(text).toContain(`/invited#${submission.id}.`);
  });

  test('[CT10] with the link alone the contractor reads, accepts, hands in and withdraws', async () => {
    await using office = await openOffice({ engine });
    const { submission } = await office.invite();
    const link = await office.link();
    const read = await open(office, link);
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({
      id: submission.id,
      organisation_name: 'First organisation',
      contractor_name: 'Ironbridge Steel',
      project: { name: 'Mill Street', reference: 'MS-1' },
      status: 'invited',
      allowed: ['accept', 'withdraw'],
      deadline: '2026-12-18',
      expires_at: '2027-01-18T00:00:00.000Z',
      duty: expect.stringContaining('never takes a duty'),
    });
    expect((await open(office, link, '/accept')).body).toMatchObject({
      status: 'accepted',
      allowed: ['submit', 'withdraw'],
    });
    const papers = [{ name: 'Steel erection RAMS', reference: 'SE-1 rev B', document_type: 'rams' }];
    const handed = await open(office, link, '/submit', { papers, notes: 'By post as well.' });
    expect(handed.body).toMatchObject({ status: 'submitted', papers, missing_document_types: ['method_statement'] });
    const seen = await office.submission(submission.id);
    expect(seen).toMatchObject({
      status: 'submitted',
      submitted_by: { id: submission.contractor_id, name: 'Sian Tudor' },
      notes: 'By post as well.',
    });
    expect((await open(office, link, '/withdraw', { reason: 'No crew' })).body).toMatchObject({ status: 'withdrawn' });
  });

  test('[CT13] an invitation and each submission emit events and notify contractor managers', async () => {
    await using office = await openOffice({ engine });
    const { submission } = await office.invite();
    const link = await office.link();
    await open(office, link, '/accept');
    await open(office, link, '/submit', { papers: [{ name: 'RAMS' }] });
    await office.act(submission.id, 'begin-review');
    await office.act(submission.id, 'review', { review_code: 'C', comments: ['No wind limit.'] });
    await open(office, link, '/submit', { papers: [{ name: 'RAMS rev B' }] });
    const events = await office.events('contractor.');
    expect(events.map(({ event }) => event)).toEqual([
      'contractor.invited',
      'contractor.submitted',
      'contractor.submitted',
    ]);
    expect(events[2]?.data).toMatchObject({
      submission_id: submission.id,
      contractor_id: submission.contractor_id,
      project_id: submission.project_id,
      contractor_name: 'Ironbridge Steel',
      documents: [],
      papers: [{ name: 'RAMS rev B', reference: null }],
    });
    const told = (await office.notices()).map(({ type, subject }) => [type, subject]);
    expect(told).toEqual([
      ['contractor_submitted', 'Ironbridge Steel has handed in its documents for Mill Street'],
      ['contractor_submitted', 'Ironbridge Steel has handed in its documents for Mill Street'],
      ['contractor_invited', 'Ironbridge Steel was invited to Mill Street'],
    ]);
  });

  test('[CT8] a missed deadline is told once, and again only of another one', async () => {
    await using office = await openOffice({ engine });
    const { submission } = await office.invite({ deadline: '2026-11-22' });
    const overdue = async (): Promise<number> => {
      await office.world.app.calendar.run();
      return (await office.notices()).filter(({ type }) => type === 'contractor_overdue').length;
    };
    office.world.clock.set('2026-11-22T23:59:00Z');
    expect(await overdue()).toBe(0);
    office.world.clock.set('2026-11-23T00:00:00Z');
    expect([await overdue(), await overdue()]).toEqual([1, 1]);
    expect(await office.submission(submission.id)).toMatchObject({ status: 'overdue' });
    await office.world.api('PUT', `/api/v1/submissions/${submission.id}`, { deadline: '2026-11-25' });
    expect(await overdue()).toBe(1);
    office.world.clock.set('2026-11-26T08:00:00Z');
    expect([await overdue(), await overdue()]).toEqual([2, 2]);
    expect((await office.act(submission.id, 'accept')).status).toBe(200);
    expect(await overdue()).toBe(2);
  });
});

test('[CT11] a link that was changed, or is for something else, gives nothing', async () => {
  await using office = await openOffice();
  await office.invite();
  // Before the second invitation: mails are sent in parallel, so their order is not fixed.
  const link = new URL(await office.link());
  const other = await office.invite({ name: 'Other Ltd', contact_email: 'other@other.example' });
  const changed = [
    link.href.replace(/signature=./, (found) => (found.endsWith('A') ? 'signature=B' : 'signature=A')),
    link.href.replace(/signature=[^&]*/, 'signature='),
    link.href.replace(/organisation=[^&]*/, 'organisation=018f0000-0000-7000-8000-00000000dead'),
    link.href.replace(/organisation=[^&]*/, 'organisation=%00'),
    link.href.replace(/invitations\/[^?]*/, `invitations/${other.submission.id}`),
    link.href.replace(/invitations\/[^?]*/, 'invitations/__proto__'),
    `${link.origin}${link.pathname}`,
  ];
  for (const each of changed)
    for (const suffix of ['', '/accept', '/submit', '/withdraw']) {
      const answer = await open(office, each, suffix);
      expect([each, suffix, answer.status]).toEqual([each, suffix, 401]);
    }
  const beside = ['/api/v1/projects', `/api/v1/submissions/${other.submission.id}`, '/api/v1/contractors'];
  for (const path of beside)
    expect((await office.world.api('GET', path + link.search, undefined, { authorization: '' })).status).toBe(401);
});

test('[CT11] a link ends at its deadline, with a removal, and with a new invitation', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const link = await office.link();
  office.world.clock.set('2027-01-17T23:59:00Z');
  expect((await open(office, link)).status).toBe(200);
  office.world.clock.advance(2 * 60_000);
  expect(await open(office, link)).toMatchObject({ status: 401, body: { detail: expect.stringContaining('expired') } });
  // More time for the contractor is more time for its link.
  await office.world.api('PUT', `/api/v1/submissions/${submission.id}`, { deadline: '2027-02-01' });
  expect((await open(office, link)).status).toBe(200);
  await office.act(submission.id, 'remove');
  expect((await open(office, link)).status).toBe(401);
  const again = await office.world.api('POST', `/api/v1/projects/${submission.project_id}/contractors`, {
    contractor_id: submission.contractor_id,
  });
  expect(again.status).toBe(201);
  expect((await open(office, link)).status).toBe(401);
  const fresh = (await office.links()).at(-1) ?? '';
  expect(fresh).not.toBe(link);
  expect((await open(office, fresh)).body.status).toBe('invited');
});

test('[CT11] without a deadline a link works for 90 days', async () => {
  await using office = await openOffice();
  await office.invite({ deadline: null });
  const link = await office.link();
  office.world.clock.advance(90 * day - 60_000);
  expect((await open(office, link)).status).toBe(200);
  office.world.clock.advance(2 * 60_000);
  expect((await open(office, link)).status).toBe(401);
});

test('[CT11] a link may use only its contractor’s documents of its project', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const link = await office.link();
  const { contractor_id: firm } = submission;
  const draft = async (project_id: string | null, contractor_id: string | null = firm): Promise<string> =>
    (
      await office.world.api<{ id: string }>('POST', '/api/v1/documents', {
        title: 'RAMS',
        document_type: 'rams',
        project_id,
        contractor_id,
      })
    ).body.id;
  const own = await draft(submission.project_id);
  const early = await open(office, link, '/accept', { at: '2026-11-01T00:00:00Z' });
  expect(early.status).toBe(200);
  expect(early.headers.get('x-ignored-fields')).toBe('at');
  expect(early.body['accepted_at']).not.toContain('2026-11-01');
  for (const foreign of [await draft(null), await draft(submission.project_id, null)]) {
    const documents = [{ document_id: own }, { document_id: foreign }];
    const refused = await open(office, link, '/submit', { documents });
    expect(refused).toMatchObject({ status: 422, body: { code: 'reference_unknown' } });
  }
  const taken = await open(office, link, '/submit', { documents: [{ document_id: own }] });
  expect(taken.body).toMatchObject({ status: 'submitted', documents: [{ document_id: own, version: 1 }] });
});

test('[CT12] the link is in no mail that waits, in no answer of the office and in no event', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const signature = new URL(await office.link()).searchParams.get('signature') ?? 'none';
  const { db } = office.world.app.commitContext.store;
  const stored = JSON.stringify([
    await db.selectFrom('mail').selectAll().execute(),
    await db.selectFrom('record').selectAll().execute(),
    await db.selectFrom('event').selectAll().execute(),
    await db.selectFrom('audit').selectAll().execute(),
    await office.submission(submission.id),
  ]);
  expect(signature).toHaveLength(43);
  expect(stored).not.toContain(signature);
});

test('[CT9] an invitation is not sent where the office says so, and can be sent again', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite({ send_mail: false });
  expect(await office.links()).toEqual([]);
  for (let i = 0; i < 2; i++) expect((await office.act(submission.id, 'resend-invitation')).status).toBe(200);
  const links = await office.links();
  expect(links).toHaveLength(2);
  expect(new Set(links).size).toBe(1);
});

test('[CT9] an invitation that is sent twice under one key is one invitation and one e-mail', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const body = { name: 'Twice Ltd', contact_email: 'twice@twice.example' };
  const path = `/api/v1/projects/${submission.project_id}/contractors`;
  for (let i = 0; i < 2; i++)
    expect((await office.world.api('POST', path, body, { 'idempotency-key': 'twice' })).status).toBe(201);
  await office.world.app.mail.run();
  expect(office.box.mails.filter(({ to }) => to.includes('twice@twice.example'))).toHaveLength(1);
});

test('[CT9] an invitation that is refused leaves no e-mail', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  await office.world.app.mail.run();
  const path = `/api/v1/projects/${submission.project_id}/contractors`;
  expect((await office.world.api('POST', path, { contractor_id: submission.contractor_id })).status).toBe(409);
  expect(
    (await office.world.api('POST', path, { name: 'X', contact_email: 'x@x.example', deadline: 'soon' })).status,
  ).toBe(422);
  await office.world.app.mail.run();
  expect(office.box.mails).toHaveLength(1);
});

test('[ML5] names that try to be headers or text of ours stay names, on one line', async () => {
  await using office = await openOffice();
  await office.invite({
    name: 'Evil\r\nBcc: all@else.example\r\n\r\nYou owe us money\u2028\0',
    contact_name: 'Ruth\n\nhttps://evil.example',
    instructions: 'One\r\n.\r\nQUIT\u001b[31m\0 end',
  });
  const [mail] = (await office.links(), office.box.mails);
  expect(mail?.to).toEqual(['sian@ironbridge.example']);
  expect(mail?.head.some((line) => /^bcc/i.test(line))).toBe(false);
  const lines = mail?.text.split(/\r?\n/) ?? [];
  expect(lines[0]).toBe('Dear Ruth https://evil.example,');
  expect(lines.some((line) => line.startsWith('You owe us'))).toBe(false);
  expect(mail?.text).not.toMatch(/[^\P{Cc}\r\n\t]/u);
  expect(lines).toContain('QUIT[31m end');
});

test('[CT11] after a restore an unknown link says so, and a known one works on', async () => {
  await using office = await openOffice();
  const { submission } = await office.invite();
  const [known = ''] = await office.links();
  const putBack = await office.world.backUp();
  office.world.clock.advance(1000);
  expect((await open(office, known, '/accept')).status).toBe(200);
  await office.act(submission.id, 'remove');
  await office.world.api('POST', `/api/v1/projects/${submission.project_id}/contractors`, {
    contractor_id: submission.contractor_id,
  });
  const lost = (await office.links()).at(-1) ?? '';
  expect((await open(office, known)).status).toBe(401);
  await putBack();
  expect(await open(office, lost)).toMatchObject({ status: 401, body: { detail: 'The invitation is not valid.' } });
  // What it had done is lost with the rest, and is done anew.
  expect((await open(office, known)).body).toMatchObject({ status: 'invited', allowed: ['accept', 'withdraw'] });
  expect((await open(office, known, '/accept')).status).toBe(200);
  expect((await open(office, known, '/accept')).status).toBe(409);
});
