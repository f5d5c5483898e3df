/** Reads everything an export prints: the frozen version or the working draft, project and site, approval and sign-offs. */
import type { Db } from '../store/engine/db.ts';
import { currencyOf, latestEquivalent, type Issue } from '../../shared/model/validity.ts';
import { isJsonObject, type Json, type JsonObject } from '../../shared/base/json.ts';
import { readSettings } from '../../shared/model/settings.ts';
import { demandedChecks } from '../../shared/resources/permit/limits.ts';
import { Problem } from '../../shared/model/problem.ts';
import type { StoredRecord } from '../../shared/model/record.ts';
import { entryKinds } from '../../shared/resources/entry-kinds.ts';
import { conditionsNow } from '../../shared/resources/document/conditions.ts';
import type { Document } from '../../shared/resources/document/shape.ts';
import { snapshotOf } from '../../shared/resources/document/snapshot.ts';
import type { Version } from '../../shared/resources/document/version.ts';
import type { BlobStore } from '../blobs/blobs.ts';
import { printedOrganisation } from './export-logo.ts';
import { photosOf } from './export-photos.ts';
import { crewRecord } from '../../shared/resources/signoff/crew-records.ts';
import { exportJob } from '../../shared/resources/export.ts';
import type { ComparedVersion, ExportInput, LinkedDocument, PrintCheck } from '../export/input.ts';
import { checkUrl, codeOf } from '../base/check-url.ts';
import { markOf } from '../export/mark.ts';
import { headOf, placesOf } from '../commit/printed-head.ts';
import { documentIdsIn, namedDocuments, type NamedDocument } from '../commit/named-documents.ts';
import { toRecord } from '../commit/record-rows.ts';
import { readFeed } from '../store/records/feed.ts';
import { loadByDocuments, loadByIds } from '../store/records/records.ts';

export async function exportInput(
  db: Db,
  organisationId: string,
  blobs: BlobStore,
  /** The body of an export. */
  asked: JsonObject,
  { printedAt, publicUrl }: { readonly printedAt: string; readonly publicUrl: string | null },
): Promise<ExportInput> {
  const documentId = String(asked['document_id']);
  const [[documentRow], children, feed] = await Promise.all([
    loadByIds(db, organisationId, [documentId]),
    loadByDocuments(db, organisationId, [documentId], [...entryKinds, 'version', 'signoff', 'crew_member', 'conflict']),
    readFeed(db, organisationId),
  ]);
  if (!documentRow) throw new Problem('not_found', 'The document is gone.');
  const document = toRecord(documentRow);
  const live = children.filter((row) => row.deleted === 0).map(toRecord);
  const ofKind = (kind: string): StoredRecord[] => live.filter((record) => record.kind === kind);
  const wanted = asked['document_version'];
  const version = ofKind('version').find((record) => record.body['version'] === wanted);
  if (wanted !== null && !version)
    throw new Problem('version_not_approved', `Version ${String(wanted)} was never approved.`);
  const frozen = version
    ? { content: version.body['content'] as JsonObject, content_hash: String(version.body['content_hash']) } // as its schema says
    : { content: snapshotOf(document, ofKind).content, content_hash: null };
  const { format, include, form, photos, paper, language, watermark, compare_with } = exportJob.schema.parse(asked);
  const earlier = ofKind('version').find((record) => record.body['version'] === compare_with);
  if (compare_with !== null && !earlier)
    throw new Problem('version_not_approved', `Version ${compare_with} was never approved.`);
  const compared = earlier ? await comparedVersion(db, organisationId, earlier, feed?.settings) : null;
  const contents = [frozen.content, ...(compared ? [compared.content] : [])];
  const linked = await namedDocuments(db, organisationId, contents.flatMap(documentIdsIn));
  const place = await places(db, organisationId, frozen.content);
  const mark = markOf(document.body, version?.body);
  const reviewDueOn = (version ?? document).body['review_due_on'];
  return {
    format,
    include,
    photos: photos ? await photosOf(db, blobs, organisationId, frozen.content) : null,
    form,
    paper,
    language,
    // What was asked for may no longer be so.
    watermark: watermark === 'none' && mark === 'uncontrolled_when_printed' ? watermark : mark,
    organisation: printedOrganisation(blobs, organisationId, feed),
    ...place,
    closing_checks: closingChecks(frozen.content['permit'], feed?.settings),
    conflicts: version ? [] : undecided(ofKind('conflict')),
    linked: linkedIn(linked),
    document: {
      id: documentId,
      reference: typeof frozen.content['reference'] === 'string' ? frozen.content['reference'] : null,
      title: String((version ?? document).body['title']),
      ...headOf(document.body),
      review_due_on: typeof reviewDueOn === 'string' ? reviewDueOn : null,
    },
    version: typeof wanted === 'number' ? wanted : null,
    ...frozen,
    approval: version?.body ?? null,
    versions: ofKind('version').map(({ body: { content: _content, ...entry } }) => withMarks(entry, document)),
    compared,
    // Who signed a version is no part of what changed in it.
    signoffs: (compared ? [] : ofKind('signoff'))
      .filter((record) => !version || Number(record.body['document_version']) <= Number(wanted))
      .map((record) => withCurrency(record, ofKind('version'), document)),
    crew: version && version.body['state'] !== 'current' ? [] : ofKind('crew_member').map(crewRecord),
    check:
      include.qr && !compared && readSettings(feed?.settings ?? '{}').public_check
        ? checkOf(publicUrl, organisationId, version)
        : null,
    printed_at: printedAt,
  };
}

