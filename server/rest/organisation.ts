/** The organisation that the token belongs to, and its settings. */
import { readSettings } from '../../shared/settings.ts';
import { readFeed } from '../store/feed.ts';
import type { Handler } from './call.ts';

export const getOrganisation: Handler<'getOrganisation'> = async ({ actor }, house) => {
  const feed = await readFeed(house.store.db, actor.organisationId);
  if (!feed) throw new Error('a token without an organisation');
  const { org_id, name, settings, created_at } = feed;
  return {
    body: { id: org_id, name, settings: readSettings(settings), created_at },
  };
};
