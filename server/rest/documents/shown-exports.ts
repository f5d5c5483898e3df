/** Exports as callers see them: with a link to the file, and with what changed since it was made (contract, Exports, EX50). */
import type * as z from 'zod';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { present } from '../../../shared/present.ts';
import { exportReply } from '../../../shared/rest/shapes.ts';
import { printedIn, staleSince } from '../../commit/made-exports.ts';
import { askedBy, changesSince, printedBy, printedHash, type Printed, type PrintedNow } from '../../commit/printed.ts';
import { find } from '../request/find.ts';
import type { RestContext } from '../request/rest-context.ts';
import { linkTo } from '../request/signed-urls.ts';

interface ShownExport {
  readonly body: z.output<typeof exportReply>;
  readonly revision: number;
  readonly headers: Readonly<Record<string, string>>;
}

export async function showExport(
  context: RestContext,
  organisationId: string,
  record: StoredRecord,
): Promise<ShownExport> {
  const [body] = await showExports(context, organisationId, [record]);
  if (!body) throw new Error('an export is shown as one');
  // Anyone with the link may download the file.
  const headers =
    body.download_url !== null
      ? { 'Cache-Control': 'no-store' }
      : body.status === 'queued'
        ? { 'Retry-After': '1' }
        : {};
  return { body, revision: record.rev, headers };
}

/** @param records all of the same document */
export async function showExports(
  context: RestContext,
  organisationId: string,
  records: readonly StoredRecord[],
): Promise<z.output<typeof exportReply>[]> {
  const { db } = context.store;
  const isMade = records.some((record) => printedIn(record));
  const document = isMade
    ? await find(db, organisationId, 'document', String(records[0]?.body['document_id']))
    : undefined;
  const printed = document && (await printedBy(db, organisationId, document, printedNow(context)));
  return records.map((record) => {
    const isReady = record.body['status'] === 'completed';
    const link = isReady ? linkTo(context, organisationId, `/api/v1/exports/${record.id}/file`) : null;
    const reading = { download_url: link?.url ?? null, expires_at: link?.expiresAt ?? null };
    return present(exportReply, record, { ...reading, ...freshnessOf(record, printed) });
  });
}

function freshnessOf(record: StoredRecord, now: Printed | undefined): JsonObject {
  const printed = printedIn(record);
  const nothing = { current: false, stale_since: null, stale_because: [] };
  if (!now || !printed) return nothing;
  const asked = askedBy(record);
  if (printedHash(now, asked) === printed.hash) return { ...nothing, current: true };
  const because = changesSince(now, asked, printed);
  return {
    current: false,
    stale_since: staleSince(record) ?? because[0]?.at ?? null,
    stale_because: because.map((each) => ({ ...each })),
  };
}

export function printedNow({ publicUrl, commitContext }: Pick<RestContext, 'publicUrl' | 'commitContext'>): PrintedNow {
  return { publicUrl, at: new Date(commitContext.now()).toISOString() };
}
