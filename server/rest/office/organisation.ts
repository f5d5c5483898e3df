/** The organisation of the token with its settings, and who the token acts as (contract, Organisation). */
import type * as z from 'zod';
import { permissions, may } from '../../../shared/model/access.ts';
import { sameJson } from '../../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import { organisationFields, readDetails } from '../../../shared/model/organisation.ts';
import { readSettings, settingsSchema } from '../../../shared/model/settings.ts';
import { mergedSettings, unknownSettings } from '../../../shared/merge/settings-merge.ts';
import { invalid, parse } from '../../../shared/model/validation.ts';
import type { FeedTable } from '../../store/tables/tables.ts';
import { readToken } from '../../store/access/tokens.ts';
import type { Handler } from '../request/handler-request.ts';
import { changeOrganisation, feedOf, showOrganisation } from './organisation-row.ts';

export const getOrganisation: Handler<'getOrganisation'> = async ({ actor }, { store }) => {
  const feed = await feedOf(store.db, actor.organisationId);
  return { body: showOrganisation(feed), revision: feed.revision };
};

export const updateOrganisation: Handler<'updateOrganisation'> = async (request, context) => {
  const feed = await changeOrganisation(request, context, (before) => {
    const { name, settings, ...details } = merged(before, request.fields);
    if (sameJson({ name, settings, ...details }, valuesOf(before))) return null;
    const { logo } = readDetails(before.details);
    return {
      name,
      details: JSON.stringify({ ...details, ...(logo ? { logo } : {}) }),
      settings: JSON.stringify(settings),
    };
  });
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
      organisation: { id, name: feed.name, timezone: readDetails(feed.details).timezone },
      token: { id: token.id, name: token.name, expires_at: token.expires_at },
    },
  };
};

/** The current values overlaid with what was sent, validated. */
function merged(before: FeedTable, fields: JsonObject): z.output<typeof organisationFields> {
  const unknown = unknownSettings(settingsSchema(), fields['settings'], '#/settings');
  if (unknown.length > 0) throw invalid(unknown);
  const current = valuesOf(before);
  const settings = Object.hasOwn(fields, 'settings')
    ? mergedSettings(settingsSchema(), current['settings'], fields['settings'] ?? null)
    : current['settings'];
  return parse(organisationFields, { ...current, ...fields, settings });
}

/** The current values of everything that a PUT may change. */
function valuesOf({ name, details, settings }: FeedTable): JsonObject {
  const { logo: _logo, ...others } = readDetails(details);
  return { name, ...others, settings: readSettings(settings) };
}