/** What it says of its own place, as that is now. */
async function comparedVersion(
  db: Db,
  organisationId: string,
  { body }: StoredRecord,
  settings: string | undefined,
): Promise<ComparedVersion> {
  const content = body['content'] as JsonObject; // as its schema says
  return {
    version: Number(body['version']),
    approved_at: String(body['approved_at']),
    title: String(body['title']),
    reference: typeof content['reference'] === 'string' ? content['reference'] : null,
    content,
    ...(await places(db, organisationId, content)),
    closing_checks: closingChecks(content['permit'], settings),
  };
}

/** A draft cannot be checked: nobody has approved it. */
function checkOf(
  publicUrl: string | null,
  organisationId: string,
  version: StoredRecord | undefined,
): PrintCheck | null {
  if (publicUrl === null || !version) return null;
  const { document_id, version: number, content_hash } = version.body;
  const contentHash = String(content_hash);
  const print = { organisationId, documentId: String(document_id), version: Number(number), contentHash };
  return { url: checkUrl(publicUrl, print), address: `${publicUrl}/v`, code: codeOf(contentHash) };
}

async function places(
  db: Db,
  organisationId: string,
  /** Of the version or the draft that is printed: another draft may be elsewhere. */
  content: JsonObject,
): Promise<Pick<ExportInput, 'project' | 'site'>> {
  const rows = (await loadByIds(db, organisationId, placesOf(content))).map(toRecord);
  const body = (kind: string): JsonObject | null => rows.find((record) => record.kind === kind)?.body ?? null;
  return { project: body('project'), site: body('site') };
}

function closingChecks(
  permit: Json | undefined,
  settings: string | undefined,
): NonNullable<ExportInput['closing_checks']> | null {
  if (!isJsonObject(permit)) return null;
  const demanded = demandedChecks(permit as Parameters<typeof demandedChecks>[0], readSettings(settings ?? '{}')); // as its schema says
  return demanded.minutes > 0 ? demanded : null;
}

/** The open conflicts in what a draft prints. */
function undecided(conflicts: readonly StoredRecord[]): JsonObject[] {
  const open = conflicts.map(({ body }) => body).filter(({ state }) => state === 'open');
  return open.filter(({ record_kind: kind }) => ['document', ...entryKinds].includes(String(kind)));
}

/** A version in the history, with its conditions as they are now. */
function withMarks(entry: JsonObject, { body }: StoredRecord): JsonObject {
  const { condition_marks: marks } = body as unknown as Document; // a record of the kind
  const now = conditionsNow(entry as unknown as Version, marks); // as its schema says
  const conditions = now.map(({ number: _number, mark, ...condition }) => ({ ...condition, note: mark?.note ?? null }));
  return { ...entry, conditions };
}

function withCurrency(record: StoredRecord, versions: readonly StoredRecord[], document: StoredRecord): JsonObject {
  const issues = versions.map(({ body }) => body as unknown as Issue); // a version's schema has these fields
  const signed = issues.find(({ version }) => version === record.body['document_version']);
  const flags = (record.body['flags'] ?? []) as readonly string[]; // as the sign-off's schema says
  const currency = currencyOf(
    { flags },
    signed && latestEquivalent(signed, issues).state,
    headOf(document.body).status,
  );
  return { id: record.id, ...record.body, currency };
}

/** As an export prints them. */
export function linkedIn(named: ReadonlyMap<string, NamedDocument>): Readonly<Record<string, LinkedDocument>> {
  return Object.fromEntries(
    [...named].map(([id, { name, version, isArchived }]) => [id, { name, version, is_archived: isArchived }]),
  );
}
