/**
 * The search index: the words of each document, project and hazard. It follows the feed: a write leaves it alone, and what changed is
 * indexed together, once, by whoever looks first, a search or the follower (followers/search.ts). FTS5 on SQLite, a tsvector on
 * PostgreSQL, and both are handed words that shared/search/search.ts made, so neither parses text and both hold the same.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { engineOf, type Db } from '../engine/db.ts';
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
import { overwrite } from '../engine/clauses.ts';
import { preparedChange, preparedFirst, preparedForEach, preparedRows } from '../engine/prepared.ts';
import type { Store } from '../store.ts';
import type { RecordTable, SearchTextTable } from '../tables/tables.ts';
import { keyedMutex, type InTurn } from '../engine/keyed-mutex.ts';

type Indexed = Pick<RecordTable, 'id' | 'kind' | 'seq' | 'deleted' | 'document_id' | 'body'>;

/** As many as the store is held for at a time. */
const rowsAtOnce = 50;

/** Searches that come while one of them indexes wait for it, and hold no connection meanwhile. */
const turnsByStore = new WeakMap<object, InTurn>();

/** Indexes all that the organisation's feed holds when its turn comes; what is left when `isClosed` says so comes another time. */
export async function followFeed(
  { db, transaction }: Pick<Store, 'db' | 'transaction'>,
  orgId: string,
  isClosed: () => boolean = () => false,
): Promise<void> {
  const inTurn = turnsByStore.get(db) ?? keyedMutex();
  turnsByStore.set(db, inTurn);
  await inTurn(orgId, async () => {
    const behind = await behindOf(db, orgId);
    for (let at = behind?.indexed ?? 0, end = behind?.seq ?? 0; at < end && !isClosed();)
      at = await transaction(async (trx) => {
        const from = (await lockPlace(trx, orgId))?.seq ?? 0;
        if (from >= end) return from;
        const rows = await changedRows(trx, orgId, from, end);
        await indexRecords(trx, orgId, rows);
        const place = rows.length < rowsAtOnce ? end : (rows.at(-1)?.seq ?? end);
        await movePlace(trx, orgId, place);
        return place;
      });
  });
}

/** Organisations whose index has not come as far as their feed. */
export async function organisationsBehind(db: Db): Promise<readonly Behind[]> {
  return await allBehind(db, undefined);
}

export interface Behind {
  readonly org_id: string;
  readonly seq: number;
  readonly indexed: number;
}

const allBehind = preparedRows(placesBehind);
const behindOf = preparedFirst(placesBehind);

function placesBehind(db: Db, orgId: string | undefined) {
  const indexed = sql<number>`coalesce(search_place.seq, 0)`;
  const query = db
    .selectFrom('feed')
    .leftJoin('search_place', 'search_place.org_id', 'feed.org_id')
    .select(['feed.org_id', 'feed.seq', indexed.as('indexed')])
    .where('feed.seq', '>', indexed);
  return orgId === undefined ? query : query.where('feed.org_id', '=', orgId);
}

/** Others that index the same organisation wait here. */
const lockPlace = preparedFirst((db, orgId: string) =>
  db
    .insertInto('search_place')
    .values({ org_id: orgId, seq: 0 })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet((eb) => ({ seq: eb.ref('search_place.seq') })))
    .returning('seq'),
);
const movePlace = preparedChange((db, orgId: string, seq: number) =>
  db.updateTable('search_place').set({ seq }).where('org_id', '=', orgId),
);
const changedRows = preparedRows((db, orgId: string, after: number, upTo: number) =>
  db
    .selectFrom('record')
    .select(['id', 'kind', 'seq', 'deleted', 'document_id', 'body'])
    .where('org_id', '=', orgId)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .where('kind', 'in', searchKinds)
    .orderBy('seq')
    .limit(rowsAtOnce),
);

/**
 * Brings the index up to the rows, each there once. Kinds that are not searched are passed over, and the words of a record that reads
 * as it did before are left alone: most edits change none.
 */
