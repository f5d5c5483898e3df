/** Exports: requesting one, its progress, and its file (contract, Exports). */
import { Problem } from '../../../shared/model/problem.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { applyAll, commitBatch } from '../../commit/commit.ts';
import { lastMade } from '../../commit/made-exports.ts';
import { printedBy, printedHash } from '../../commit/printed.ts';
import { printedNow } from './shown-exports.ts';
import { markOf } from '../../export/mark.ts';
import { invalid } from '../../../shared/model/validation.ts';
import type { exportForms, Watermark } from '../../../shared/resources/export.ts';
import type { Store } from '../../store/store.ts';
import type { Handler } from '../request/handler-request.ts';
import { created } from '../request/change.ts';
import { reusableExport } from './export-reuse.ts';
import { showExport, showExports } from './shown-exports.ts';
import { requireExportRoom } from '../../commit/export-room.ts';
import { childrenOf, find } from '../request/find.ts';
import { pageOf } from '../request/lists.ts';

export const exportDocument: Handler<'exportDocument'> = async (request, context) => {
  const { organisationId } = request.actor;
  const { version, watermark, ...options } = request.body;
  const { record, status } = await commitBatch(context.commitContext, request.author, async (batch) => {
    const { tx } = batch;
    const document = await find(tx.trx, organisationId, 'document', request.params.document);
    const approved = await versionToExport(tx.trx, organisationId, document, version);
    requireTrueMark(watermark, markOf(document.body, approved?.body));
    requireOwnForm(options.form, document);
    const document_version = approved ? Number(approved.body['version']) : null;
    const asked = { document_id: document.id, document_version, watermark, ...options };
    const printed = await printedBy(tx.trx, organisationId, document, printedNow(context));
    const input_hash = printedHash(printed, asked);
    const reusable = await reusableExport(tx, context, document.id, input_hash);
    if (reusable) return { record: reusable, status: 200 };
    await requireExportRoom(tx.trx, organisationId, context.exportBytesByOrganisation);
    const made = await childrenOf(tx.trx, organisationId, document.id, ['export']);
    const create = {
      op: 'create',
      kind: 'export',
      id: context.commitContext.newId(),
      set: { ...asked, input_hash, replaces: lastMade(made, asked)?.id ?? null },
    } as const;
    return { ...created(await applyAll(batch, [create])), status: 202 };
  });
  return { ...(await showExport(context, organisationId, record)), status, location: `/api/v1/exports/${record.id}` };
};

export const getExport: Handler<'getExport'> = async ({ actor, params }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'export', params.export);
  return await showExport(context, actor.organisationId, record);
};

export const listExports: Handler<'listExports'> = async ({ actor, params, query }, context) => {
  const { id } = await find(context.store.db, actor.organisationId, 'document', params.document);
  const records = await childrenOf(context.store.db, actor.organisationId, id, ['export']);
  const newestFirst = records.toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
  const shown = await showExports(context, actor.organisationId, newestFirst);
  return { body: pageOf(shown, query), headers: { 'Cache-Control': 'no-store' } };
};

export const getExportFile: Handler<'getExportFile'> = async ({ actor, params, query }, context) => {
  const record = await find(context.store.db, actor.organisationId, 'export', params.export);
  const { status, sha256, format, document_id } = record.body;
  if (status !== 'completed') throw new Problem('conflict', `The export is ${String(status)}; it has no file.`);
  const hash = String(sha256).replace('sha256:', '');
  const file = await context.blobs.open(actor.organisationId, hash);
  if (!file) throw new Problem('export_gone');
  const document = await find(context.store.db, actor.organisationId, 'document', String(document_id));
  const version = record.body['document_version'];
  const versions = await childrenOf(context.store.db, actor.organisationId, document.id, ['version']);
  const printed = versions.find(({ body }) => body['version'] === version) ?? document;
  const mediaType =
    format === 'pdf' ? 'application/pdf' : 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const earlier = record.body['compare_with'];
  const name = [
    String(printed.body['reference'] ?? 'document'),
    version === null ? 'draft' : `v${String(version)}`,
    ...(typeof earlier === 'number' ? [`changes-since-v${earlier}`] : []),
  ].join('-');
  // Browsers show no other format by themselves.
  const disposition = format === 'pdf' ? query.disposition : 'attachment';
  return { body: { ...file, mediaType, sha256: hash, name: `${name}.${String(format)}`, disposition } };
};

/** A print never hides that it is not to be worked to, nor claims it where it is not so. Throws `validation_failed`. */
function requireTrueMark(wanted: Watermark | null, mark: Watermark): void {
  if (wanted === null || wanted === mark || (wanted === 'none' && mark === 'uncontrolled_when_printed')) return;
  const words = mark.replaceAll('_', ' ');
  throw invalid([
    { pointer: '#/watermark', code: 'invalid_value', detail: `must be "${mark}": the print is ${words}` },
  ]);
}

function requireOwnForm(form: (typeof exportForms)[number], { body }: StoredRecord): void {
  if (form !== 'display' || body['document_type'] === 'permit') return;
  throw invalid([{ pointer: '#/form', code: 'invalid_value', detail: 'only a permit has a copy for display' }]);
}

/** An approved version, or null for the working draft. */
async function versionToExport(
  db: Store['db'],
  organisationId: string,
  document: StoredRecord,
  asked: number | null | undefined,
): Promise<StoredRecord | null> {
  const { current_approved_version: current, version: working } = document.body;
  const versions = await childrenOf(db, organisationId, document.id, ['version']);
  const approved = versions.find(({ body }) => body['version'] === (asked ?? current));
  if (approved || asked == null) return approved ?? null;
  if (asked === working) return null;
  throw new Problem('version_not_approved', `Version ${asked} was never approved, and it is not the working draft.`);
}
