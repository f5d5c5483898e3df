/** Standing exports follow the log: rendered again when it is quiet, once for each change, whatever way it came (contract, Exports). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandingExports } from '../../server/followers/standing-exports.ts';
import { systemActorId } from '../../shared/model/access.ts';
import { openLog } from '../../server/base/log.ts';
import { commit } from '../../server/commit/commit.ts';
import { engines } from '../kit/engines.ts';
import { openSite, type Site } from '../rest/support/site.ts';

const minuteMs = 60_000;
const docx = { formats: ['docx'] };
type Given = { readonly params: { readonly document: string } };

describe.each(engines)('standing exports on %s', (engine) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(engine, { isFurnished: false, exportsByHand: true });
  });
  afterAll(() => site[Symbol.asyncDispose]());

  test('[EX54] who may export sets standing exports, which are made at once, and ends them', async () => {
    const given = { params: { document: (await site.approved()).id } };
    expect(await site.must('getStandingExports', given)).toMatchObject({ formats: [], set_by: null, set_at: null });
    const set = { ...given, body: { formats: ['docx', 'docx'] } };
    expect((await site.call('setStandingExports', { ...set, as: 'viewer' })).status).toBe(403);
    const { result, events } = await site.eventsOf(() => site.must('setStandingExports', { ...set, as: 'author' }));
    expect([result, events]).toEqual([
      expect.objectContaining({
        formats: ['docx'],
        of: 'current',
        set_by: expect.objectContaining({ name: 'author' }),
      }),
      ['document.exported'],
    ]);
    expect(await site.must('getStandingExports', given)).toEqual(result);
    expect(await after(site, 0, given)).toMatchObject([
      { version: 1, current: true, trigger: 'reconciled', replaces: null },
    ]);
    await site.must('exportDocument', { ...given, body: { format: 'docx', paper: 'letter' } });
    expect(await after(site, minuteMs, given)).toHaveLength(2);
    await site.must('setStandingExports', { ...given, body: { formats: [] } });
    await site.must('recordSignoff', { ...given, body: { worker_name: 'Jo' } });
    expect(await after(site, minuteMs, given)).toMatchObject([{ current: false }, { current: false }]);
  });

  test('[EX55] changes that come together make one rendering, after ten quiet seconds', async () => {
    const given = await standing(site, 'draft');
    const [first] = await after(site, minuteMs, given);
    const { id } = await site.must('createHazard', { ...given, body: { name: 'Noise' } });
    expect(await after(site, 8_000, given)).toMatchObject([{ current: false }]);
    await site.device({ op: 'patch', kind: 'hazard', id, set: { name: 'Noise and dust' }, was: { name: 'Noise' } });
    expect(await after(site, 8_000, given)).toMatchObject([{ current: false }]);
    const { result, events } = await site.eventsOf(() => after(site, 3_000, given));
    expect([result, events]).toMatchObject([
      [
        { current: true, trigger: 'reconciled', replaces: first?.id },
        { id: first?.id, current: false },
      ],
      ['document.exported'],
    ]);
  });

  test('[EX55] changes without a pause are rendered a minute after the first, and once a minute', async () => {
    const given = await standing(site, 'draft');
    await after(site, minuteMs, given);
    const { id } = await site.must('createHazard', { ...given, body: { name: 'Noise' } });
    const made: number[] = [];
    for (let second = 8; second <= 144; second += 8) {
      await site.must('updateHazard', { params: { ...given.params, id }, body: { name: `Noise of ${second} dB` } });
      made.push((await after(site, 8_000, given)).length - 1);
    }
    expect([made.indexOf(1), made.indexOf(2), made.at(-1)].map((i = -1) => i * 8)).toEqual([56, 120, 16]);
  });

  test('[EX55] sign-off, void, version, project, site and organisation are rendered', async () => {
    const { id: project_id } = await site.must('createProject', { body: { name: 'Harrow Lane', status: 'active' } });
    const { id: site_id } = await site.must('createSite', { body: { project_id, name: 'Block A' } });
    const given = await standing(site, 'current', { project_id, site_id });
    let last = await after(site, minuteMs, given);
    const renewed = async (what: string): Promise<void> => {
      const now = await after(site, minuteMs, given);
      expect([now.length, now[0]?.current, now[0]?.replaces], what).toEqual([last.length + 1, true, last[0]?.id]);
      expect((await after(site, minuteMs, given)).length, what).toBe(now.length);
      last = now;
    };
    const { id: signoff } = await site.must('recordSignoff', { ...given, body: { worker_name: 'Jo' } });
    await renewed('sign-off');
    await site.must('voidSignoff', { params: { signoff }, body: { reason: 'Signed by the wrong person' } });
    await renewed('void');
    await site.must('updateProject', { params: { project: project_id }, body: { client_name: 'Kingsmead' } });
    await renewed('project');
    await site.must('updateSite', { params: { site: site_id }, body: { access_notes: 'By gate G1.' } });
    await renewed('site');
    await site.must('updateOrganisation', { body: { name: `Harrowlyle of ${engine}` } });
    await renewed('organisation');
    await site.must('revise', given);
    await site.must('createHazard', { ...given, body: { name: 'Dust' } });
    expect(await after(site, minuteMs, given)).toMatchObject([
      { id: last[0]?.id, version: 1, current: true },
      {},
      {},
      {},
      {},
      {},
    ]);
    for (const action of ['submitReview', 'approve'] as const) await site.must(action, given);
    await renewed('version');
    expect(last[0]).toMatchObject({ version: 2, status: 'completed' });
  });

  test('[EX182] a change at the site of a version is rendered while its draft is elsewhere', async () => {
    const { id: project_id } = await site.must('createProject', { body: { name: 'Mill Lane', status: 'active' } });
    const { id: site_id } = await site.must('createSite', { body: { project_id, name: 'Block M' } });
    const { id: elsewhere } = await site.must('createSite', { body: { project_id, name: 'Yard' } });
    const given = await standing(site, 'current', { project_id, site_id });
    await site.must('revise', given);
    await site.must('updateDocument', { ...given, body: { site_id: elsewhere } });
    const before = await after(site, minuteMs, given);
    await site.must('updateSite', { params: { site: site_id }, body: { access_notes: 'By gate M2.' } });
    const moved = await after(site, minuteMs, given);
    expect([moved.length - before.length, moved[0]?.current]).toEqual([1, true]);
    await site.must('updateProject', { params: { project: project_id }, body: { client_name: 'Kingsmead' } });
    expect(await after(site, minuteMs, given)).toHaveLength(moved.length + 1);
  });

  test('[EX39] a late photo of another site is rendered, and one that nobody names is not', async () => {
    const { id: project_id } = await site.must('createProject', { body: { name: 'Long Lane', status: 'active' } });
    const { id: site_id } = await site.must('createSite', { body: { project_id, name: 'Block B' } });
    const given = await standing(site, 'draft', { project_id });
    const [late, other] = [site.world.app.commitContext.newId(), site.world.app.commitContext.newId()];
    await site.must('createHazard', { ...given, body: { name: 'Edge', photos: [{ id: late, caption: 'The edge' }] } });
    const made = await after(site, minuteMs, given);
    const photo = { file_name: 'edge.png', media_type: 'image/png', bytes: 9, site_id, sha256: '0'.repeat(64) };
    await site.device({ op: 'create', kind: 'photo', id: other, set: photo });
    expect(await after(site, minuteMs, given)).toEqual(made);
    await site.device({ op: 'create', kind: 'photo', id: late, set: photo });
    const [last, ...others] = await after(site, minuteMs, given);
    expect([last, others.length]).toMatchObject([{ current: true, replaces: made[0]?.id }, made.length]);
  });

  test('[EX88] a renamed document renders again the file that prints its name', async () => {
    const { id: named } = await site.draft();
    const given = await standing(site, 'draft', { permit: { linked_document_ids: [named] } });
    await after(site, minuteMs, given);
    await site.must('updateDocument', { params: { document: named }, body: { title: 'Another name' } });
    expect(await after(site, minuteMs, given)).toMatchObject([{ current: true }, { current: false }]);
  });

  test('[EX59] two servers that look at once render each change once', async () => {
    const given = await standing(site, 'draft');
    await after(site, minuteMs, given);
    await site.must('createHazard', { ...given, body: { name: 'Noise' } });
    const { commitContext } = site.world.app;
    const context = {
      commitContext,
      blobs: { look: async () => 'sound' as const },
      exportBytesByOrganisation: Infinity,
      publicUrl: null,
      log: openLog('silent'),
      everyMs: null,
    };
    const followers = [openStandingExports(context), openStandingExports(context)];
    site.world.clock.advance(minuteMs);
    await Promise.all(followers.map((each) => each.run()));
    for (const each of followers) await each.close();
    expect(await after(site, 0, given)).toHaveLength(2);
  });

  test('[EX61] a day after a newer one replaced it, a rendering goes; what was requested stays', async () => {
    const given = { params: { document: (await site.draft()).id } };
    const { id: requested } = await site.must('exportDocument', { ...given, body: { format: 'docx' } });
    await site.must('setStandingExports', { ...given, body: { ...docx, of: 'draft' } });
    expect(await after(site, minuteMs, given)).toMatchObject([{ id: requested }]);
    for (const name of ['Noise', 'Dust']) {
      await site.must('createHazard', { ...given, body: { name } });
      await after(site, minuteMs, given);
    }
    const left = async (ms: number) => {
      site.world.clock.advance(ms);
      await site.world.app.retention.run();
      return (await after(site, 0, given)).map(({ id }) => id);
    };
    const [newest, replaced, ...others] = await left(24 * 60 * minuteMs - 2 * minuteMs);
    expect([typeof replaced, others]).toEqual(['string', [requested]]);
    expect(await left(3 * minuteMs)).toEqual([newest, requested]);
  });
});

describe('standing exports', () => {
  test('[EX58] archived documents and missing drafts are not rendered; authors may leave', async () => {
    await using site = await openSite('sqlite', { isFurnished: false, exportsByHand: true });
    const given = { params: { document: (await site.draft()).id } };
    await site.must('setStandingExports', { ...given, body: docx, as: 'author' });
    expect(await after(site, minuteMs, given)).toEqual([]);
    const author = (await site.must('listTokens')).data.find(({ name }) => name === 'author')?.id ?? '';
    await site.must('revokeToken', { params: { token: author } });
    for (const action of ['submitReview', 'approve'] as const) await site.must(action, given);
    expect(await after(site, minuteMs, given)).toMatchObject([{ version: 1, current: true }]);
    await site.must('archive', given);
    expect(await after(site, 60 * minuteMs, given)).toMatchObject([{ version: 1, current: false }]);
    await site.must('restore', given);
    expect(await after(site, 60 * minuteMs, given)).toMatchObject([{ version: 1, current: true }]);
    await site.must('setStandingExports', { ...given, body: { ...docx, of: 'draft' } });
    expect(await after(site, minuteMs, given)).toHaveLength(1);
    await site.must('revise', given);
    expect(await after(site, minuteMs, given)).toMatchObject([{ version: null, current: true, replaces: null }, {}]);
  });

  test('[EX57] without room a standing export fails, is told, and is tried ever later', async () => {
    const limits = { caps: { exportBytesByOrganisation: 1 } };
    await using site = await openSite('sqlite', { isFurnished: false, exportsByHand: true, limits });
    const given = await standing(site, 'draft');
    const [first] = await after(site, minuteMs, given);
    await site.must('createHazard', { ...given, body: { name: 'Noise' } });
    const failuresAfter = async (minutes: number): Promise<number> => {
      const { result, events } = await site.eventsOf(() => after(site, minutes * minuteMs, given));
      const failed = result.filter(({ status, replaces }) => status === 'failed' && replaces === first?.id).length;
      expect(events).toHaveLength(failed - told);
      return (told = failed);
    };
    let told = 0;
    const seen: number[] = [];
    for (const minutes of [1, 1, 4, 1, 24, 1, 119, 1, 599, 1, 6000]) seen.push(await failuresAfter(minutes));
    expect(seen).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    const { data } = await site.must('listNotifications', { query: '?type=export_failed' });
    expect(data).toMatchObject([{ body: expect.stringContaining('take all the room') }]);
    expect((await site.must('listNotifications', { query: '?type=export_ready' })).data).toEqual([]);
    await site.must('createHazard', { ...given, body: { name: 'Dust' } });
    expect(await failuresAfter(601)).toBe(7);
    const actor = {
      organisationId: site.world.organisationId,
      id: systemActorId,
      name: 'Sitefile',
      role: 'admin',
    } as const;
    const removal = { op: 'remove', kind: 'export', id: first?.id ?? '' } as const;
    await commit(site.world.app.commitContext, { actor, origin: 'rest', requestId: 'room' }, [removal]);
    expect((await after(site, 601 * minuteMs, given))[0]).toMatchObject({ status: 'completed', current: true });
  });

  test('[EX60] a tablet knows since when and why a file is stale; that is written once', async () => {
    await using site = await openSite('sqlite', { isFurnished: false, exportsByHand: true });
    const given = { params: { document: (await site.draft()).id } };
    const { id } = await site.must('exportDocument', { ...given, body: { format: 'docx' } });
    const tablet = await site.world.device();
    const shown = async () => {
      await site.world.app.standingExports.run();
      await tablet.sync();
      return (await tablet.exports.find({ document_id: given.params.document })).map(({ rev, stale }) => [rev, stale]);
    };
    const fresh = await shown();
    expect(fresh).toEqual([[expect.any(Number), null]]);
    await site.must('createHazard', { ...given, body: { name: 'Noise' } });
    const old = await shown();
    expect(old).toMatchObject([[Number(fresh[0]?.[0]) + 1, { reason: 'edited', id: given.params.document }]]);
    site.world.clock.advance(minuteMs);
    await site.must('createHazard', { ...given, body: { name: 'Dust' } });
    expect(await shown()).toEqual(old);
    const { stale_since } = await site.must('getExport', { params: { export: id } });
    expect(old[0]?.[1]).toMatchObject({ at: stale_since });
  });
});

/** Lets time pass, and the server follow; the exports of the document, newest first. */
async function after(site: Site, ms: number, { params }: Given) {
  const { app, clock } = site.world;
  clock.advance(ms);
  await app.standingExports.run();
  await app.exports.run();
  // The rendering itself is a change that may leave something to note.
  await app.standingExports.run();
  const { data } = await site.must('listExports', { params });
  return data.map(({ id, document_version: version, current, trigger, replaces, status }) => ({
    id,
    version,
    current,
    trigger,
    replaces,
    status,
  }));
}

async function standing(site: Site, of: 'current' | 'draft', fields?: object): Promise<Given> {
  const { id } = of === 'current' ? await site.approved(fields) : await site.draft(fields);
  const given = { params: { document: id } };
  await site.must('setStandingExports', { ...given, body: { ...docx, of } });
  return given;
}
