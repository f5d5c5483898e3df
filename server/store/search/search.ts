/**
 * Asks the search index (search-index.ts) and brings it up to date before, so that a search finds whatever was written before it. Both
 * engines hold the same words and find the same; the score is ours for the same reason: where the words stand, not how an engine weighs
 * them.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../engine/db.ts';
import type { SearchKind } from '../../../shared/search/search.ts';
import { anyOf } from '../engine/any-of.ts';
import { documentsOf, projectsOf } from '../records/contractor-access.ts';
import type { Page, PageRequest } from '../tables/rows.ts';
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
  store: Pick<Store, 'db' | 'engine' | 'transaction'>,
  orgId: string,
  { asked, kinds, archived, firm, page, perPage }: SearchRequest,
): Promise<Page<Match>> {
  if (asked.length === 0) return { rows: [], total: 0 };
  // Where the store takes no writes, what was indexed is searched; the follower tells why.
  await followFeed(store, orgId).catch(() => undefined);
  const { db, engine } = store;
  const holds = engine === 'sqlite' ? holdsOnSqlite : holdsOnPostgres;
  const found = db
    .selectFrom('search')
    .where('org_id', '=', orgId)
    .where(holds(asked, 'anywhere', 'begun'))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', anyOf(kinds ?? [])))
    .$if(!archived, (query) => query.where('holder_id', 'not in', archivedIn(db, orgId)))
    .$if(firm !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('holder_id', 'in', documentsOf(db, orgId, firm ?? '')),
          eb('holder_id', 'in', projectsOf(db, orgId, firm ?? '')),
        ]),
      ),
    );
  const points = sql<number>`1
    + case when ${holds(asked, 'reference', 'begun')} then 4 else 0 end
    + case when ${holds(asked, 'title', 'begun')} then 2 else 0 end
    + case when ${holds(asked, 'anywhere', 'whole')} then 1 else 0 end`;
  const rows = await found
    .select(['id', points.as('points')])
    .orderBy('points', 'desc')
    .orderBy('seq', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows: rows.map((row) => ({ id: row.id, score: row.points / 8 })), total };
}

/** A literal, so that SQLite sees that the partial index `record_archived` answers it. */
function archivedIn(db: Db, orgId: string) {
  return db.selectFrom('record').select('id').where('org_id', '=', orgId).where('status', '=', sql.lit('archived'));
}

type Place = 'reference' | 'title' | 'anywhere';
type LastWord = 'begun' | 'whole';
/** True of a row of `search` that holds all the words in that place. */
type Holds = (asked: readonly string[], place: Place, last: LastWord) => RawBuilder<SqlBool>;

const holdsOnSqlite: Holds = (asked, place, last) => {
  const words = asked.map((word) => `"${word}"`).join(' AND ') + (last === 'begun' ? ' *' : '');
  const query = place === 'anywhere' ? words : `{${place}} : (${words})`;
  return sql`place in (select rowid from search_text where search_text match ${query})`;
};

const weights: Readonly<Record<Place, string>> = { reference: 'A', title: 'B', anywhere: '' };

const holdsOnPostgres: Holds = (asked, place, last) => {
  const marks = asked.map((_, i) => (i === asked.length - 1 && last === 'begun' ? '*' : '') + weights[place]);
  const query = asked.map((word, i) => `'${word}'${marks[i] ? `:${marks[i]}` : ''}`).join(' & ');
  return sql`words @@ ${query}::tsquery`;
};
