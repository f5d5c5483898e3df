/** Scenarios of exports of a project: registers, the matrix, packs and incident sheets (contract, Exports, EX62 to EX72). */
import { expect } from 'vitest';
import { commit } from '../../../server/commit/commit.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { systemActorId } from '../../../shared/model/access.ts';
import type { Scenario } from '../support/scenario.ts';
import type { CallOptions, Site } from '../support/site.ts';

/** An export of the site's project that has ended in that way. */
async function ended(site: Site, action: 'complete' | 'fail', args: JsonObject): Promise<CallOptions> {
  const { id } = await site.must('exportProject', { body: { form: 'briefing_matrix', format: 'docx' } });
  const actor = {
    organisationId: site.world.organisationId,
    id: systemActorId,
    name: 'Sitefile',
    role: 'admin',
  } as const;
  const command = { op: 'act', kind: 'project_export', id, action, args } as const;
  await commit(site.world.app.commitContext, { actor, origin: 'rest', requestId: 'test' }, [command]);
  return { params: { project_export: id } };
}

export const projectExportScenarios: readonly Scenario[] = [
  {
    title: '[EX68] a permit register is a job, a PDF by default, of certain days and states',
    endpoint: 'exportProject',
    given: () => ({ body: { form: 'permit_register', from: '2026-11-01', until: '2026-11-30', states: ['open'] } }),
    status: 202,
    check: ({ headers, body }, site) => {
      expect(headers.get('location')).toBe(`/api/v1/project-exports/${body.id}`);
      expect(headers.get('retry-after')).toBe('1');
      expect(body).toMatchObject({
        project_id: site.ids['project'],
        site_id: null,
        form: 'permit_register',
        format: 'pdf',
        from: '2026-11-01',
        until: '2026-11-30',
        states: ['open'],
        needs: ['permits:read'],
        status: 'queued',
        download_url: null,
      });
    },
  },
  {
    title: '[EX68] the sheet of an incident is asked for at the incident',
    endpoint: 'exportIncident',
    given: () => ({ body: { format: 'docx' } }),
    status: 202,
    check: ({ body }, site) =>
      expect(body).toMatchObject({
        incident_id: site.ids['incident'],
        project_id: site.ids['project'],
        form: 'incident_sheet',
        format: 'docx',
        needs: ['incidents:read', 'incidents:manage'],
      }),
  },
  {
    title: '[EX68] a pack is a ZIP, and another form is none',
    endpoint: 'exportProject',
    given: () => ({ body: { form: 'pack', format: 'pdf' } }),
    status: 422,
    at: ['#/format'],
  },
  {
    title: '[EX68] a register ends on the day on which it begins, or later',
    endpoint: 'exportProject',
    given: () => ({ body: { form: 'permit_register', format: 'zip', from: '2026-12-01', until: '2026-11-30' } }),
    status: 422,
    at: ['#/format', '#/until'],
  },
  {
    title: '[EX63] days and states are for a register, and leave nothing out of a pack',
    endpoint: 'exportProject',
    given: () => ({ body: { form: 'pack', from: '2026-11-01', until: '2026-11-30', states: ['open'] } }),
    status: 422,
    at: ['#/from', '#/until', '#/states'],
  },
  {
    title: '[EX68] an option that an export of a project does not know is refused by its path',
    endpoint: 'exportProject',
    given: () => ({ body: { form: 'pack', fotos: false } }),
    status: 422,
    code: 'unknown_field',
    at: ['#/fotos'],
  },
  {
    title: '[EX68] a site of another project has no pack of this one',
    endpoint: 'exportProject',
    given: async (site) => {
      const { id: project_id } = await site.must('createProject', { body: { name: 'Elsewhere' } });
      const { id: site_id } = await site.must('createSite', { body: { project_id, name: 'Block Z' } });
      return { body: { form: 'pack', site_id } };
    },
    status: 422,
    code: 'reference_unknown',
    at: ['#/site_id'],
  },
  {
    title: '[EX67] a form needs the permission to read what it shows',
    endpoint: 'exportProject',
    given: () => ({ as: 'contractor_author', body: { form: 'briefing_matrix' } }),
    status: 403,
    code: 'forbidden',
  },
  {
    title: '[EX68] the exports of a project are listed, newest first',
    endpoint: 'listProjectExports',
    status: 200,
    check: ({ body: { data } }, site) => {
      expect(data.map(({ id }) => id)).toContain(site.ids['project_export']);
      expect(data.map(({ created_at: at }) => at)).toEqual(
        data
          .map(({ created_at: at }) => at)
          .toSorted()
          .toReversed(),
      );
    },
  },
  {
    title: '[EX68] a completed export of a project has a link that needs no token',
    endpoint: 'getProjectExport',
    status: 200,
    check: async ({ headers, body }) => {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toMatchObject({ status: 'completed', pages: 1, progress: null, sha256: expect.any(String) });
      const file = await fetch(String(body.download_url));
      expect(file.status).toBe(200);
      expect((await file.arrayBuffer()).byteLength).toBe(body.bytes);
      expect((await fetch(`${String(body.download_url)}0`)).status).toBe(401);
    },
  },
  {
    title: '[EX68] the file of an export of a project is named by the project and its form',
    endpoint: 'getProjectExportFile',
    status: 200,
    check: ({ headers }) => {
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''HLC-014-permit-register.pdf");
    },
  },
  {
    title: '[EX68] an export of a project that failed has no file',
    endpoint: 'getProjectExportFile',
    given: (site) => ended(site, 'fail', { code: 'export_failed', message: 'No room.', retryable: true }),
    status: 409,
    code: 'conflict',
  },
  {
    title: '[EX68] an export of a project whose file has expired says so',
    endpoint: 'getProjectExportFile',
    given: (site) =>
      ended(site, 'complete', { pages: null, files: null, left_out: null, bytes: 1, sha256: '0'.repeat(64) }),
    status: 410,
    code: 'export_gone',
  },
];
