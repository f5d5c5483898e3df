/** How long the server keeps what it needs only for a while (docs/settings.md, Retention), and what ends the rows of each table. */

import { retentionDays, type Retention } from '../../shared/model/retention.ts';

const dayMs = 86_400_000;

/** Of every table of the store: after what its rows are deleted, or why they stay (DB64). */
export const endOfTable: Readonly<Record<string, Retention | readonly Retention[] | `stays: ${string}`>> = {
  feed: 'stays: one row an organisation',
  integrity: 'stays: one row',
  installation: 'stays: one row',
  record: ['tombstones', 'conflicts', 'exports', 'renderings'],
  record_count: 'stays: a row for each kind, status, type and project',
  scope_sum: 'stays: a row for each kind and project',
  scope_move: 'tombstones',
  scope_horizon: 'stays: a row for each project',
  event: 'events',
  audit: 'stays: evidence',
  token: 'tokens',
  identity: 'stays: one row for each user and provider',
  passkey: 'stays: few, made by hand',
  idempotency: 'storedResponses',
  command: 'commands',
  sent_file: 'sentFiles',
  deferral: 'stays: somebody’s work, until its file arrives',
  webhook: 'stays: few, made by hand',
  mirror: 'stays: few, made by hand',
  delivery: ['deliveries', 'events'],
  attempt: ['deliveries', 'events'],
  job: 'stays: until it is done',
  mail: 'mails',
  notification: 'notifications',
  notification_read: 'notifications',
  search: 'stays: one row for each record that is there',
  search_text: 'stays: likewise',
  search_place: 'stays: one row an organisation',
};

/** ms */
export function retentionOf(name: Retention): number {
  return retentionDays[name] * dayMs;
}
