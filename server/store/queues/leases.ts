/** What a worker asks for when it takes work from a queue table. */
export interface LeaseRequest {
  /** RFC 3339 UTC with ms, like every time here. Work is due from its `due_at`; a lease that ended before is taken over. */
  readonly now: string;
  /** New for each call; only its holder can finish the work. */
  readonly token: string;
  readonly leaseUntil: string;
  readonly limit: number;
}
