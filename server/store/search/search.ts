/**
 * Asks the search index (search-index.ts) and brings it up to date before, so that a search finds whatever was written before it. Both
 * engines hold the same words and find the same; the score is ours for the same reason: where the words stand, not how an engine weighs
 * them.
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
  /** As `askedWords` gives them: all must be there, the last as the beginning of a word. None finds nothing. */
  readonly asked: readonly string[];
  readonly kinds?: readonly SearchKind[] | undefined;
  /** Also what is archived, and the hazards of archived documents. */
  readonly archived: boolean;
  /** Only what is this contractor's part. */
  readonly firm?: string | undefined;
}

export interface Match {
  readonly id: string;
  /** Eighths, at most 1: 4 for every word in the reference, 2 for every word in the title, 1 for the last one whole, 1 for being found. */
  readonly score: number;
}

/** Best first, then the one changed last. */
export async function searchRecords(
  store: Pick<Store, 'db' | 'transaction'>,
  orgId: string,
  { asked, kinds, archived, firm, page, perPage }: SearchRequest,
): Promise<Page<Match>> {
  if (asked.length === 0) return { rows: [], total: 0 };
  // Where the store takes no writes, what is indexed so far is searched; the follower reports why.
  await followFeed(store, orgId).catch(() => undefined);
  const { db } = store;
  const toText = engineOf(db) === 'sqlite' ? matchOnSqlite : matchOnPostgres;
  const query: Query = {
    begun: toText(asked, 'anywhere', 'begun'),
    inReference: toText(asked, 'reference', 'begun'),
    inTitle: toText(asked, 'title', 'begun'),
    whole: toText(asked, 'anywhere', 'whole'),
  };
  const { limit, offset } = limitsOf({ page, perPage });
  const filter = { kinds, archived, firm };
  const rows = await bestMatches(db, orgId, query, filter, limit, offset);
  const count = await countMatches(db, orgId, query, filter);
  return { rows: rows.map((row) => ({ id: row.id, score: row.points / 8 })), total: count?.total ?? 0 };
}

/** The same words in the engine's query language, for each place and form that counts. */
interface Query {
  readonly begun: string;
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
          + case when ${holds(db, query.inReference)} then 4 else 0 end
          + case when ${holds(db, query.inTitle)} then 2 else 0 end
          + case when ${holds(db, query.whole)} then 1 else 0 end`.as('points'),
    ])
    .orderBy('points', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .offset(offset),
);

const countMatches = preparedFirst((db, orgId: string, query: Query, filter: Filter) =>
  matching(db, orgId, query, filter).select(({ fn }) => fn.countAll<number>().as('total')),
);

function matching(db: Db, orgId: string, { begun }: Query, { kinds, archived, firm }: Filter) {
  let query = db.selectFrom('search').where('org_id', '=', orgId).where(holds(db, begun));
  if (kinds !== undefined) query = query.where('kind', 'in', anyOf(kinds));
  if (!archived) query = query.where('holder_id', 'not in', archivedIn(db, orgId));
  if (firm !== undefined)
    query = query.where((eb) =>
      eb.or([eb('holder_id', 'in', documentsOf(db, orgId, firm)), eb('holder_id', 'in', projectsOf(db, orgId, firm))]),
    );
  return query;
}

/** A literal, so that SQLite sees that the partial index `record_archived` answers it. */
function archivedIn(db: Db, orgId: string) {
  return db.selectFrom('record').select('id').where('org_id', '=', orgId).where('status', '=', sql.lit('archived'));
}

type Place = 'reference' | 'title' | 'anywhere';
type LastWord = 'begun' | 'whole';
/** All the words in that place, in the engine's query language. */
type ToMatch = (asked: readonly string[], place: Place, last: LastWord) => string;

const matchOnSqlite: ToMatch = (asked, place, last) => {
  const words = asked.map((word) => `"${word}"`).join(' AND ') + (last === 'begun' ? ' *' : '');
  return place === 'anywhere' ? words : `{${place}} : (${words})`;
};

const weights: Readonly<Record<Place, string>> = { reference: 'A', title: 'B', anywhere: '' };

const matchOnPostgres: ToMatch = (asked, place, last) => {
  const marks = asked.map((_, i) => (i === asked.length - 1 && last === 'begun' ? '*' : '') + weights[place]);
  return asked.map((word, i) => `'${word}'${marks[i] ? `:${marks[i]}` : ''}`).join(' & ');
};

/** True of a row of `search` that matches. */
function holds(db: Db, query: string): RawBuilder<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql`place in (select rowid from search_text where search_text match ${query})`
    : sql`words @@ ${query}::tsquery`;
}
