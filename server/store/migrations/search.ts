/** The search index, which follows the feed (search/search-index.ts): FTS5 on SQLite, a tsvector on PostgreSQL. */
import type { Engine } from '../engine/engine.ts';

const place = `
create table search_place (
  org_id text primary key not null references feed (org_id),
  seq integer not null
) strict
`;

/**
 * No foreign key: checking it at the commit took longer than all the rest, and matches are read from `record` anyway. On SQLite the unique
 * key has the id first, else SQLite would read all rows of the organisation instead of those that match. FTS5's ascii tokenizer leaves
 * letters beyond ASCII alone, since the words come folded, and the table has no content, since records have it. By its default settings
 * FTS5 merges as soon as a tenth of a segment are replaced words, and an edit costs three times as much: half is soon enough.
 */
export const search: Readonly<Record<Engine, string>> = {
  sqlite: `${place}
create table search (
  place integer primary key not null,
  org_id text not null,
  id text not null,
  kind text not null,
  holder_id text not null,
  seq integer not null,
  digest text not null,
  unique (id, org_id)
) strict

create virtual table search_text using fts5 (
  reference, title, body, content = '', contentless_delete = 1, detail = column, tokenize = 'ascii'
)

insert into search_text (search_text, rank) values ('deletemerge', 50)

insert into search_text (search_text, rank) values ('automerge', 8)
`,
  postgres: `${place}
create table search (
  org_id text not null,
  id text not null,
  kind text not null,
  holder_id text not null,
  seq integer not null,
  digest text not null,
  words tsvector not null,
  primary key (org_id, id)
) strict

create index search_words on search using gin (words)
`,
};
