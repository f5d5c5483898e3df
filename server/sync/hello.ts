/** `POST sync/hello`: the device's actor, the settings and language, and what it may read; the server keeps how wrong its clock is. */
import type { Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { readDetails } from '../../shared/model/organisation.ts';
import { readSettings } from '../../shared/model/settings.ts';
import { helloRequest, protocolVersion, type HelloReply } from '../../shared/sync/sync.ts';
import { parse } from '../../shared/model/validation.ts';
import type { CommitContext } from '../commit/commit.ts';
import { noteClock } from '../store/access/tokens.ts';
import { readFeed } from '../store/records/feed.ts';
import { schemaRange } from './schema.ts';

export async function hello(commitContext: CommitContext, actor: Actor, body: unknown): Promise<HelloReply> {
  const { store, now } = commitContext;
  const request = parse(helloRequest(), body);
  if (!request.protocols.includes(protocolVersion))
    throw new Problem('schema_too_old', `This server speaks sync protocol ${protocolVersion}.`);
  const { organisationId, tokenId } = actor;
  if (request.device_time !== undefined && tokenId !== undefined) {
    const aheadMs = Date.parse(request.device_time) - now();
    // A store that can write nothing now, such as on a full disk, is still read.
    await store.transaction((trx) => noteClock(trx, organisationId, tokenId, aheadMs)).catch(() => undefined);
  }
  const feed = await readFeed(store.db, organisationId);
  const { timezone, locale } = readDetails(feed?.details ?? '{}');
  return {
    protocol: protocolVersion,
    schema: schemaRange(commitContext),
    server_time: new Date(now()).toISOString(),
    organisation_id: organisationId,
    actor: { id: actor.id, name: actor.name, role: actor.role },
    settings: settingsJson(feed?.settings ?? '{}'),
    timezone,
    locale,
    organisation_revision: feed?.revision ?? 0,
    grants: actor.projects ?? null,
  };
}

/** With every default. */
function settingsJson(text: string): NonNullable<HelloReply['settings']> {
  return { ...readSettings(text) } as NonNullable<HelloReply['settings']>; // settings are JSON through and through
}
