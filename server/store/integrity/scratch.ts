/**
 * Working memory of an integrity check: what the audit log says of every record, in a temporary SQLite database that spills to disk, so
 * that memory stays bounded however many records there are. Removed when it is closed.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** What the log last said of a record, or of a token, a webhook, a mirror or the organisation. */
export interface LastWord {
  readonly id: string;
  readonly kind: string;
  readonly deleted: boolean;
  /** Hex. */
  readonly sha256: string;
  /** Of the entry. */
  readonly seq: number;
  /** RFC 3339. */
  readonly at: string;
}

/** What a sign-off is bound to. */
export interface Binding {
  readonly id: string;
  readonly documentId: string;
  readonly version: number | null;
  readonly contentHash: string | null;
}

/** The record that a file belongs to. */
interface FileOf {
  readonly sha256: string;
  readonly kind: string;
  readonly id: string;
}

/** A sealed sign-off and its place in the chain of its tablet. */
export interface Link {
  readonly id: string;
  /** Null if not stated. */
  readonly tablet: string | null;
  /** By the tablet's clock if stated, else the time of arrival. */
  readonly at: string | null;
  readonly seal: string;
  /** Seal of the previous sign-off; null starts a chain. */
  readonly previous: string | null;
}

export interface Scratch extends Disposable {
  /** Runs many changes faster than one by one. */
  together(work: () => void): void;
  note(word: LastWord): void;
  /** Undefined if the log says nothing of it. Remembers that it was looked up. */
  lookUp(kind: string, id: string): LastWord | undefined;
  /** Up to 500 that nobody looked up, after this one. */
  neverLookedUp(after: Pick<LastWord, 'kind' | 'id'>): LastWord[];
  noteVersion(documentId: string, version: number, contentHash: string): void;
  isVersion(documentId: string, version: number, contentHash: string): boolean;
  noteBinding(binding: Binding): void;
  /** Bindings to a version that does not exist, or has another hash. */
  looseBindings(): Binding[];
  /** One record of each file. */
  noteFile(file: FileOf): void;
  /** Up to 500 after this hash. */
  filesAfter(sha256: string): FileOf[];
  /** A refused link counts only if no other has its seal: refused twice, or later accepted, it is still one sign-off. */
  noteLink(link: Link, isRefused: boolean): void;
  /** Links whose predecessor is not there. */
  gaps(): Link[];
  /** Links that share their predecessor, by predecessor. */
  forks(): Map<string, Link[]>;
}

const tables = `
create table word (kind text, id text, deleted integer, sha256 text, seq integer, at text, seen integer default 0,
  primary key (kind, id)) without rowid;
create table version (document_id text, version integer, content_hash text, primary key (document_id, version)) without rowid;
create table binding (id text primary key, document_id text, version integer, content_hash text) without rowid;
create table file (sha256 text primary key, kind text, id text) without rowid;
create table link (id text, tablet text, at text, seal text, previous text, refused integer,
  primary key (id, seal)) without rowid;
create index link_by_seal on link (seal);
create index link_by_previous on link (previous);
create view counted as select * from link where refused = 0
  or id = (select min(id) from link as other where other.seal = link.seal and not exists
    (select 1 from link as stored where stored.seal = link.seal and stored.refused = 0));
`;
const cacheKilobytes = 4_000;
const mostListed = 1_000;

export function openScratch(): Scratch {
  const db = new DatabaseSync(''); // a temporary database on disk
  db.exec(`pragma cache_size = -${cacheKilobytes}; pragma journal_mode = off; pragma synchronous = off; ${tables}`);
  const { run, rows } = statementsOf(db);
  const toWord = (row: Omit<LastWord, 'deleted'> & { deleted: number }): LastWord => {
    return { ...row, deleted: row.deleted === 1 };
  };
  const wordColumns = 'kind, id, deleted, sha256, seq, at';
  const linkColumns = 'id, tablet, at, seal, previous';
  return {
    together(work) {
      db.exec('begin');
      work();
      db.exec('commit');
    },
    note: ({ kind, id, deleted, sha256, seq, at }) =>
      run(
        `insert into word (${wordColumns}) values (?, ?, ?, ?, ?, ?) on conflict (kind, id) do update
          set deleted = excluded.deleted, sha256 = excluded.sha256, seq = excluded.seq, at = excluded.at`,
        [kind, id, deleted ? 1 : 0, sha256, seq, at],
      ),
    lookUp(kind, id) {
      const [found] = rows<Parameters<typeof toWord>[0]>(
        `update word set seen = 1 where kind = ? and id = ? returning ${wordColumns}`,
        kind,
        id,
      );
      return found && toWord(found);
    },
    neverLookedUp: ({ kind, id }) =>
      rows<Parameters<typeof toWord>[0]>(
        `select ${wordColumns} from word where seen = 0 and (kind, id) > (?, ?) order by kind, id limit 500`,
        kind,
        id,
      ).map(toWord),
    noteVersion: (documentId, version, contentHash) =>
      run('insert or replace into version values (?, ?, ?)', [documentId, version, contentHash]),
    isVersion: (...of) =>
      rows('select 1 from version where document_id = ? and version = ? and content_hash = ?', ...of).length > 0,
    noteBinding: ({ id, documentId, version, contentHash }) =>
      run('insert or replace into binding values (?, ?, ?, ?)', [id, documentId, version, contentHash]),
    looseBindings: () =>
      rows<Binding>(
        `select id, document_id as documentId, version, content_hash as contentHash from binding
          where not exists (select 1 from version where version.document_id = binding.document_id
            and version.version = binding.version and version.content_hash = binding.content_hash)
          order by id limit ${mostListed}`,
      ),
    noteFile: ({ sha256, kind, id }) => run('insert or replace into file values (?, ?, ?)', [sha256, kind, id]),
    filesAfter: (sha256) =>
      rows<FileOf>('select sha256, kind, id from file where sha256 > ? order by sha256 limit 500', sha256),
    noteLink: ({ id, tablet, at, seal, previous }, isRefused) =>
      run(
        `insert into link (${linkColumns}, refused) values (?, ?, ?, ?, ?, ?)
          on conflict (id, seal) do update set refused = 0 where excluded.refused = 0`,
        [id, tablet, at, seal, previous, isRefused ? 1 : 0],
      ),
    gaps: () =>
      rows<Link>(
        `select ${linkColumns} from counted where previous is not null
          and not exists (select 1 from link where link.seal = counted.previous) order by id limit ${mostListed}`,
      ),
    forks: () =>
      Map.groupBy(
        rows<Link>(
          `select ${linkColumns} from counted where previous in
            (select previous from counted where previous is not null group by previous having count(*) > 1)
            order by id limit ${mostListed}`,
        ),
        ({ previous }) => previous ?? '',
      ),
    [Symbol.dispose]: () => db.close(),
  };
}

function statementsOf(db: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    run: (sql: string, values: readonly (string | number | null)[]): void => void statement(sql).run(...values),
    /** Rows of the tables above, written here. */
    rows: <Row>(sql: string, ...values: (string | number | null)[]): Row[] =>
      statement(sql).all(...values) as unknown as Row[],
  };
}
