/**
 * Searches the index (search-index.ts) after updating it, so that a search finds everything written before it. Both engines index the same
 * words and return the same matches with the same score: it depends on where the words occur, not on an engine's own ranking.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
import { preparedFirst, preparedRows } from '../engine/prepared.ts';
import type { SearchKind } from '../../../shared/search/search.ts';
import { anyOf } from '../engine/clauses.ts';
import { documentsOf, projectsOf } from '../records/contractor-access.ts';
import { limitsOf, type Page, type PageRequest } from '../tables/rows.ts';
import { followFeed } from './search-index.ts';
import type { Store } from '../store.ts';

export interface SearchRequest extends PageRequest {
  /** From `askedWords`: all must occur, the last one as a prefix. An empty list matches nothing. */
  readonly asked: readonly string[];
  readonly kinds: readonly SearchKind[];
  /** Include archived records and what belongs to archived documents. */
  readonly archived: boolean;
  /** Limits the result to what this contractor may see. */
  readonly firm?: string | undefined;
}

export interface Match {
  readonly id: string;
  /** In eighths, at most 1: 1 for any match, 4 if all words are in the reference, 2 if all in the title, 1 if the last word is whole. */
  readonly score: number;
}

/** Best score first, then most recently changed. */
export async function searchRecords(
  store: Pick<Store, 'db' | 'transaction'>,
  orgId: string,
  { asked, kinds, archived, firm, page, perPage }: SearchRequest,
): Promise<Page<Match>> {
  if (asked.length === 0) return { rows: [], total: 0 };
  // If the store rejects writes, searches what is indexed so far; the follower reports the error.
  await followFeed(store, orgId).catch(() => undefined);
  const { db } = store;
  const toText = engineOf(db) === 'sqlite' ? matchOnSqlite : matchOnPostgres;
  const query: Query = {
    byPrefix: toText(asked, 'anywhere', 'prefix'),
    inReference: toText(asked, 'reference', 'prefix'),
    inTitle: toText(asked, 'title', 'prefix'),
    whole: toText(asked, 'anywhere', 'whole'),
  };
  const { limit, offset } = limitsOf({ page, perPage });
  const filter = { kinds, archived, firm };
  const rows = await bestMatches(db, orgId, query, filter, limit, offset);
  const count = await countMatches(db, orgId, query, filter);
  return { rows: rows.map((row) => ({ id: row.id, score: row.points / 8 })), total: count?.total ?? 0 };
}

/** The words in the engine's query language, once for each column and form that the score uses. */
interface Query {
  readonly byPrefix: string;
  readonly inReference: string;
  readonly inTitle: string;
  readonly whole: string;
}
type Filter = Pick<SearchRequest, 'kinds' | 'archived' | 'firm'>;

const bestMatches = preparedRows((db, orgId: string, query: Query, filter: Filter, limit: number, offset: number) =>
  matching(db, orgId, query, filter)
    .select([
      'id',
      sql<number>`1
          + case when ${matches(db, query.inReference)} then 4 else 0 end
          + case when ${matches(db, query.inTitle)} then 2 else 0 end
          + case when ${matches(db, query.whole)} then 1 else 0 end`.as('points'),
    ])
    .orderBy('points', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(offset),
);

const countMatches = preparedFirst((db, orgId: string, query: Query, filter: Filter) =>
  matching(db, orgId, query, filter).select(({ fn }) => fn.countAll<number>().as('total')),
);

function matching(db: Db, orgId: string, { byPrefix }: Query, { kinds, archived, firm }: Filter) {
  let query = db
    .selectFrom('search')
    .where('org_id', '=', orgId)
    .where('kind', 'in', anyOf(kinds))
    .where(matches(db, byPrefix));
  if (!archived) query = query.where('holder_id', 'not in', archivedIn(db, orgId));
  if (firm !== undefined)
    query = query.where((eb) =>
      eb.or([eb('holder_id', 'in', documentsOf(db, orgId, firm)), eb('holder_id', 'in', projectsOf(db, orgId, firm))]),
    );
  return query;
}

/** A literal, not a parameter, so that SQLite uses the partial index `record_archived`. */
function archivedIn(db: Db, orgId: string) {
  return db.selectFrom('record').select('id').where('org_id', '=', orgId).where('status', '=', sql.lit('archived'));
}

type Column = 'reference' | 'title' | 'anywhere';
type LastWord = 'prefix' | 'whole';
/** All the words in that column, in the engine's query language. */
type ToMatch = (asked: readonly string[], column: Column, last: LastWord) => string;

const matchOnSqlite: ToMatch = (asked, column, last) => {
  const words = asked.map((word) => `"${word}"`).join(' AND ') + (last === 'prefix' ? ' *' : '');
  return column === 'anywhere' ? words : `{${column}} : (${words})`;
};

const weights: Readonly<Record<Column, string>> = { reference: 'A', title: 'B', anywhere: '' };

const matchOnPostgres: ToMatch = (asked, column, last) => {
  const marks = asked.map((_, i) => (i === asked.length - 1 && last === 'prefix' ? '*' : '') + weights[column]);
  return asked.map((word, i) => `'${word}'${marks[i] ? `:${marks[i]}` : ''}`).join(' & ');
};

/** Condition: the row of `search` matches the query. */
function matches(db: Db, query: string): RawBuilder<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql`place in (select rowid from search_text where search_text match ${query})`
    : sql`words @@ ${query}::tsquery`;
}
