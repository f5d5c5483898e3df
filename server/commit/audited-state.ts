/** What the audit log holds a digest of: all of a record, and of other rows everything that a person or a request decided about them. */
import { hash } from 'node:crypto';
import type { JsonObject } from '../../shared/base/json.ts';
import type { IdentityTable, PasskeyTable } from '../store/tables/credentials.ts';
import type { MirrorTable } from '../store/tables/mirrors.ts';
import type { FeedTable, WebhookTable } from '../store/tables/tables.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import type { RecordRow } from './record-rows.ts';

/** SHA-256, hex. Covers every column but the id and the kind, which stand beside it, and those that follow from the body. */
export function recordDigest(row: RecordRow): string {
  const { seq, rev, deleted, created_at, updated_at, created_by, updated_by, sent_by, origin_hash, scope, body } = row;
  const people = [created_by, updated_by, sent_by];
  return hash(
    'sha256',
    `${JSON.stringify([seq, rev, deleted, created_at, updated_at, people, origin_hash, scope])}\n${body}`,
  );
}

/** The whole row, except when it was last used, and on which device it was first used: use alone changes these. */
export function tokenState({
  last_used_at: _used,
  device_id: _device,
  clock_ahead_ms: _ahead,
  ...row
}: TokenTable): JsonObject {
  return row;
}

export function identityState(row: IdentityTable): JsonObject {
  return { ...row };
}

/** Without what use changes. */
export function passkeyState({ sign_count: _count, last_used_at: _used, ...row }: PasskeyTable): JsonObject {
  return row;
}

/** Members as they are stored: a setting that is new in this version of the server changes nothing. */
export function organisationState({ name, created_at, details, settings }: FeedTable): JsonObject {
  // Written by the organisation endpoint, from checked objects.
  return { ...(JSON.parse(details) as JsonObject), name, created_at, settings: JSON.parse(settings) as JsonObject };
}

/** Without what deliveries change, and without secrets. */
export function webhookState(webhook: WebhookTable): JsonObject {
  const { id, url, events, description, ordering, header_names, token_id } = webhook;
  return { id, url, events, description, ordering, header_names, token_id };
}

/** Without what the follower changes, and without credentials. */
export function mirrorState(mirror: MirrorTable): JsonObject {
  const { id, url, description, project_ids, kinds, attachments, enabled, token_id } = mirror;
  return { id, url, description, project_ids, kinds, attachments, enabled, token_id };
}
