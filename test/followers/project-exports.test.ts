/** Exports of a project as jobs: who may read them, what a pack has, and what becomes of them (contract, Exports, EX67 to EX72). */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFileBlobs } from '../../server/blobs/blobs.ts';
import { commit } from '../../server/commit/commit.ts';
import { toRecord } from '../../server/commit/record-rows.ts';
import { planOf } from '../../server/followers/reports/pack-plan.ts';
import { loadByIds } from '../../server/store/records/records.ts';
import type { ProjectExport } from '../../shared/resources/project-export.ts';
import { leaseJobs } from '../../server/store/queues/jobs.ts';
import { systemActorId } from '../../shared/model/access.ts';
import type { EndpointName } from '../../shared/rest/rest.ts';
import { readPdf, squeezed } from '../export/reading.ts';
import { engines } from '../kit/engines.ts';
import { openHeldRenderer } from '../kit/held-renderer.ts';
import { pdfFile } from '../photos/pdf-files.ts';
import { png } from '../rest/support/images.ts';
import type { Reply } from '../rest/support/outcome.ts';
import { permitIn } from '../rest/support/permits.ts';
import { nearMiss, openSite, photosOf, type CallOptions, type Site } from '../rest/support/site.ts';

type Exported = Reply<'getProjectExport'>;
const dayMs = 86_400_000;

