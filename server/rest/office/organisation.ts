/** The organisation of the token with its settings, and who the token acts as (contract, Organisation). */
import type * as z from 'zod';
import { permissions, may } from '../../../shared/model/access.ts';
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { organisationFields, readDetails } from '../../../shared/model/organisation.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { readSettings, settingsSchema } from '../../../shared/model/settings.ts';
import { mergedSettings, unknownSettings } from '../../../shared/merge/settings-merge.ts';
import { invalid, parse } from '../../../shared/model/validation.ts';
import { auditChange } from '../../commit/audit.ts';
import { organisationState } from '../../commit/audited-state.ts';
import { readFeed, updateSettings } from '../../store/records/feed.ts';
import type { Store } from '../../store/store.ts';
import type { FeedTable } from '../../store/tables/tables.ts';
import { readToken } from '../../store/access/tokens.ts';
import type { Handler } from '../request/handler-request.ts';
import { requireRevision } from '../request/change.ts';

type Shown = z.output<(typeof endpoints)['getOrganisation']['reply']>;

export const getOrganisation: Handler<'getOrganisation'> = async ({ actor }, { store }) => {
  const feed = await feedOf(store.db, actor.organisationId);
  return { body: showOrganisation(feed), revision: feed.revision };
};

export const updateOrganisation: Handler<'updateOrganisation'> = async (request, context) => {
  const { organisationId } = request.actor;
  const feed = await context.store.write(organisationId, context.commitContext.now, async (tx) => {
    const before = await feedOf(tx.trx, organisationId);
    requireRevision(request, { kind: 'organisation', rev: before.revision });
    const { name, settings, ...details } = merged(before, request.fields);
    if (sameJson({ name, settings, ...details }, valuesOf(before))) return before;
    const revision = before.revision + 1;
    const changes = {
      name,
      details: JSON.stringify(details),
      settings: JSON.stringify(settings),
      revision,
      updated_at: tx.now(),
    };
    await updateSettings(tx.trx, organisationId, changes);
    const after = { ...before, ...changes };
    const state = organisationState(after);
    await auditChange(tx, request.author, { op: 'patch', kind: 'organisation', id: organisationId, revision, state });
    return after;
  });
  context.commitContext.wake(organisationId);
  return { body: showOrganisation(feed), revision: feed.revision };
};

export const getMe: Handler<'getMe'> = async ({ actor }, { store }) => {
  const { organisationId: id, role, scopes = null, tokenId } = actor;
  const feed = await feedOf(store.db, id);
  const token = tokenId === undefined ? undefined : await readToken(store.db, id, tokenId);
  if (!token) throw new Error('a caller without a token');
  return {
    body: {
      actor: { id: actor.id, name: actor.name },
      user_id: token.user_id,
      role,
      permissions: permissions.filter((permission) => may(actor, permission)),
      scopes: scopes && [...scopes],
      organisation: { id, name: feed.name },
      token: { id: token.id, name: token.name, expires_at: token.expires_at },
    },
  };
};

/** The current values overlaid with what was sent, validated. */
function merged(before: FeedTable, fields: JsonObject): z.output<typeof organisationFields> {
  const unknown = unknownSettings(settingsSchema, fields['settings'], '#/settings');
  if (unknown.length > 0) throw invalid(unknown);
  const current = valuesOf(before);
  const settings = Object.hasOwn(fields, 'settings')
    ? mergedSettings(settingsSchema, current['settings'], fields['settings'] ?? null)
    : current['settings'];
  return parse(organisationFields, { ...current, ...fields, settings });
}

/** The current values of everything that a PUT may change. */
function valuesOf({ name, details, settings }: FeedTable): JsonObject {
  return { name, ...readDetails(details), settings: readSettings(settings) };
}

function showOrganisation(feed: FeedTable): Shown {
  const { org_id, name, details, settings, created_at, updated_at, revision } = feed;
  return {
    id: org_id,
    name,
    ...readDetails(details),
    settings: readSettings(settings),
    created_at,
    updated_at: updated_at ?? created_at,
    revision,
  };
}

async function feedOf(db: Store['db'], organisationId: string): Promise<FeedTable> {
  const feed = await readFeed(db, organisationId);
  if (!feed) throw new Error('a token without an organisation');
  return feed;
}
