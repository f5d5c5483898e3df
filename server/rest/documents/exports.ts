/** Exports: requesting one, its progress, and its file (contract, Exports). */
import type * as z from 'zod';
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { exportReply } from '../../../shared/rest/shapes.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import { retentionOf } from '../../base/retention.ts';
import { fileBytes } from '../../store/devices/photos.ts';
import type { Store } from '../../store/store.ts';
import type { Handler } from '../request/handler-request.ts';
import { created } from '../request/change.ts';
import { inputHash, reusableExport } from './export-reuse.ts';
import { childrenOf, find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { linkTo } from '../request/signed-urls.ts';
import { present } from '../../../shared/present.ts';

export const exportDocument: Handler<'exportDocument'> = async (request, context) => {
  const { organisationId } = request.actor;
  const { format, version } = request.body;
  const { record, status } = await commitBatch(context.commitContext, request.author, async (batch) => {
    const { tx } = batch;
    const document = await find(tx.trx, organisationId, 'document', request.params.document);
    const document_version = await versionToExport(tx.trx, organisationId, document, version);
    const asked = { document_id: document.id, document_version, format };
    const input_hash = await inputHash(tx, document, asked);
    const reusable = await reusableExport(tx, context, document.id, input_hash);
    if (reusable) return { record: reusable, status: 200 };
    await requireRoom(tx.trx, organisationId, context.exportBytesByOrganisation);
    const create = {
      op: 'create',
      kind: 'export',
      id: context.commitContext.newId(),
      set: { ...asked, input_hash },
    } as const;
    return { ...created(await applyAll(batch, [create])), status: 202 };
  });
  return { ...showExport(context, organisationId, record), status, location: pathOf(record.id) };
};

export const getExport: Handler<'getExport'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'export', params.export);
  return showExport(context, actor.organisationId, record);
};

export const getExportFile: Handler<'getExportFile'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'export', params.export);
  const { status, sha256, format, document_id } = record.body;
  if (status !== 'completed') throw new Problem('conflict', `The export is ${String(status)}; it has no file.`);
  const hash = String(sha256).replace('sha256:', '');
  const file = await context.blobs.open(actor.organisationId, hash);
  if (!file) throw new Problem('export_gone');
  const document = await find(context.store.db, actor.organisationId, 'document', String(document_id));
  const mediaType =
    format === 'pdf' ? 'application/pdf' : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const version = record.body['document_version'];
  const name = `${String(document.body['reference'] ?? 'document')}-${version === null ? 'draft' : `v${String(version)}`}.${String(format)}`;
  return { body: { ...file, mediaType, sha256: hash, name, disposition: 'attachment' } };
};

/** Throws `unavailable`. */
async function requireRoom(db: Store['db'], organisationId: string, maxBytes: number): Promise<void> {
  if ((await fileBytes(db, organisationId, 'export')) < maxBytes) return;
  const days = retentionOf('exports') / 86_400_000;
  throw new Problem(
    'unavailable',
    `The exports of the organisation take the ${maxBytes} bytes that they may. Each goes ${days} days after it was made; or have the operator raise EXPORT_BYTES_PER_ORGANISATION.`,
    { members: { quota_bytes: maxBytes, retry_after: 3600 } },
  );
}

/** The number of an approved version, or null for the working draft. */
async function versionToExport(
  db: Store['db'],
  organisationId: string,
  document: StoredRecord,
  asked: number | null | undefined,
): Promise<number | null> {
  const { current_approved_version: current, version: working } = document.body;
  if (asked == null) return typeof current === 'number' ? current : null;
  const versions = await childrenOf(db, organisationId, document.id, ['version']);
  if (versions.some(({ body }) => body['version'] === asked)) return asked;
  if (asked === working) return null;
  throw new Problem('version_not_approved', `Version ${asked} was never approved, and it is not the working draft.`);
}

interface ShownExport {
  readonly body: z.output<typeof exportReply>;
  readonly revision: number;
  readonly headers: Readonly<Record<string, string>>;
}

function showExport(context: RestContext, organisationId: string, record: StoredRecord): ShownExport {
  const { status } = record.body;
  const link = status === 'completed' ? linkTo(context, organisationId, `${pathOf(record.id)}/file`) : null;
  const body = present(exportReply, record, { download_url: link?.url ?? null, expires_at: link?.expiresAt ?? null });
  // Anyone with the link may download the file.
  const headers = link ? { 'Cache-Control': 'no-store' } : status === 'queued' ? { 'Retry-After': '1' } : {};
  return { body, revision: record.rev, headers };
}

function pathOf(id: string): string {
  return `/api/v1/exports/${id}`;
}
