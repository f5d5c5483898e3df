/** The table of commands that devices sent (server/store/devices/commands.ts). */

/** A command by its identity, with what the server answered. */
export interface CommandTable {
  readonly org_id: string;
  readonly id: string;
  /** SHA-256, hex (shared/sync/command-identity.ts). An id that came with two hashes has two rows; the second was refused. */
  readonly hash: string;
  readonly status: string;
  /** Place and revision of the record after the command; 0 if nothing was written. */
  readonly seq: number;
  readonly rev: number;
  /** Ms since 1970. */
  readonly received_ms: number;
  /** JSON of the whole answer; null if it follows from the other columns. */
  readonly answer: string | null;
  /** JSON of the command as it was sent, while it is refused or deferred. */
  readonly sent: string | null;
  /** JSON: who needs a refused one no more, when and why; null while it waits. */
  readonly seen: string | null;
}
