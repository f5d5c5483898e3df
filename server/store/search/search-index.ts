/**
 * The search index: the words of each project, document, and what belongs to documents. It is updated lazily from the feed: a write does not touch it, and the
 * next search or the follower (followers/search.ts) indexes all changes since. It uses FTS5 on SQLite and a tsvector on PostgreSQL. Both
 * receive words from shared/search/search.ts and parse no text themselves, so that both engines index the same words.
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
import { keyedMutex, type KeyedMutex } from '../engine/keyed-mutex.ts';

type Indexed = Pick<RecordTable, 'id' | 'kind' | 'seq' | 'deleted' | 'document_id' | 'body'>;

/** Rows per transaction, so that the write lock is held only briefly. */
const rowsPerTransaction = 50;

/** Searches that arrive while another one indexes wait for it without holding a connection. */
const mutexByStore = new WeakMap<object, KeyedMutex>();

/** Indexes all changes in the organisation's feed. Stops early when `isClosed` returns true; a later call continues. */
export async function followFeed(
  { db, transaction }: Pick<Store, 'db' | 'transaction'>,
  orgId: string,
  isClosed: () => boolean = () => false,
): Promise<void> {
  const mutex = mutexByStore.get(db) ?? keyedMutex();
  mutexByStore.set(db, mutex);
  await mutex(orgId, async () => {
    const behind = await behindOf(db, orgId);
    for (let at = behind?.indexed ?? 0, end = behind?.seq ?? 0; at < end && !isClosed();)
      at = await transaction(async (trx) => {
        const from = (await lockIndexedSeq(trx, orgId))?.seq ?? 0;
        if (from >= end) return from;
        const rows = await changedRows(trx, orgId, from, end);
        await indexRecords(trx, orgId, rows);
        const indexedTo = rows.length < rowsPerTransaction ? end : (rows.at(-1)?.seq ?? end);
        await setIndexedSeq(trx, orgId, indexedTo);
        return indexedTo;
      });
  });
}

/** Organisations whose index is behind their feed. */
export async function organisationsBehind(db: Db): Promise<readonly Behind[]> {
  return await allBehind(db, undefined);
}

export interface Behind {
  readonly org_id: string;
  readonly seq: number;
  readonly indexed: number;
}

const allBehind = preparedRows(behindFeed);
const behindOf = preparedFirst(behindFeed);

function behindFeed(db: Db, orgId: string | undefined) {
  const indexed = sql<number>`coalesce(search_place.seq, 0)`;
  const query = db
    .selectFrom('feed')
    .leftJoin('search_place', 'search_place.org_id', 'feed.org_id')
    .select(['feed.org_id', 'feed.seq', indexed.as('indexed')])
    .where('feed.seq', '>', indexed);
  return orgId === undefined ? query : query.where('feed.org_id', '=', orgId);
}

/** Processes that index the same organisation at the same time wait here. */
const lockIndexedSeq = preparedFirst((db, orgId: string) =>
  db
    .insertInto('search_place')
    .values({ org_id: orgId, seq: 0 })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet((eb) => ({ seq: eb.ref('search_place.seq') })))
    .returning('seq'),
);
const setIndexedSeq = preparedChange((db, orgId: string, seq: number) =>
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
    .limit(rowsPerTransaction),
);

/**
 * Updates the index for these rows; each record may occur only once. Skips kinds that are not searched, and does not rewrite the words of a
 * record whose text is unchanged, which is the case for most edits.
 */
export async function indexRecords(trx: Db, orgId: string, rows: readonly Indexed[]): Promise<void> {
  const write = engineOf(trx) === 'sqlite' ? writeOnSqlite : writeOnPostgres;
  for (const some of chunks(rows.filter(({ kind }) => isSearched(kind)))) {
    const live = some.filter(({ deleted }) => deleted === 0);
    if (live.length > 0) await write(trx, orgId, await entriesOf(trx, orgId, live));
    const removed = some.filter(({ deleted }) => deleted !== 0).map(({ id }) => id);
    if (removed.length > 0) await removeFromIndex(trx, orgId, removed);
  }
}

interface Listing {
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived: the document that it belongs to, or the record itself. */
  readonly holder_id: string;
  readonly seq: number;
  /** Digest of the text: if it is unchanged, the words are too. */
  readonly digest: string;
}

interface Entry {
  readonly listing: Listing;
  /** Distinct words of each column; null = unchanged. */
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
  return searchTextOf(kind as SearchKind, JSON.parse(row.body) as JsonObject); // the caller checked the kind; bodies are always objects
}

/** Same as in shared/search/search.ts. */
const maxWordLength = 64;
const plainWords = /[0-9a-z]+/g;
/** ASCII characters other than letters and digits, which always separate words. */
// oxlint-disable-next-line no-control-regex -- control characters separate words too
const separators = /[\x00-\x2f:-@[-`{-\x7f]+/;
// oxlint-disable-next-line no-control-regex -- as above
const ascii = /^[\x00-\x7f]*$/;

/** Same words as `wordsOf`, with a fast path for ASCII, because most text is ASCII. */
function distinctWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  const addPlain = (text: string): void => {
    for (const word of text.toLowerCase().match(plainWords) ?? [])
      words.add(word.length > maxWordLength ? word.slice(0, maxWordLength) : word);
  };
  for (const text of texts) {
    if (ascii.test(text)) addPlain(text);
    else
      for (const part of text.split(separators))
        if (ascii.test(part)) addPlain(part);
        else for (const { word } of wordsOf(part)) words.add(word);
  }
  return [...words];
}

/** FTS5 identifies rows by number only; the table `search` assigns one to each record. */
async function writeOnSqlite(trx: Db, orgId: string, entries: readonly Entry[]): Promise<void> {
  const [unchanged, changed] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  await updateListings(trx, listingsOf(unchanged), orgId);
  const places = await upsertListings(trx, listingsOf(changed), orgId);
  const placeById = new Map(places.map(({ id, place }) => [id, place]));
  await replaceWords(
    trx,
    changed.map(({ listing: { id }, words }) => ({
      rowid: placeById.get(id) ?? 0, // the upsert returned all of them
      reference: words?.reference.join(' ') ?? '',
      title: words?.title.join(' ') ?? '',
      body: words?.body.join(' ') ?? '',
    })),
  );
}

function listingsOf(entries: readonly Entry[]): Listing[] {
  return entries.map(({ listing }) => listing);
}

const updateListings = preparedForEach((db, [row]: readonly Listing[], orgId: string) =>
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

/** Only words with a position can have a weight in a tsvector, so every word gets a fixed one. */
async function writeOnPostgres(trx: Db, orgId: string, entries: readonly Entry[]): Promise<void> {
  const [unchanged, changed] = [entries.filter(({ words }) => !words), entries.filter(({ words }) => words)];
  for (const { listing } of unchanged) await updateListings(trx, [listing], orgId);
  await upsertWithWords(
    trx,
    changed.map(({ listing, words }) => ({
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

async function removeFromIndex(trx: Db, orgId: string, ids: readonly string[]): Promise<void> {
  if (engineOf(trx) === 'postgres') await deleteListings(trx, orgId, ids);
  else {
    const deleted = await deleteReturningPlaces(trx, orgId, ids);
    const rowids = deleted.map(({ place }) => place);
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
