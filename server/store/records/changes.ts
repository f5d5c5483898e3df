/** The feed of records (contract, Sync): each record that changed after a place, once, as it stands now. */
import type { Db } from '../engine/db.ts';
import { anyOf } from '../engine/any-of.ts';
import { statement, type Statement } from '../engine/statement.ts';
import type { RecordTable } from '../tables/tables.ts';

export interface ChangesRequest {
  readonly kinds?: readonly string[] | undefined;
  /** Of these scopes alone; absent = of all. */
  readonly scopes?: readonly string[] | undefined;
  /** Up to this place and without tombstones: what a scope held then and still holds. */
  readonly standingAt?: number | undefined;
  readonly limit: number;
  /** Of the bodies together; the first row comes whatever its size. */
  readonly maxBytes: number;
}

export interface Changes {
  /** In the order of `seq`. */
  readonly rows: RecordTable[];
  /** True when rows follow that the limits left out. */
  readonly more: boolean;
}

/** Each record that changed after `seq`, once, as it stands now. Sizes are summed before any body is read. */
export async function changesAfter(
  db: Db,
  orgId: string,
  seq: number,
  { kinds, scopes, standingAt, limit, maxBytes }: ChangesRequest,
): Promise<Changes> {
  const conditions = [
    ...(scopes ? [{ text: ` and "scope" in (?)`, value: anyOf(scopes) }] : []),
    ...(kinds ? [{ text: ` and "kind" in (?)`, value: anyOf(kinds) }] : []),
    ...(standingAt === undefined ? [] : [{ text: ` and "seq" <= ? and "deleted" = 0`, value: standingAt }]),
  ];
  const { rowsAfter, anyAfter } = questionsUnder(conditions.map(({ text }) => text).join(''));
  const within = conditions.map(({ value }) => value);
  const rows = await rowsAfter(db, orgId, seq, ...within, orgId, seq, ...within, limit, maxBytes);
  const end = rows.at(-1);
  const units = rows.reduce((sum, { body }) => sum + body.length, 0);
  // A UTF-16 unit is three bytes of UTF-8 at most: where so many would have had room, nothing was left out.
  if (!end || (rows.length < limit && 3 * units < maxBytes)) return { rows, more: false };
  return { rows, more: (await anyAfter(db, orgId, end.seq, ...within)).length > 0 };
}

interface Questions {
  readonly rowsAfter: Statement<RecordTable>;
  readonly anyAfter: Statement<Pick<RecordTable, 'seq'>>;
}

const questionsByConditions = new Map<string, Questions>();

/** The conditions are few, so that their texts are too. */
function questionsUnder(conditions: string): Questions {
  const known = questionsByConditions.get(conditions);
  if (known) return known;
  const after = `from "record" where "org_id" = ? and "seq" > ?${conditions}`;
  const questions: Questions = {
    rowsAfter: statement(
      `select * ${after} and "seq" <= (
         select max("seq") from (
           select "seq", sum("bytes") over (order by "seq") - "bytes" as "before"
           from (select "seq", octet_length("body") as "bytes" ${after} order by "seq" limit ?) as "size"
         ) as "sum" where "before" < ?
       ) order by "seq"`,
    ),
    anyAfter: statement(`select "seq" ${after} limit 1`),
  };
  questionsByConditions.set(conditions, questions);
  return questions;
}
