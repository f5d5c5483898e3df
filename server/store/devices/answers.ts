/**
 * The answer to each command of a device, stored byte for byte so that a repeated push gets the same one (sync protocol, push). The answers
 * to one push share a row, or a few rows if they are long. A command that was refused or deferred also has its own row with its current
 * answer (clients.ts).
 */
import type { Db, Trx } from '../engine/db.ts';
import { preparedFirst, preparedForEach } from '../engine/prepared.ts';
import type { AnswerTable } from '../tables/answers.ts';
import { findMutations } from './clients.ts';

/** UTF-16 units. Answers about conflicts carry both texts and can take megabytes; reading one answer should not load them all. */
const maxRowLength = 64 * 1024;

interface Answered extends Pick<AnswerTable, 'client_id' | 'first_id' | 'at'> {
  /** One line of JSON for each command, starting with `first_id`. */
  readonly answers: readonly string[];
}

export async function insertAnswers(
  trx: Trx,
  orgId: string,
  { client_id, first_id, answers, at }: Answered,
): Promise<void> {
  const rows: AnswerTable[] = [];
  let lines: string[] = [];
  let length = 0;
  const endRow = (next: number): void => {
    if (lines.length > 0)
      rows.push({ org_id: orgId, client_id, first_id: first_id + next - lines.length, answers: lines.join('\n'), at });
    [lines, length] = [[], 0];
  };
  for (const [i, answer] of answers.entries()) {
    if (length + answer.length > maxRowLength) endRow(i);
    lines.push(answer);
    length += answer.length;
  }
  endRow(answers.length);
  await insertRows(trx, rows);
}
const insertRows = preparedForEach((db, rows: readonly AnswerTable[]) => db.insertInto('answer').values(rows));

/** By command number; commands that the server never accepted are absent. */
export async function findAnswers(
  db: Db,
  orgId: string,
  clientId: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  // In descending order, so that each row is read once.
  let [first, lines]: [number, readonly string[]] = [Number.POSITIVE_INFINITY, []];
  for (const id of new Set(ids.toSorted((a, b) => b - a))) {
    if (id < first) {
      const row = await rowUpTo(db, orgId, clientId, id);
      [first, lines] = row ? [row.first_id, row.answers.split('\n')] : [0, []];
    }
    const answer = lines[id - first];
    if (answer !== undefined) found.set(id, answer);
  }
  for (const row of await findMutations(db, orgId, clientId, ids)) found.set(row.mutation_id, row.result);
  return found;
}

/** The row that begins with the command, or the last one before it. */
const rowUpTo = preparedFirst((db, orgId: string, clientId: string, id: number) =>
  db
    .selectFrom('answer')
    .select(['first_id', 'answers'])
    .where('org_id', '=', orgId)
    .where('client_id', '=', clientId)
    .where('first_id', '<=', id)
    .orderBy('first_id', 'desc')
    .limit(1),
);
