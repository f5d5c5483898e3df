/** The row of the organisation: read, shown, and changed with its revision and its audit entry. */
import type * as z from 'zod';
import { readDetails } from '../../../shared/model/organisation.ts';
import { readSettings } from '../../../shared/model/settings.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { auditChange } from '../../commit/audit.ts';
import { organisationState } from '../../commit/audited-state.ts';
import { readFeed, updateSettings } from '../../store/records/feed.ts';
import type { Store } from '../../store/store.ts';
import type { FeedTable } from '../../store/tables/tables.ts';
import { requireRevision } from '../request/change.ts';
import type { HandlerRequest } from '../request/handler-request.ts';
import type { RestContext } from '../request/rest-context.ts';

type Shown = z.output<(typeof endpoints)['getOrganisation']['reply']>;

/** `change` gives the columns that differ, or null where nothing does. */
export async function changeOrganisation(
  request: HandlerRequest,
  context: Pick<RestContext, 'store' | 'commitContext'>,
  change: (before: FeedTable) => Partial<Pick<FeedTable, 'name' | 'details' | 'settings'>> | null,
): Promise<FeedTable> {
  const { organisationId } = request.actor;
  const feed = await context.store.write(organisationId, context.commitContext.now, async (tx) => {
    const before = await feedOf(tx.trx, organisationId);
    requireRevision(request, { kind: 'organisation', rev: before.revision });
    const changed = change(before);
    if (!changed) return before;
    const revision = tx.nextRevision(before.revision);
    const after = { ...before, ...changed, revision, updated_at: tx.now() };
    const { name, details, settings, updated_at } = after;
    await updateSettings(tx.trx, organisationId, { name, details, settings, revision, updated_at });
    const state = organisationState(after);
    await auditChange(tx, request.author, { op: 'patch', kind: 'organisation', id: organisationId, revision, state });
    return after;
  });
  context.commitContext.wake(organisationId);
  return feed;
}

export function showOrganisation(feed: FeedTable): Shown {
  const { org_id, name, details, settings, created_at, updated_at, revision } = feed;
  const { logo, ...others } = readDetails(details);
  return {
    id: org_id,
    name,
    ...others,
    logo: logo && { media_type: logo.media_type, bytes: logo.bytes, width: logo.width, height: logo.height },
    settings: readSettings(settings),
    created_at,
    updated_at: updated_at ?? created_at,
    revision,
  };
}

export async function feedOf(db: Store['db'], organisationId: string): Promise<FeedTable> {
  const feed = await readFeed(db, organisationId);
  if (!feed) throw new Error('a token without an organisation');
  return feed;
}
