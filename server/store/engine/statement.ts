/**
 * Statements that every request asks, as text that stands in the program: a query builder would build and print them anew each time,
 * which takes longer than SQLite needs to answer. Others are built.
 */
import { CompiledQuery } from 'kysely';
import { engineOf, type Db } from './db.ts';

type Value = string | number | null;
/** Gives the rows that the statement returns. */
export type Statement<Row> = (db: Db, ...values: readonly (Value | readonly Value[])[]) => Promise<Row[]>;

/** `?` stands for a value, or for a list of one or more of them; the text is that of both engines. `Row` is what it selects. */
export function statement<Row = never>(text: string): Statement<Row> {
  const [head = '', ...tails] = text.split('?');
  return async (db, ...values) => {
    const numbered = engineOf(db) === 'postgres';
    const parameters = values.flat();
    let [printed, number] = [head, 0];
    tails.forEach((tail, i) => {
      const count = [values[i]].flat().length;
      printed += Array.from({ length: count }, () => (numbered ? `$${++number}` : '?')).join(', ') + tail;
    });
    return (await db.executeQuery<Row>(CompiledQuery.raw(printed, parameters))).rows;
  };
}
