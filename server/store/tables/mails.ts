/** The table of e-mails, in the conventions of tables.ts; only queues/mails.ts writes it (contract, E-mail). */

/** E-mails to send, inserted with the change that causes them and leased by the worker that sends them. */
export interface MailTable {
  readonly org_id: string;
  readonly id: string;
  readonly dedupe_key: string;
  /** Empty = the organisation's contact address. */
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly created_at: string;
  readonly sent_at: string | null;
  /** Attempts started so far. */
  readonly attempts: number;
  readonly due_at: string | null;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
  /** When sending was given up; `failure` has the reason. */
  readonly failed_at: string | null;
  /** Error of the last failed attempt. */
  readonly failure: string | null;
  /** The submission whose link is appended to the text. The link is created on sending, so that the store does not hold it; null = none. */
  readonly link_to: string | null;
  /** The `invited_at` that the link is bound to. */
  readonly link_bound_to: string | null;
}
