/**
 * The search index: the words of each document, project and hazard. It follows the feed: a write leaves it alone, and what changed is
 * indexed together, once, by whoever looks first, a search or the follower (followers/search.ts). FTS5 on SQLite, a tsvector on
 * PostgreSQL, and both are handed words that shared/search/search.ts made, so neither parses text and both hold the same.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../engine/db.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import {
  isSearched,
  searchKinds,
  searchTextOf,
  wordsOf,
  type SearchKind,
  type SearchText,
} from '../../../shared/search/search.ts';
import { chunks } from '../engine/chunks.ts';
import type { Engine } from '../engine/engine.ts';
import { insertRows, runForEach, type Insertion } from '../engine/insert.ts';
import { statement } from '../engine/statement.ts';
import type { Store } from '../store.ts';
import type { RecordTable } from '../tables/tables.ts';
import { keyedMutex, type InTurn } from '../engine/keyed-mutex.ts';

type Indexed = Pick<RecordTable, 'id' | 'kind' | 'seq' | 'deleted' | 'document_id' | 'body'>;

/** As many as the store is held for at a time. */
const rowsAtOnce = 50;

/** Searches that come while one of them indexes wait for it, and hold no connection meanwhile. */
const turnsByStore = new WeakMap<object, InTurn>();

/** Indexes all that the organisation's feed holds when its turn comes; what is left when `isClosed` says so comes another time. */
export async function followFeed(
  { db, engine, transaction }: Pick<Store, 'db' | 'engine' | 'transaction'>,
  orgId: string,
  isClosed: () => boolean = () => false,
): Promise<void> {
  const inTurn = turnsByStore.get(db) ?? keyedMutex();
  turnsByStore.set(db, inTurn);
  await inTurn(orgId, async () => {
    const [behind] = await placesBehind(db, orgId);
    for (let at = behind?.indexed ?? 0, end = behind?.seq ?? 0; at < end && !isClosed();)
      at = await transaction(async (trx) => {
        const from = (await lockPlace(trx, orgId))[0]?.seq ?? 0;
        if (from >= end) return from;
        const rows = await changedRows(trx, orgId, from, end, searchKinds, rowsAtOnce);
        await indexRecords(trx, engine, orgId, rows);
        const place = rows.length < rowsAtOnce ? end : (rows.at(-1)?.seq ?? end);
        await movePlace(trx, place, orgId);
        return place;
      });
  });
}

/** Organisations whose index has not come as far as their feed. */
export async function organisationsBehind(db: Db): Promise<readonly Behind[]> {
  return await allBehind(db);
}

export interface Behind {
  readonly org_id: string;
  readonly seq: number;
  readonly indexed: number;
}

const behind = `select "feed"."org_id", "feed"."seq", coalesce("search_place"."seq", 0) as "indexed"
  from "feed" left join "search_place" on "search_place"."org_id" = "feed"."org_id"
  where "feed"."seq" > coalesce("search_place"."seq", 0)`;
const allBehind = statement<Behind>(behind);
const placesBehind = statement<Behind>(`${behind} and "feed"."org_id" = ?`);

/** Whoever indexes the same organisation waits here. */
const lockPlace = statement<{ readonly seq: number }>(`insert into "search_place" ("org_id", "seq") values (?, 0)
  on conflict ("org_id") do update set "seq" = "search_place"."seq" returning "seq"`);
const movePlace = statement(`update "search_place" set "seq" = ? where "org_id" = ?`);
const changedRows = statement<Indexed>(`select "id", "kind", "seq", "deleted", "document_id", "body" from "record"
  where "org_id" = ? and "seq" > ? and "seq" <= ? and "kind" in (?) order by "seq" limit ?`);

/**
 * Brings the index up to the rows, each there once. Kinds that are not searched are passed over, and the words of a record that reads
 * as it did before are left alone: most edits change none.
 */
export async function indexRecords(trx: Db, engine: Engine, orgId: string, rows: readonly Indexed[]): Promise<void> {
  const write = engine === 'sqlite' ? writeOnSqlite : writeOnPostgres;
  for (const some of chunks(rows.filter(({ kind }) => isSearched(kind)))) {
    const standing = some.filter(({ deleted }) => deleted === 0);
    if (standing.length > 0) await write(trx, orgId, await entriesOf(trx, orgId, standing));
    const gone = some.filter(({ deleted }) => deleted !== 0).map(({ id }) => id);
    if (gone.length > 0) await forget(trx, engine, orgId, gone);
  }
}

interface Listing {
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived: a hazard's document, or the record itself. */
  readonly holder_id: string;
  readonly seq: number;
  /** Of the text: equal where the words are. */
  readonly digest: string;
}

interface Entry {
  readonly listing: Listing;
  /** Each word once in each place; null = as they stand. */
  readonly words: Readonly<Record<'reference' | 'title' | 'body', readonly string[]>> | null;
}