describe.each(engines)('exports of a project on %s', (engine) => {
  let site: Site;
  let dataDir: string;
  const renderer = openHeldRenderer();
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sitefile-packs-'));
    site = await openSite(engine, {
      isFurnished: false,
      exportsByHand: true,
      renderer,
      environment: { DATA_DIR: dataDir },
    });
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await renderer[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  function blobOf(sha256: string | null): string {
    return join(dataDir, 'blobs', site.world.organisationId, String(sha256));
  }

  /** A project with a site. */
  async function aPlace(): Promise<{ readonly project: string; readonly site: string }> {
    const { id: project } = await site.must('createProject', { body: { name: 'Mill Yard', reference: 'MY-1/a' } });
    return { project, site: (await site.must('createSite', { body: { project_id: project, name: 'Block A' } })).id };
  }

  /** Asked for, and made. */
  async function made(name: EndpointName, options: CallOptions): Promise<Exported> {
    const { id } = (await site.must(name, options)) as { readonly id: string }; // an export of a project
    await site.world.app.exports.run();
    return await read(id);
  }

  async function read(id: string): Promise<Exported> {
    return await site.must('getProjectExport', { params: { project_export: id } });
  }

  async function bytesOf({ download_url }: Exported): Promise<Uint8Array> {
    return new Uint8Array(await (await fetch(String(download_url))).arrayBuffer());
  }

  test('[EX69] a pack has documents in force, registers, photos, sheets and an index', async () => {
    const { project, site: site_id } = await aPlace();
    const place = { project_id: project, site_id };
    const uploaded = await site.must('uploadPhotos', { params: { site: site_id }, body: photosOf(png(7), pdfFile()) });
    const [photo = '', sheet = ''] = uploaded.data.map(({ id }) => id);
    for (const title of ['Roof/works', '../roof works']) {
      const { id: document } = await site.draft({ ...place, title, reference: '../A:1' });
      const body = { name: 'Fall', photos: [{ id: photo, caption: 'Edge' }, { id: sheet }] };
      await site.must('createHazard', { params: { document }, body });
      await site.must('submitReview', { params: { document } });
      await site.must('approve', { params: { document } });
    }
    await site.draft({ ...place, title: 'Not yet', reference: 'B-2' });
    const permit = await permitIn(site, 'work_complete', { ...place, permit_number: 'PTW-1' });
    await site.must('startFireWatch', { params: { permit }, body: { photo_ids: [photo] } });
    await site.must('createIncident', { body: nearMiss(project, site_id) });
    const pack = await made('exportProject', { params: { project }, body: { form: 'pack' } });
    const files = unzipSync(await bytesOf(pack));
    const paths = Object.keys(files);
    expect(paths).toEqual([
      'registers/Permit register.pdf',
      'registers/Briefing matrix.pdf',
      'documents/A-1 v1 -roof works.pdf',
      'documents/A-1 v1 Roof-works.pdf',
      'permits/PTW-1.pdf',
      expect.stringMatching(/^incidents\/INC-2026-\d+\.pdf$/),
      'photos/A-1 photo 1.png',
      'sheets/A-1 photo 2.png.pdf',
      'photos/A-1 photo 1 (2).png',
      'sheets/A-1 photo 2.png (2).pdf',
      'photos/PTW-1 photo 1.png',
      'index.pdf',
      'index.json',
    ]);
    expect(pack).toMatchObject({ files: paths.length, left_out: 1, format: 'zip', progress: null });
    const index = JSON.parse(strFromU8(files['index.json'] ?? new Uint8Array())) as {
      readonly files: readonly { readonly path: string; readonly sha256: string }[];
      readonly left_out: readonly object[];
    };
    expect(index.files.map(({ path }) => path)).toEqual(paths.slice(0, -1));
    for (const { path, sha256 } of index.files)
      expect(sha256).toBe(
        `sha256:${createHash('sha256')
          .update(files[path] ?? '')
          .digest('hex')}`,
      );
    expect(index.left_out).toEqual([{ title: 'B-2 Not yet', reason: 'No version has been approved yet.' }]);
    const printed = squeezed((await readPdf(files['index.pdf'] ?? new Uint8Array())).spoken.join(' '));
    for (const said of [...paths.slice(0, -2), 'B-2 Not yet', index.files[0]?.sha256.slice(7) ?? ''])
      expect(printed).toContain(squeezed(said));

    // The same records at the same time give the same bytes.
    expect((await made('exportProject', { params: { project }, body: { form: 'pack' } })).sha256).toBe(pack.sha256);

    // A file that is lost is named, and stops no pack.
    const sha256 = createHash('sha256')
      .update(files['photos/A-1 photo 1.png'] ?? '')
      .digest('hex');
    await rm(blobOf(sha256));
    const without = await made('exportProject', { params: { project }, body: { form: 'pack' } });
    expect(without).toMatchObject({ status: 'completed', files: paths.length - 3, left_out: 4 });
  });

  test('[EX72] an export whose lease was lost is left to the server that has it, and made once', async () => {
    const { project } = await aPlace();
    const { id } = await site.must('exportProject', { params: { project }, body: { form: 'pack' } });
    const underWay = renderer.hold();
    const running = site.world.app.exports.run();
    const goOn = await underWay;
    const { store, now } = site.world.app.commitContext;
    site.world.clock.advance(6 * 60_000);
    const at = (ms: number): string => new Date(now() + ms).toISOString();
    expect(await leaseJobs(store, { now: at(0), token: 'another', leaseUntil: at(60_000), limit: 1 })).toHaveLength(1);
    goOn();
    await running;
    expect(await read(id)).toMatchObject({ status: 'queued', progress: { done: 0 } });
    site.world.clock.advance(2 * 60_000);
    await site.world.app.exports.run();
    expect(await read(id)).toMatchObject({ status: 'completed', files: 4 });
  });

  test('[EX68] a failure is told; only the server completes; a file ends after 90 days', async () => {
    const { project } = await aPlace();
    const { id } = await site.must('exportProject', { params: { project }, body: { form: 'pack' } });
    const args = {
      code: 'export_too_large',
      message: 'The files of the project are too large for one pack.',
      retryable: false,
    };
    const fail = async (actorId: string) => {
      const actor = { organisationId: site.world.organisationId, id: actorId, name: 'x', role: 'admin' } as const;
      const command = { op: 'act', kind: 'project_export', id, action: 'fail', args } as const;
      await commit(site.world.app.commitContext, { actor, origin: 'rest', requestId: 'test' }, [command]);
    };
    await expect(fail('somebody')).rejects.toThrow('Only the server');
    await fail(systemActorId);
    await expect(fail(systemActorId)).rejects.toThrow('failed already');
    expect(await read(id)).toMatchObject({ status: 'failed', failure: args });
    const { data } = await site.must('listNotifications', { query: '?type=export_failed' });
    expect(data).toMatchObject([{ subject: 'Project pack failed: Mill Yard', resource_id: id }]);
    await site.world.app.exports.run();

    const file = await made('exportProject', { params: { project }, body: { form: 'permit_register' } });
    expect(existsSync(blobOf(file.sha256))).toBe(true);
    site.world.clock.advance(91 * dayMs);
    await site.world.app.retention.run();
    expect((await site.call('getProjectExport', { params: { project_export: file.id } })).status).toBe(404);
    expect(existsSync(blobOf(file.sha256))).toBe(false);
    site.world.clock.advance(401 * dayMs);
    await site.world.app.retention.run();
    const left = await site.world.app.commitContext.store.db
      .selectFrom('record')
      .select('id')
      .where('kind', '=', 'project_export')
      .execute();
    expect(left).toEqual([]);
  });

  // What follows asks the store for nothing that the others do not.
  if (engine !== 'sqlite') return;

  test('[EX68] the same request returns the waiting export, and another once it is done', async () => {
    const { project } = await aPlace();
    const given = { params: { project }, body: { form: 'briefing_matrix' } };
    const first = await site.call('exportProject', given);
    const again = await site.call('exportProject', given);
    const other = await site.call('exportProject', { ...given, body: { form: 'briefing_matrix', paper: 'letter' } });
    const ids = [first, again, other].map((answer) => (answer.ok ? answer.body.id : answer.text));
    expect([first.status, again.status, other.status]).toEqual([202, 200, 202]);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    await site.world.app.exports.run();
    expect((await site.call('exportProject', given)).status).toBe(202);
    const { data } = await site.must('listNotifications', { query: '?type=export_ready' });
    expect(data.map(({ subject }) => subject)).toContain('Briefing matrix ready: Mill Yard');
  });

  test('[EX67] a file is read with the permissions that it was made with, and has no more', async () => {
    const { project, site: site_id } = await aPlace();
    const injured = { name: 'Ada Crew', body_part: 'Left wrist', person_type: 'public', taken_to_hospital: true };
    const report = nearMiss(project, site_id, { incident_type: 'injury', injured_persons: [injured] });
    const { id: incident } = await site.must('createIncident', { body: report });
    const whole = await made('exportIncident', { params: { incident } });
    const partial = await made('exportIncident', { params: { incident }, as: 'author' });
    const words = async (file: Exported) => squeezed((await readPdf(await bytesOf(file))).spoken.join(' '));
    expect(await words(whole)).toContain(squeezed('Ada Crew'));
    expect(await words(partial)).not.toMatch(new RegExp(squeezed('Ada Crew|Left wrist')));
    expect(await words(whole)).toContain(squeezed('Member of the public taken to hospital'));
    expect(await words(partial)).not.toContain(squeezed('taken to hospital Report due'));
    for (const name of ['The recorded facts suggest', 'Report due by'])
      expect(await words(partial)).toContain(squeezed(`${name} Withheld: a personal detail`));
    for (const name of ['getProjectExport', 'getProjectExportFile'] as const) {
      const status = async (as: NonNullable<CallOptions['as']>, file: Exported) =>
        (await site.call(name, { params: { project_export: file.id }, as })).status;
      expect([await status('author', whole), await status('manager', whole)]).toEqual([403, 200]);
      expect([await status('author', partial), await status('viewer', partial)]).toEqual([200, 403]);
      expect(await status('stranger', partial)).toBe(404);
      expect(await status('contractor_author', partial)).not.toBe(200);
    }
    const { data } = await site.must('listProjectExports', { params: { project }, as: 'author' });
    expect(data.map(({ id }) => id)).toEqual([partial.id]);
  });

  test('[EX69] a pack has incidents as they happened, whatever zone their times are in', async () => {
    const { project, site: site_id } = await aPlace();
    const references: unknown[] = [];
    for (const occurred_at of ['2026-11-20T09:00:00Z', '2026-11-20T09:30:00+01:00']) {
      const body = { ...nearMiss(project, site_id), occurred_at };
      references.push((await site.must('createIncident', { body })).reference);
    }
    const pack = await made('exportProject', { params: { project }, body: { form: 'pack' } });
    const paths = Object.keys(unzipSync(await bytesOf(pack))).filter((path) => path.startsWith('incidents/'));
    expect(paths).toEqual(references.toReversed().map((reference) => `incidents/${String(reference)}.pdf`));
  });

  test('[EX124] a pack names archived documents and a cut list of incidents as left out', async () => {
    const { project, site: site_id } = await aPlace();
    const { id: document } = await site.draft({ project_id: project, site_id, title: 'Long done', reference: 'C-3' });
    for (const step of ['submitReview', 'approve', 'archive'] as const) await site.must(step, { params: { document } });
    await site.must('createIncident', { body: nearMiss(project, site_id) });
    const { organisationId, app } = site.world;
    const { db } = app.commitContext.store;
    const { id } = await site.must('exportProject', { params: { project }, body: { form: 'pack' } });
    const [asked] = (await loadByIds(db, organisationId, [id])).map((row) => toRecord(row).body as ProjectExport);
    if (!asked) throw new Error('the pack has no record');
    const { leftOut } = await planOf(
      { db, organisationId, blobs: openFileBlobs(dataDir), asked, printedAt: '', publicUrl: null },
      0,
    );
    expect(leftOut).toEqual([
      { title: 'C-3 Long done', reason: 'The document is archived.' },
      { title: 'Incidents beyond the first 0', reason: 'A pack has no more of them. Ask for a pack of one site.' },
    ]);
    await app.exports.run();
  });

  test('[EX69] a pack has no permits and incidents for whom may not read them, and says so', async () => {
    const { project, site: site_id } = await aPlace();
    await site.must('createPermit', { body: { permit_type: 'dig', project_id: project } });
    await site.must('createIncident', { body: nearMiss(project, site_id) });
    const scopes = ['exports:write', 'projects:read', 'documents:read', 'signoffs:read'] as const;
    const token = await site.world.token('manager', undefined, 'narrow', { scopes });
    const headers = { authorization: `Bearer ${token}` };
    const ask = { params: { project }, headers };
    expect((await site.call('exportProject', { ...ask, body: { form: 'permit_register' } })).status).toBe(403);
    const pack = await made('exportProject', { ...ask, body: { form: 'pack' } });
    expect(Object.keys(unzipSync(await bytesOf(pack)))).toEqual([
      'registers/Briefing matrix.pdf',
      'index.pdf',
      'index.json',
    ]);
    expect(pack).toMatchObject({ needs: ['documents:read', 'signoffs:read'], left_out: 2 });
  });
});
