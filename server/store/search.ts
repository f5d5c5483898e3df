/**
 * The search index: the words of each document, project and hazard, kept in the transaction of the record itself. FTS5 on SQLite, a
 * tsvector on PostgreSQL, and both are handed words that shared/search.ts made, so neither parses text and both find the same. The
 * score is ours for the same reason: where the words stand, not how an engine weighs them.
 */
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { isSearched, searchTextOf, wordsOf, type SearchKind, type SearchText } from '../../shared/search.ts';
import { anyOf } from './any-of.ts';
import { chunks } from './chunks.ts';
import type { Engine } from './engine.ts';
import { insertRows, type Insertion } from './insert.ts';
import { documentsOf, projectsOf } from './own-part.ts';
import { bodyOf } from './row-body.ts';
import type { Page, PageRequest } from './rows.ts';
import type { Store } from './store.ts';
import type { RecordTable, Tables } from './tables.ts';

type Indexed = Pick<RecordTable, 'id' | 'kind' | 'seq' | 'deleted' | 'document_id' | 'body'>;
/** A record as it stood before the batch; undefined where it was not there. */
type BeforeOf = (id: string) => Pick<RecordTable, 'deleted' | 'body'> | undefined;

/**
 * Brings the index up to the rows, each there once. Kinds that are not searched are passed over, and the words of a record that reads
 * as it did before are left alone: most edits change none.
 */
export async function indexRecords(
  trx: Kysely<Tables>,
  engine: Engine,
  orgId: string,
  rows: readonly Indexed[],
  beforeOf: BeforeOf = () => undefined,
): Promise<void> {
  const searched = rows.filter(({ kind }) => isSearched(kind));
  const write = engine === 'sqlite' ? writeOnSqlite : writeOnPostgres;
  const standing = searched.filter(({ deleted }) => deleted === 0);
  const entries = standing.map((row) => entryOf(row, beforeOf(row.id)));
  for (const some of chunks(entries)) await write(trx, orgId, some);
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
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  orgId: string,
  { asked, kinds, archived, firm, page, perPage }: SearchRequest,
): Promise<Page<Match>> {
  if (asked.length === 0) return { rows: [], total: 0 };
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

interface Listing {
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived: a hazard's document, or the record itself. */
  readonly holder_id: string;
  readonly seq: number;
}

interface Entry {
  readonly listing: Listing;
  /** Each word once in each place; null = as they stand. */
  readonly words: Readonly<Record<'reference' | 'title' | 'body', readonly string[]>> | null;
}

function entryOf(row: Indexed, before: ReturnType<BeforeOf>): Entry {
  const { id, kind, seq, document_id } = row;
  const listing = { id, kind, holder_id: document_id ?? id, seq };
  const standing = before?.deleted === 0 ? before : undefined;
  if (standing?.body === row.body) return { listing, words: null };
  const text = textIn(kind, row);
  if (standing && JSON.stringify(textIn(kind, standing)) === JSON.stringify(text)) return { listing, words: null };
  const words = {
    reference: distinctWords([text.reference ?? '']),
    title: distinctWords([text.title]),
    body: distinctWords(text.body),
  };
  return { listing, words };
}

function textIn(kind: string, row: Pick<RecordTable, 'body'>): SearchText {
  return searchTextOf(kind as SearchKind, bodyOf(row)); // the kind was checked
}

/** As in shared/search.ts. */
const maxWordLength = 64;
const plainWords = /[0-9a-z]+/g;
/** Signs of ASCII part words whatever stands around them. */
// oxlint-disable-next-line no-control-regex -- all of them, the first of ASCII too
const between = /[\x00-\x2f:-@[-`{-\x7f]+/;
// oxlint-disable-next-line no-control-regex -- as above
const ascii = /^[\x00-\x7f]*$/;

/** As `wordsOf` has them; most text is ASCII, whose words need no looking at letter by letter. */
function distinctWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  const addPlain = (text: string): void => {
    for (const word of text.toLowerCase().match(plainWords) ?? [])
      words.add(word.length > maxWordLength ? word.slice(0, maxWordLength) : word);
  };
  for (const text of texts) {
    if (ascii.test(text)) addPlain(text);
    else
      for (const part of text.split(between))
        if (ascii.test(part)) addPlain(part);
        else for (const { word } of wordsOf(part)) words.add(word);
  }
  return [...words];
}

const listed: Insertion<Listing & { readonly org_id: string }> = {
  table: 'search',
  columns: ['org_id', 'id', 'kind', 'holder_id', 'seq'],
  ending: `on conflict ("org_id", "id") do update set "holder_id" = excluded."holder_id", "seq" = excluded."seq"
    returning "id", "place"`,
};
interface Words {
  readonly rowid: number | undefined;
  readonly reference: string;
  readonly title: string;
  readonly body: string;
}
const wording: Insertion<Words> = {
  table: 'search_text',
  columns: ['rowid', 'reference', 'title', 'body'],
  replaces: true,
};

/** FTS5 knows its rows by number only: `search` gives each record its own. */
async function writeOnSqlite(trx: Kysely<Tables>, orgId: string, entries: readonly Entry[]): Promise<void> {
  const places = await insertRows<
    Listing & { readonly org_id: string },
    { readonly id: string; readonly place: number }
  >(
    trx,
    listed,
    entries.map(({ listing }) => ({ ...listing, org_id: orgId })),
  );
  const placeById = new Map(places.map(({ id, place }) => [id, place]));
  const rows = entries.flatMap(({ listing: { id }, words }): Words[] =>
    words
      ? [
          {
            rowid: placeById.get(id),
            reference: words.reference.join(' '),
            title: words.title.join(' '),
            body: words.body.join(' '),
          },
        ]
      : [],
  );
  await insertRows(trx, wording, rows);
}

/** A position stands with each word, always the same: only words with one can have a weight. */
async function writeOnPostgres(trx: Kysely<Tables>, orgId: string, entries: readonly Entry[]): Promise<void> {
  const [moved, written] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  if (moved.length > 0)
    await sql`update search set seq = moved.seq, holder_id = moved.holder_id
      from (values ${sql.join(moved.map(({ listing: { id, seq, holder_id } }) => sql`(${id}, ${seq}::bigint, ${holder_id})`))})
        as moved (id, seq, holder_id)
      where search.org_id = ${orgId} and search.id = moved.id`.execute(trx);
  if (written.length === 0) return;
  const rows = written.map(({ listing: { id, kind, holder_id, seq }, words }) => {
    const lexemes = [
      ...(words?.reference ?? []).map((word) => `'${word}':1A`),
      ...(words?.title ?? []).map((word) => `'${word}':2B`),
      ...(words?.body ?? []).map((word) => `'${word}':3`),
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
