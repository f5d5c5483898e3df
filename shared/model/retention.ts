/** For how many days the server keeps what it needs only for a while (docs/settings.md, Retention); everything else stays. */

export const retentionDays = {
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
  /** Settled ones, and what was merged by itself; their tombstones stay as long again. */
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
  /** What a crash left of a file. The largest pack is written in less. */
  halfWrittenFiles: 1,
  /** Responses under an Idempotency-Key. */
  storedResponses: 7,
} as const;

export type Retention = keyof typeof retentionDays;
