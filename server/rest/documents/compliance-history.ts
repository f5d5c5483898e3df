/** Compliance over time: the approved versions of documents with their scores (contract, Compliance check). */
import type * as z from 'zod';
import { checkCompliance } from '../../../shared/compliance/check.ts';
import { inputOf } from '../../../shared/compliance/input-of-content.ts';
import { readDetails } from '../../../shared/model/organisation.ts';
import type { StoredRecord } from '../../../shared/model/record.ts';
import { defaultSettings, readSettings } from '../../../shared/model/settings.ts';
import { present } from '../../../shared/present.ts';
import type { Version } from '../../../shared/resources/document/version.ts';
import { complianceHistoryReply } from '../../../shared/rest/compliance.ts';
import { toRecord } from '../../commit/record-rows.ts';
import { readFeed } from '../../store/records/feed.ts';
import { loadByIds } from '../../store/records/records.ts';
import { childrenOf } from '../request/find.ts';
import type { Handler } from '../request/handler-request.ts';
import { listed } from '../request/lists.ts';
import { unarchived } from './unarchived.ts';

type Scored = z.output<typeof complianceHistoryReply>['versions'][number];
type Beside = Parameters<typeof inputOf>[1];

export const listComplianceHistory: Handler<'listComplianceHistory'> = async (request, context) => {
  const { organisationId } = request.actor;
  const { db } = context.store;
  const filters = { status: unarchived, project_id: request.query.project_id };
  const page = await listed(request, context, 'document', filters, (record) => record);
  const feed = await readFeed(db, organisationId);
  const sites = await loadByIds(db, organisationId, [...new Set(page.data.flatMap(siteOf))]);
  const siteById = new Map(sites.filter(({ deleted }) => deleted === 0).map((row) => [row.id, toRecord(row).body]));
  const data: z.output<typeof complianceHistoryReply>[] = [];
  // One after the other: what is frozen is long, and no more than one document's versions are held at a time.
  for (const document of page.data) {
    const beside = {
      settings: feed ? readSettings(feed.settings) : defaultSettings(),
      timezone: readDetails(feed?.details ?? '{}').timezone,
      site: siteById.get(siteOf(document)[0] ?? '') ?? null,
    };
    const children = await childrenOf(db, organisationId, document.id, ['version']);
    const versions = children
      .map(({ body }) => scored(body as unknown as Version, beside)) // of its schema
      .toSorted((a, b) => a.version - b.version);
    data.push(present(complianceHistoryReply, document, { versions }));
  }
  return { body: { ...page, data } };
};

function siteOf({ body }: StoredRecord): string[] {
  const site = body['site_id'];
  return typeof site === 'string' ? [site] : [];
}

function scored({ version, approved_at, superseded_at, content }: Version, beside: Beside): Scored {
  const frozen = content as unknown as Parameters<typeof inputOf>[0]; // a snapshot, with all of its members
  const { score, band } = checkCompliance(inputOf(frozen, beside, approved_at));
  return { version, approved_at, superseded_at, score, band };
}
