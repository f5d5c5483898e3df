/** The search index, updated from the feed (search/search-index.ts): FTS5 on SQLite, a tsvector on PostgreSQL. */
import type { Engine } from '../engine/engine.ts';

const place = `
create table search_place (
  org_id text primary key not null references feed (org_id),
  seq integer not null
) strict
`;

/**
 * No foreign key: checking it at commit took longer than everything else, and matches are joined with `record` anyway. On SQLite the unique
 * key starts with the id; otherwise SQLite would read all rows of the organisation instead of the matching ones. The words are already
 * folded, so FTS5's ascii tokenizer, which leaves letters beyond ASCII unchanged, is enough; the table is contentless, because the records
 * hold the content. By default FTS5 merges a segment when a tenth of it is deleted, which makes an edit three times as expensive; here it
 * waits until half is deleted.
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
