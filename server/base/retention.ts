/** How long the server keeps what it needs only for a while (docs/settings.md, Retention). Records, audit entries and events stay. */

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
  /** Deliveries that ended or were held, with their attempts. */
  deliveries: 90,
  /** Uploads that no device has continued. */
  uploads: 14,
  /** Responses under an Idempotency-Key. */
  storedResponses: 7,
} as const;

/** ms */
export function retentionOf(name: keyof typeof days): number {
  return days[name] * dayMs;
}
