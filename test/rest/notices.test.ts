/** Which changes notify whom (contract, Notifications). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemActorId } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { noticeTypes } from '../../shared/model/notice.ts';
import { commit } from '../../server/commit/commit.ts';
import { act, create } from '../kit/bare-device.ts';
import { openSite, type CallOptions, type Site } from './support/site.ts';
import { newsOf, type Told } from './support/told.ts';

/** The test of each type of the reference list; a new type needs a line here. */
const toldIn: Readonly<Record<string, string>> = {
  review_requested: 'shared/resources/document/notices.ts',
  document_approved: 'shared/resources/document/notices.ts',
  amendments_requested: 'shared/resources/document/notices.ts',
  version_superseded: 'shared/resources/document/notices.ts',
  rebrief_required: 'shared/resources/document/notices.ts',
  condition_overdue: 'shared/resources/document/condition-notice.ts',
  review_date_due: 'shared/resources/document/notices.ts',
  signoff_recorded: 'shared/resources/signoff/notices.ts',
  signoff_stale: 'shared/resources/signoff/notices.ts',
  sync_conflict: 'shared/resources/notices/conflict.ts',
  export_ready: 'shared/resources/notices/export.ts',
  export_failed: 'shared/resources/notices/export.ts',
  webhook_disabled: 'shared/resources/notices/webhook.ts',
  mirror_overruled: 'shared/resources/notices/mirror.ts',
  mirror_withdrawn: 'shared/resources/notices/mirror.ts',
  mirror_kept: 'shared/resources/notices/mirror.ts',
  passkeys_changed: 'shared/resources/notices/passkeys.ts',
  contractor_invited: 'shared/resources/submission/notices.ts',
  contractor_submitted: 'shared/resources/submission/notices.ts',
  contractor_overdue: 'shared/resources/submission/notices.ts',
  permit_opened: 'shared/resources/permit/notices.ts',
  permit_expiring: 'shared/resources/permit/notices.ts',
  permit_closed: 'shared/resources/permit/notices.ts',
  permit_overdue_close: 'shared/resources/permit/notices.ts',
  incident_reported: 'shared/resources/incident/incident.ts',
  compliance_scored: 'shared/resources/notices/compliance.ts',
  certification_expiring: 'shared/resources/worker/worker.ts',
  certification_expired: 'shared/resources/worker/worker.ts',
};

test('[NT5] every type of the reference list has a test', async () => {
  expect(Object.keys(toldIn).toSorted()).toEqual([...noticeTypes].toSorted());
  const root = join(import.meta.dirname, '../..');
  const missing = await Promise.all(
    Object.entries(toldIn).map(async ([type, file]) => {
      const text = await readFile(join(root, file), 'utf8').catch(() => '');
      return text.includes(`'${type}'`) ? [] : [`${type} in ${file}`];
    }),
  );
  expect(missing.flat()).toEqual([]);
});

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const toldBy = (work: () => Promise<unknown>, as?: CallOptions['as']): Promise<readonly Told[]> =>
  newsOf(site, work, as);

/** The id that the token of this role acts under. */
async function actorOf(as: 'manager' | 'author'): Promise<string> {
  return (await site.must('createDocument', { body: { title: 'Whose?', document_type: 'rams' }, as })).created_by;
}

async function draftOf(as: 'author'): Promise<{ readonly params: { readonly document: string } }> {
  const body = { title: 'Roof works', document_type: 'rams', project_id: site.ids['project'] };
  return { params: { document: (await site.must('createDocument', { body, as })).id } };
}

const typesOf = (told: readonly Told[]): string[] => told.map(({ type }) => type);

describe('a review', () => {
  test('[NT5] the named reviewer is notified, else all who may approve', async () => {
    const given = await draftOf('author');
    const reviewer = { id: await actorOf('manager'), name: 'Priya Nair', role: 'manager' } as const;
    await site.must('createUser', { body: reviewer });
    const named = { ...given, body: { reviewer_id: reviewer.id, notes: 'Second tagline added.' } };
    expect(await toldBy(() => site.must('submitReview', named), 'manager')).toMatchObject([
      {
        type: 'review_requested',
        severity: 'action',
        subject: 'Please review: Roof works',
        body: expect.stringContaining('Second tagline added.'),
        resource_type: 'document',
        resource_id: given.params.document,
        project_id: site.ids['project'],
      },
    ]);
    const open = await draftOf('author');
    let another: readonly Told[] = [];
    const told = await toldBy(async () => {
      another = await toldBy(() => site.must('submitReview', open), 'viewer');
    });
    expect([typesOf(told), another]).toEqual([['review_requested'], []]);
  });

  test('[NT5] the submitter is notified of the decision', async () => {
    const given = await draftOf('author');
    await site.must('submitReview', { ...given, as: 'author' });
    const reason = 'The rescue plan is missing.';
    const comments = [{ text: 'Who lowers the basket?' }];
    const rejected = await toldBy(() => site.must('reject', { ...given, body: { reason, comments } }), 'author');
    expect(rejected).toMatchObject([{ type: 'amendments_requested', severity: 'warning' }]);
    expect(rejected[0]?.body).toContain(reason);
    expect(rejected[0]?.body).toContain('Comments to answer: 1.');
    await site.must('submitReview', { ...given, as: 'author' });
    expect(await toldBy(() => site.must('approve', given), 'author')).toMatchObject([
      { type: 'document_approved', severity: 'info', resource_id: given.params.document },
    ]);
  });

  test('[NT5] a new version notifies those who brief, and says whether to brief again', async () => {
    const given = await draftOf('author');
    const approve = async (body: object = {}): Promise<void> => {
      await site.must('submitReview', { ...given, as: 'author' });
      await site.must('approve', { ...given, body });
    };
    expect(typesOf(await toldBy(approve, 'supervisor'))).toEqual([]);
    await site.must('revise', given);
    const material = await toldBy(approve, 'supervisor');
    expect(material.map(({ type, severity }) => [type, severity])).toEqual([
      ['version_superseded', 'warning'],
      ['rebrief_required', 'action'],
    ]);
    expect(await toldBy(() => Promise.resolve(), 'viewer')).toEqual([]);
    await site.must('revise', given);
    const change_summary = 'A telephone number and two typing errors.';
    const minor = await toldBy(() => approve({ change_significance: 'minor', change_summary }), 'supervisor');
    expect(minor.map(({ type, severity }) => [type, severity])).toEqual([['version_superseded', 'info']]);
  });
});

