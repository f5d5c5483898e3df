/**
 * The search index: the words of each document, project and hazard, kept in the transaction of the record itself. FTS5 on SQLite, a
 * tsvector on PostgreSQL, and both are handed words that shared/search.ts made, so neither parses text and both find the same. The
 * score is ours for the same reason: where the words stand, not how an engine weighs them.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { JsonObject } from '../../shared/json.ts';
import { isSearched, searchTextOf, wordsOf, type SearchKind } from '../../shared/search.ts';
import { anyOf } from './any-of.ts';
import { chunks } from './chunks.ts';
import type { Engine } from './engine.ts';
import type { Page, PageRequest } from './rows.ts';
import type { Store } from './store.ts';
import type { RecordTable, Tables } from './tables.ts';

type Indexed = Pick<RecordTable, 'id' | 'kind' | 'seq' | 'deleted' | 'document_id' | 'body'>;

/** Brings the index up to the rows, each there once. Kinds that are not searched are passed over. */
export async function indexRecords(
  trx: Kysely<Tables>,
  engine: Engine,
  orgId: string,
  rows: readonly Indexed[],
): Promise<void> {
  const searched = rows.filter(({ kind }) => isSearched(kind));
  const write = engine === 'sqlite' ? writeOnSqlite : writeOnPostgres;
  for (const some of chunks(searched.filter(({ deleted }) => deleted === 0)))
    await write(trx, orgId, some.map(entryOf));
  for (const some of chunks(searched.filter(({ deleted }) => deleted !== 0)))
    await forget(
      trx,
      engine,
      orgId,
      some.map(({ id }) => id),
    );
}

export interface SearchRequest extends PageRequest {
  /** As `askedWords` gives them: all must be there, the last as the beginning of a word. None finds nothing. */
  readonly asked: readonly string[];
  readonly kinds?: readonly SearchKind[] | undefined;
  /** Also what is archived, and the hazards of archived documents. */
  readonly archived: boolean;
}

export interface Match {
  readonly id: string;
  /** Eighths, at most 1: 4 for every word in the reference, 2 for every word in the title, 1 for the last one whole, 1 for being found. */
  readonly score: number;
}

/** Best first, then the one changed last. */
export async function searchRecords(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  orgId: string,
  { asked, kinds, archived, page, perPage }: SearchRequest,
): Promise<Page<Match>> {
  if (asked.length === 0) return { rows: [], total: 0 };
  const holds = engine === 'sqlite' ? holdsOnSqlite : holdsOnPostgres;
  const found = db
    .selectFrom('search')
    .where('org_id', '=', orgId)
    .where(holds(asked, 'anywhere', 'begun'))
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', anyOf(kinds ?? [])))
    .$if(!archived, (query) => query.where('holder_id', 'not in', archivedIn(db, orgId)));
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
function archivedIn(db: Kysely<Tables>, orgId: string) {
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

interface Entry {
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived: a hazard's document, or the record itself. */
  readonly holder_id: string;
  readonly seq: number;
  /** Each word once in each place. */
  readonly words: Readonly<Record<'reference' | 'title' | 'body', readonly string[]>>;
}

function entryOf({ id, kind, seq, document_id, body }: Indexed): Entry {
  // Both hold for every row that gets here: the kind was checked, and bodies are written by commit() alone, from objects.
  const text = searchTextOf(kind as SearchKind, JSON.parse(body) as JsonObject);
  const words = {
    reference: distinctWords([text.reference ?? '']),
    title: distinctWords([text.title]),
    body: distinctWords(text.body),
  };
  return { id, kind, holder_id: document_id ?? id, seq, words };
}

function distinctWords(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(text).map(({ word }) => word)))];
}

/** FTS5 knows its rows by number only: `search` gives each record its own. */
async function writeOnSqlite(trx: Kysely<Tables>, orgId: string, entries: readonly Entry[]): Promise<void> {
  const places = await trx
    .insertInto('search')
    .values(entries.map(({ words: _, ...entry }) => ({ ...entry, org_id: orgId })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet((eb) => ({
        holder_id: eb.ref('excluded.holder_id'),
        seq: eb.ref('excluded.seq'),
      })),
    )
    .returning(['id', sql<number>`place`.as('place')])
    .execute();
  const placeById = new Map(places.map(({ id, place }) => [id, place]));
  const rows = entries.map(
    ({ id, words: { reference, title, body } }) =>
      sql`(${placeById.get(id)}, ${reference.join(' ')}, ${title.join(' ')}, ${body.join(' ')})`,
  );
  await sql`insert or replace into search_text (rowid, reference, title, body) values ${sql.join(rows)}`.execute(trx);
}

/** A position stands with each word, always the same: only words with one can have a weight. */
async function writeOnPostgres(trx: Kysely<Tables>, orgId: string, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ id, kind, holder_id, seq, words: { reference, title, body } }) => {
    const lexemes = [
      ...reference.map((word) => `'${word}':1A`),
      ...title.map((word) => `'${word}':2B`),
      ...body.map((word) => `'${word}':3`),
    ];
    return sql`(${orgId}, ${id}, ${kind}, ${holder_id}, ${seq}, ${lexemes.join(' ')}::tsvector)`;
  });
  await sql`insert into search (org_id, id, kind, holder_id, seq, words) values ${sql.join(rows)}
    on conflict (org_id, id) do update
    set holder_id = excluded.holder_id, seq = excluded.seq, words = excluded.words`.execute(trx);
}

async function forget(trx: Kysely<Tables>, engine: Engine, orgId: string, ids: readonly string[]): Promise<void> {
  const removed = trx.deleteFrom('search').where('org_id', '=', orgId).where('id', 'in', ids);
  if (engine === 'postgres') {
    await removed.execute();
    return;
  }
  const places = await removed.returning(sql<number>`place`.as('place')).execute();
  if (places.length > 0)
    await sql`delete from search_text where rowid in (${sql.join(places.map(({ place }) => place))})`.execute(trx);
}
