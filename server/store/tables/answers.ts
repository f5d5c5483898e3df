/** The table of stored answers (answers.ts). */

/** The answers to commands of one push, whose numbers follow one another. */
export interface AnswerTable {
  readonly org_id: string;
  readonly client_id: string;
  /** Number of the first command. */
  readonly first_id: number;
  /** JSON, one line a command: as they were first given. */
  readonly answers: string;
  readonly at: string;
}
