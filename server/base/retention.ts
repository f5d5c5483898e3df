/** How long the server keeps what it needs only for a while (docs/settings.md, Retention), and what ends the rows of each table. */

const dayMs = 86_400_000;

const days = {
  /** Tombstones of entries, and moves between scopes: a device that was away longer takes a fresh snapshot. */
  tombstones: 400,
  /** Commands of devices with their answers: an older one is refused, so that it never takes effect twice. */
  commands: 400,
  /** As long as a yearly reminder must not be sent twice. */
  notifications: 400,
  /** Mails that were sent or failed; likewise. */
  mails: 400,
  /** A poller that was away longer is answered 410 `events_gone`. */
  events: 400,
  /** Settled ones; their tombstones stay as long again. */
  conflicts: 400,
  /** Finished ones with their files: what they print stays, and can be exported again. */
  exports: 90,
  /** Of standing exports, those that a newer one replaced. */
  renderings: 1,
  /** Since they were revoked, or expired. */
  tokens: 400,
  /** Files that a device sent, without the photos that were made of them. */
  sentFiles: 400,
  /** Deliveries that ended, with their attempts; held ones stay as long as events. */
  deliveries: 90,
  /** Uploads that no device has continued. */
  uploads: 14,
  /** Responses under an Idempotency-Key. */
  storedResponses: 7,
} as const;

export type Retention = keyof typeof days;

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
  return days[name] * dayMs;
}
