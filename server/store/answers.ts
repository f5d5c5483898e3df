/**
 * The answer that each command of a device got, for ever and byte for byte (sync protocol, push). The answers of one push stand in one row:
 * as rows of their own they took longer to store than the commands took to decide. A command that was refused or has to wait has a row of
 * its own as well (clients.ts), which says what became of it.
 */
import type { Kysely, Transaction } from 'kysely';
import type { AnswerTable } from './answer-table.ts';
import { findMutations } from './clients.ts';
import { insertRows, type Insertion } from './insert.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';

const insertion: Insertion<AnswerTable> = {
  table: 'answer',
  columns: ['org_id', 'client_id', 'first_id', 'answers', 'at'],
};

/** `answers` = JSON of one line each, to this command and those that follow it. */
export async function insertAnswers(
  trx: Transaction<Tables>,
  orgId: string,
  {
    client_id,
    first_id,
    answers,
    at,
  }: Pick<AnswerTable, 'client_id' | 'first_id' | 'at'> & {
    readonly answers: readonly string[];
  },
): Promise<void> {
  await insertRows(trx, orgId, insertion, [{ client_id, first_id, answers: answers.join('\n'), at }]);
}

/** From the row that holds the one command to the row that holds the other. */
const between = statement<Pick<AnswerTable, 'first_id' | 'answers'>>(
  `select "first_id", "answers" from "answer"
   where "org_id" = ? and "client_id" = ? and "first_id" <= ? and "first_id" >= coalesce(
     (select max("first_id") from "answer" where "org_id" = ? and "client_id" = ? and "first_id" <= ?), 0)`,
);

/** By command; those that were never taken are absent. */
export async function findAnswers(
  db: Kysely<Tables>,
  orgId: string,
  clientId: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const [first, last] of runsOf(ids))
    for (const row of await between(db, orgId, clientId, last, orgId, clientId, first))
      for (const [i, answer] of row.answers.split('\n').entries()) {
        const id = row.first_id + i;
        if (id >= first && id <= last) found.set(id, answer);
      }
  for (const row of await findMutations(db, orgId, clientId, ids)) found.set(row.mutation_id, row.result);
  return found;
}

/** First and last of those that follow one another. */
function runsOf(ids: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const id of new Set(ids.toSorted((a, b) => a - b))) {
    const open = runs.at(-1);
    if (open && id === open[1] + 1) open[1] = id;
    else runs.push([id, id]);
  }
  return runs;
}
