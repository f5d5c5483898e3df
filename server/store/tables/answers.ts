/** The table of stored answers (answers.ts). */

/** The answers to consecutive commands of one push. */
export interface AnswerTable {
  readonly org_id: string;
  readonly client_id: string;
  /** Number of the first command. */
  readonly first_id: number;
  /** JSON, one line per command, as first sent. */
  readonly answers: string;
  readonly at: string;
}
