/** Exports of a project: registers, matrices, packs and incident sheets (contract, Exports, EX67 to EX72). */
import type * as z from 'zod';
import { may, requirePermission, type Actor } from '../../../shared/model/access.ts';
import { sameJson } from '../../../shared/crypto/canonical.ts';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import { neededFor, projectExport, type ProjectExport } from '../../../shared/resources/project-export.ts';
import { projectExportReply } from '../../../shared/rest/shapes.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { listRecords } from '../../store/records/record-lists.ts';
import type { Db } from '../../store/engine/db.ts';
import { created } from '../request/change.ts';
import { requireExportRoom } from '../../commit/export-room.ts';
import { find } from '../request/find.ts';
import type { Handler, HandlerRequest } from '../request/handler-request.ts';
import { pageOf } from '../request/lists.ts';
import type { RestContext } from '../request/rest-context.ts';
import { isByLink, linkTo } from '../request/signed-urls.ts';

type Wanted = Pick<
  ProjectExport,
  'project_id' | 'site_id' | 'incident_id' | 'form' | 'format' | 'from' | 'until' | 'states' | 'paper' | 'photos'
>;

export const exportProject: Handler<'exportProject'> = async (request, context) => {
  const { form, format = form === 'pack' ? 'zip' : 'pdf', ...options } = request.body;
  const { id: project_id } = await find(
    context.store.db,
    request.actor.organisationId,
    'project',
    request.params.project,
  );
  return await queue(request, context, { project_id, incident_id: null, form, format, ...options });
};

export const exportIncident: Handler<'exportIncident'> = async (request, context) => {
  const incident = await find(context.store.db, request.actor.organisationId, 'incident', request.params.incident);
  const all = { site_id: null, from: null, until: null, states: [] };
  const project_id = String(incident.body['project_id']);
  return await queue(request, context, {
    project_id,
    incident_id: incident.id,
    form: 'incident_sheet',
    ...all,
    ...request.body,
  });
};

export const listProjectExports: Handler<'listProjectExports'> = async ({ actor, params, query }, context) => {
  const { db } = context.store;
  const { id } = await find(db, actor.organisationId, 'project', params.project);
  const records = await exportsOf(db, actor.organisationId, id, ['queued', 'completed', 'failed']);
  const shown = records.filter((record) => needsOf(record).every((permission) => may(actor, permission)));
  const data = shown.map((record) => show(context, actor.organisationId, record));
  return { body: pageOf(data, query), headers: { 'Cache-Control': 'no-store' } };
};

export const getProjectExport: Handler<'getProjectExport'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'project_export', params.project_export);
  requireReading(actor, record);
  return answer(context, actor.organisationId, record);
};

export const getProjectExportFile: Handler<'getProjectExportFile'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'project_export', params.project_export);
  if (!isByLink(actor)) requireReading(actor, record);
  const { status, sha256, form, format, site_id, project_id, incident_id } = projectExport.schema.parse(record.body);
  if (status !== 'completed') throw new Problem('conflict', `The export is ${status}; it has no file.`);
  const hash = String(sha256).replace('sha256:', '');
  const file = await context.blobs.open(actor.organisationId, hash);
  if (!file) throw new Problem('export_gone');
  const place = incident_id ? await find(context.store.db, actor.organisationId, 'incident', incident_id) : null;
  const around = place ?? (await find(context.store.db, actor.organisationId, 'project', project_id));
  const site = site_id ? await find(context.store.db, actor.organisationId, 'site', site_id) : null;
  const words = [
    String(around.body['reference'] ?? around.body['name'] ?? 'project'),
    site && String(site.body['name']),
    form.replaceAll('_', '-'),
  ];
  const name = `${words.filter(Boolean).join('-')}.${format}`;
  return { body: { ...file, mediaType: mediaTypes[format], sha256: hash, name, disposition: 'attachment' } };
};

const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  zip: 'application/zip',
} as const;

/** The same request while the first waits returns the first: a second click makes no second pack. */
async function queue(
  { author, actor }: Pick<HandlerRequest, 'author' | 'actor'>,
  context: RestContext,
  wanted: Wanted,
) {
  const { organisationId } = actor;
  const needs = neededFor(wanted.form, actor);
  const { record, status } = await commitBatch(context.commitContext, author, async (batch) => {
    const { trx } = batch.tx;
    const waiting = await exportsOf(trx, organisationId, wanted.project_id, ['queued']);
    const same = waiting.find(({ body }) => sameJson({ ...body, ...wanted, needs }, body));
    if (same) return { record: same, status: 200 };
    await requireExportRoom(trx, organisationId, context.exportBytesByOrganisation);
    const create = { op: 'create', kind: 'project_export', id: context.commitContext.newId(), set: wanted } as const;
    return { ...created(await applyAll(batch, [create])), status: 202 };
  });
  return { ...answer(context, organisationId, record), status, location: `/api/v1/project-exports/${record.id}` };
}

/** Newest first. */
async function exportsOf(
  db: Db,
  organisationId: string,
  projectId: string,
  status: readonly string[],
): Promise<StoredRecord[]> {
  const request = {
    kind: 'project_export',
    filters: { project_id: projectId, status },
    order: 'created_at desc',
  } as const;
  const { rows } = await listRecords(db, organisationId, { ...request, page: 1, perPage: 1000 });
  return rows.map(toRecord);
}

function needsOf({ body }: StoredRecord): ProjectExport['needs'] {
  return projectExport.schema.shape.needs.parse(body['needs']);
}

/** Throws `forbidden`, and names the missing permission. */
function requireReading(actor: Actor, record: StoredRecord): void {
  for (const permission of needsOf(record)) requirePermission(actor, permission);
}

function answer(context: RestContext, organisationId: string, record: StoredRecord) {
  const body = show(context, organisationId, record);
  // Anyone with the link may download the file.
  const headers: Readonly<Record<string, string>> =
    body.status === 'queued' ? { 'Retry-After': '1' } : { 'Cache-Control': 'no-store' };
  return { body, revision: record.rev, headers };
}

function show(context: RestContext, organisationId: string, record: StoredRecord): z.output<typeof projectExportReply> {
  const isReady = record.body['status'] === 'completed';
  const link = isReady ? linkTo(context, organisationId, `/api/v1/project-exports/${record.id}/file`) : null;
  return present(projectExportReply, record, { download_url: link?.url ?? null, expires_at: link?.expiresAt ?? null });
}
