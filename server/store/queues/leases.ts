/** A worker's request to lease work from a queue table. */
export interface LeaseRequest {
  /** RFC 3339 UTC with ms, like all times here. Work with `due_at` up to this is due; leases that expired by then are taken over. */
  readonly now: string;
  /** New for each call; required to finish the work. */
  readonly token: string;
  readonly leaseUntil: string;
  readonly limit: number;
}