export async function indexRecords(trx: Db, orgId: string, rows: readonly Indexed[]): Promise<void> {
  const write = engineOf(trx) === 'sqlite' ? writeOnSqlite : writeOnPostgres;
  for (const some of chunks(rows.filter(({ kind }) => isSearched(kind)))) {
    const standing = some.filter(({ deleted }) => deleted === 0);
    if (standing.length > 0) await write(trx, orgId, await entriesOf(trx, orgId, standing));
    const gone = some.filter(({ deleted }) => deleted !== 0).map(({ id }) => id);
    if (gone.length > 0) await forget(trx, orgId, gone);
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

const digests = preparedRows((db, orgId: string, ids: readonly string[]) =>
  db.selectFrom('search').select(['id', 'digest']).where('org_id', '=', orgId).where('id', 'in', ids),
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

/** FTS5 knows its rows by number only: `search` gives each record one. */
async function writeOnSqlite(trx: Db, orgId: string, entries: readonly Entry[]): Promise<void> {
  const [moved, written] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  await moveListings(trx, listingsOf(moved), orgId);
  const places = await upsertListings(trx, listingsOf(written), orgId);
  const placeById = new Map(places.map(({ id, place }) => [id, place]));
  await replaceWords(
    trx,
    written.map(({ listing: { id }, words }) => ({
      rowid: placeById.get(id) ?? 0, // each of them was returned
      reference: words?.reference.join(' ') ?? '',
      title: words?.title.join(' ') ?? '',
      body: words?.body.join(' ') ?? '',
    })),
  );
}

function listingsOf(entries: readonly Entry[]): Listing[] {
  return entries.map(({ listing }) => listing);
}

const moveListings = preparedForEach((db, [row]: readonly Listing[], orgId: string) =>
  db
    .updateTable('search')
    .set({ seq: row?.seq ?? 0, holder_id: row?.holder_id ?? '' })
    .where('id', '=', row?.id ?? '')
    .where('org_id', '=', orgId),
);
const upsertListings = preparedForEach((db, rows: readonly Listing[], orgId: string) =>
  db
    .insertInto('search')
    .values(rows.map((row) => ({ ...row, org_id: orgId })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet(overwrite(['holder_id', 'seq', 'digest'] as const)),
    )
    .returning(['id', 'place']),
);
const replaceWords = preparedForEach((db, rows: readonly SearchTextTable[]) =>
  db.insertInto('search_text').orReplace().values(rows),
);

/** Each word has a position, always the same: only words with a position can have a weight. */
async function writeOnPostgres(trx: Db, orgId: string, entries: readonly Entry[]): Promise<void> {
  const [moved, written] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  for (const { listing } of moved) await moveListings(trx, [listing], orgId);
  await upsertWithWords(
    trx,
    written.map(({ listing, words }) => ({
      ...listing,
      words: [
        ...(words?.reference ?? []).map((word) => `'${word}':1A`),
        ...(words?.title ?? []).map((word) => `'${word}':2B`),
        ...(words?.body ?? []).map((word) => `'${word}':3`),
      ].join(' '),
    })),
    orgId,
  );
}

const upsertWithWords = preparedForEach((db, rows: readonly (Listing & { words: string })[], orgId: string) =>
  db
    .insertInto('search')
    .values(rows.map((row) => ({ ...row, org_id: orgId, words: sql<string>`${row.words}::tsvector` })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'id']).doUpdateSet(overwrite(['holder_id', 'seq', 'digest', 'words'] as const)),
    ),
);

async function forget(trx: Db, orgId: string, ids: readonly string[]): Promise<void> {
  if (engineOf(trx) === 'postgres') await deleteListings(trx, orgId, ids);
  else {
    const places = await deleteReturningPlaces(trx, orgId, ids);
    const rowids = places.map(({ place }) => place);
    if (rowids.length > 0) await deleteWords(trx, rowids);
  }
}

const deleteListings = preparedChange(listingsById);
const deleteReturningPlaces = preparedRows((db, orgId: string, ids: readonly string[]) =>
  listingsById(db, orgId, ids).returning('place'),
);
function listingsById(db: Db, orgId: string, ids: readonly string[]) {
  return db.deleteFrom('search').where('org_id', '=', orgId).where('id', 'in', ids);
}
const deleteWords = preparedChange((db, rowids: readonly number[]) =>
  db.deleteFrom('search_text').where('rowid', 'in', rowids),
);