describe('a sign-off', () => {
  const signed = (document: string, more: object = {}): Command =>
    create('signoff', site.world.app.commitContext.newId(), {
      document_id: document,
      worker: { id: '018f0000-0000-7000-8000-00000000aaaa', name: 'Ewa Nowak' },
      capture: { method: 'own_device_qr', identity_assurance: 'none', clock_confidence: 'unverified' },
      ...more,
    });

  test('[NT5] the author is notified of a sign-off, and briefers of a late one', async () => {
    const given = await draftOf('author');
    const approve = async (): Promise<void> => {
      await site.must('submitReview', given);
      await site.must('approve', given);
    };
    await approve();
    const first = await toldBy(() => site.device(signed(given.params.document)), 'author');
    expect(first).toMatchObject([
      { type: 'signoff_recorded', severity: 'info', resource_type: 'signoff', project_id: site.ids['project'] },
    ]);
    await site.must('revise', given);
    await approve();
    site.world.clock.advance(60_000);
    const capture = {
      method: 'own_device_qr',
      identity_assurance: 'none',
      clock_confidence: 'unverified',
      captured_at_corrected: new Date(site.world.clock.now()).toISOString(),
    };
    const late = () => site.device(signed(given.params.document, { document_version: 1, capture }));
    expect(await toldBy(late, 'supervisor')).toMatchObject([
      { type: 'signoff_stale', severity: 'critical', subject: 'Ewa Nowak signed a version that was out of date' },
    ]);
  });

  test('[NT5] a duplicate sign-off notifies those who resolve duplicates', async () => {
    const { id: document } = await site.approved();
    const twice = await toldBy(async () => {
      for (const device_id of ['tablet-1', 'tablet-2']) {
        const capture = {
          method: 'shared_device',
          identity_assurance: 'none',
          clock_confidence: 'unverified',
          device_id,
          captured_at_corrected: new Date(site.world.clock.now()).toISOString(),
        };
        const session_id = '018f0000-0000-7000-8000-00000000bbbb';
        await site.device(signed(document, { capture, briefing: { method: 'toolbox_talk', session_id } }));
      }
    }, 'supervisor');
    expect(twice).toMatchObject([
      { type: 'sync_conflict', resource_type: 'signoff', subject: 'Ewa Nowak signed twice' },
    ]);
  });
});

test('[NT5] a conflict notifies only those who resolve conflicts', async () => {
  let viewer: readonly Told[] = [];
  const told = await toldBy(async () => {
    viewer = await toldBy(() => site.conflict(), 'viewer');
  }, 'supervisor');
  expect(viewer).toEqual([]);
  expect(told).toMatchObject([
    {
      type: 'sync_conflict',
      severity: 'action',
      subject: 'Two people changed name of a hazard',
      resource_type: 'conflict',
    },
  ]);
  expect(told[0]?.body).toMatch(
    /^Roof works \(RAMS-\d+\)\. The earlier value is in force for now\. Tablet sent the later/,
  );
});

describe('an export', () => {
  test('[NT5] the requester of an export is notified when it is ready', async () => {
    const given = await draftOf('author');
    const told = await toldBy(
      () => site.must('exportDocument', { ...given, body: { format: 'docx' }, as: 'author' }),
      'author',
    );
    expect(told).toMatchObject([
      { type: 'export_ready', severity: 'info', subject: 'DOCX ready: Roof works', resource_type: 'export' },
    ]);
    expect(told[0]?.body).toContain('the working draft of Roof works');
  });

  test('[NT5] the requester of an export is notified when it has failed', async () => {
    const { id: document_id, created_by } = await site.draft();
    const { organisationId, app } = site.world;
    // Nothing is scheduled to render it.
    const ground = { ...app.commitContext, wake: () => undefined };
    const id = ground.newId();
    const by = (actorId: string, command: Command): Promise<unknown> =>
      commit(
        ground,
        {
          actor: { organisationId, id: actorId, name: 'Test', role: 'admin' },
          origin: 'rest',
          requestId: 'test-0001',
        },
        [command],
      );
    const told = await toldBy(async () => {
      await by(created_by, create('export', id, { document_id, format: 'pdf' }));
      await by(
        systemActorId,
        act('export', id, 'fail', { code: 'export_failed', message: 'It broke.', retryable: true }),
      );
    });
    expect(told).toMatchObject([
      {
        type: 'export_failed',
        severity: 'warning',
        resource_id: id,
        body: expect.stringContaining('It broke. Asking again may help.'),
      },
    ]);
  });
});
