/** The table of e-mails, as tables.ts has the others: written by mails.ts alone (contract, E-mail). */

/** E-mails to send; written with the change that causes them, and leased by the worker that sends them. */
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
  /** Attempts begun so far. */
  readonly attempts: number;
  readonly due_at: string | null;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
  /** Given up; `failure` says why. */
  readonly failed_at: string | null;
  /** Of the last attempt that came to nothing. */
  readonly failure: string | null;
  /** The submission whose link follows the text, made when it is sent so that the store does not hold it; null = none. */
  readonly link_to: string | null;
  /** The `invited_at` that the link is bound to. */
  readonly link_bound_to: string | null;
}
