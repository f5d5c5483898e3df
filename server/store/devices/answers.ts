/**
 * The answer that each command of a device got, for ever and byte for byte (sync protocol, push). The answers of one push stand together in
 * one row, or in a few where they are long, in place of a row for each. A command that was refused or has to wait has a row
 * of its own as well (clients.ts), which says what became of it.
 */
import type { Db, Trx } from '../engine/db.ts';
import type { AnswerTable } from '../tables/answers.ts';
import { findMutations } from './clients.ts';
import { insertRows, type Insertion } from '../engine/insert.ts';
import { statement } from '../engine/statement.ts';

const insertion: Insertion<AnswerTable> = {
  table: 'answer',
  columns: ['org_id', 'client_id', 'first_id', 'answers', 'at'],
};

/** Of a push full of conflicts, each with both texts, the answers are megabytes: whoever asks for one of them should not read them all. */
const maxRowLength = 64 * 1024;

interface Answered extends Pick<AnswerTable, 'client_id' | 'first_id' | 'at'> {
  /** JSON of one line each, to the first command and those that follow it. */
  readonly answers: readonly string[];
}

export async function insertAnswers(
  trx: Trx,
  orgId: string,
  { client_id, first_id, answers, at }: Answered,
): Promise<void> {
  const rows: { client_id: string; first_id: number; answers: string; at: string }[] = [];
  let length = 0;
  for (const [i, answer] of answers.entries()) {
    const open = rows.at(-1);
    length += answer.length;
    if (open && length <= maxRowLength) open.answers += `\n${answer}`;
    else {
      rows.push({ client_id, first_id: first_id + i, answers: answer, at });
      length = answer.length;
    }
  }
  await insertRows(trx, orgId, insertion, rows);
}

/** The row that begins with the command, or last before it. */
const rowUpTo = statement<Pick<AnswerTable, 'first_id' | 'answers'>>(
  `select "first_id", "answers" from "answer" where "org_id" = ? and "client_id" = ? and "first_id" <= ?
   order by "first_id" desc limit 1`,
);

/** By command; those that were never taken are absent. */
export async function findAnswers(
  db: Db,
  orgId: string,
  clientId: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  // From the last one down: one row after another, each of them once.
  let [first, lines]: [number, readonly string[]] = [Number.POSITIVE_INFINITY, []];
  for (const id of new Set(ids.toSorted((a, b) => b - a))) {
    if (id < first) {
      const [row] = await rowUpTo(db, orgId, clientId, id);
      [first, lines] = row ? [row.first_id, row.answers.split('\n')] : [0, []];
    }
    const answer = lines[id - first];
    if (answer !== undefined) found.set(id, answer);
  }
  for (const row of await findMutations(db, orgId, clientId, ids)) found.set(row.mutation_id, row.result);
  return found;
}