const digests = statement<{ readonly id: string; readonly digest: string }>(
  `select "id", "digest" from "search" where "org_id" = ? and "id" in (?)`,
);

async function entriesOf(trx: Db, orgId: string, rows: readonly Indexed[]): Promise<Entry[]> {
  const known = await digests(
    trx,
    orgId,
    rows.map(({ id }) => id),
  );
  const digestById = new Map(known.map(({ id, digest }) => [id, digest]));
  return rows.map((row) => {
    const { id, kind, seq, document_id } = row;
    const text = textIn(kind, row);
    const digest = hash('sha256', JSON.stringify(text)).slice(0, 16);
    const listing = { id, kind, holder_id: document_id ?? id, seq, digest };
    return { listing, words: digestById.get(id) === digest ? null : wordsIn(text) };
  });
}

function wordsIn(text: SearchText): NonNullable<Entry['words']> {
  return {
    reference: distinctWords([text.reference ?? '']),
    title: distinctWords([text.title]),
    body: distinctWords(text.body),
  };
}

function textIn(kind: string, row: Pick<RecordTable, 'body'>): SearchText {
  return searchTextOf(kind as SearchKind, JSON.parse(row.body) as JsonObject); // the kind was checked, and bodies are objects
}

/** As in shared/search/search.ts. */
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

type Listed = Listing & { readonly org_id: string };
const listed: Insertion<Listed> = {
  table: 'search',
  columns: ['org_id', 'id', 'kind', 'holder_id', 'seq', 'digest'],
  ending: `on conflict ("org_id", "id") do update
    set "holder_id" = excluded."holder_id", "seq" = excluded."seq", "digest" = excluded."digest" returning "id", "place"`,
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
const moveOne = `update "search" set "seq" = ?, "holder_id" = ? where "id" = ? and "org_id" = ?`;

/** FTS5 knows its rows by number only: `search` gives each record its own. */
async function writeOnSqlite(trx: Db, orgId: string, entries: readonly Entry[]): Promise<void> {
  const listings = (some: readonly Entry[]): Listing[] => some.map(({ listing }) => listing);
  const [moved, written] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  await runForEach<Listed>(trx, orgId, moveOne, ['seq', 'holder_id', 'id', 'org_id'], listings(moved));
  const places = await insertRows<Listed, { readonly id: string; readonly place: number }>(
    trx,
    orgId,
    listed,
    listings(written),
  );
  const placeById = new Map(places.map(({ id, place }) => [id, place]));
  const rows = written.map(({ listing: { id }, words }): Words => ({
    rowid: placeById.get(id),
    reference: words?.reference.join(' ') ?? '',
    title: words?.title.join(' ') ?? '',
    body: words?.body.join(' ') ?? '',
  }));
  await insertRows(trx, null, wording, rows);
}

/** A position stands with each word, always the same: only words with one can have a weight. */
async function writeOnPostgres(trx: Db, orgId: string, entries: readonly Entry[]): Promise<void> {
  const [moved, written] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  if (moved.length > 0)
    await sql`update search set seq = moved.seq, holder_id = moved.holder_id
      from (values ${sql.join(moved.map(({ listing: { id, seq, holder_id } }) => sql`(${id}, ${seq}::bigint, ${holder_id})`))})
        as moved (id, seq, holder_id)
      where search.org_id = ${orgId} and search.id = moved.id`.execute(trx);
  if (written.length === 0) return;
  const rows = written.map(({ listing: { id, kind, holder_id, seq, digest }, words }) => {
    const lexemes = [
      ...(words?.reference ?? []).map((word) => `'${word}':1A`),
      ...(words?.title ?? []).map((word) => `'${word}':2B`),
      ...(words?.body ?? []).map((word) => `'${word}':3`),
    ];
    return sql`(${orgId}, ${id}, ${kind}, ${holder_id}, ${seq}, ${digest}, ${lexemes.join(' ')}::tsvector)`;
  });
  await sql`insert into search (org_id, id, kind, holder_id, seq, digest, words) values ${sql.join(rows)}
    on conflict (org_id, id) do update
    set holder_id = excluded.holder_id, seq = excluded.seq, digest = excluded.digest, words = excluded.words`.execute(
    trx,
  );
}

async function forget(trx: Db, engine: Engine, orgId: string, ids: readonly string[]): Promise<void> {
  const removed = trx.deleteFrom('search').where('org_id', '=', orgId).where('id', 'in', ids);
  if (engine === 'postgres') {
    await removed.execute();
    return;
  }
  const places = await removed.returning(sql<number>`place`.as('place')).execute();
  if (places.length > 0)
    await sql`delete from search_text where rowid in (${sql.join(places.map(({ place }) => place))})`.execute(trx);
}
