/** Organisations and their records, with the indexes that pulls, polls and lists walk along. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function records(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`create table feed (
    org_id ${text} primary key not null,
    name ${text} not null,
    seq ${integer} not null,
    clock_ms ${integer} not null,
    epoch ${text} not null,
    settings ${text} not null,
    created_at ${text} not null
  ) ${strict}`.execute(db);

  // References wait for the commit: the rows of one batch may come in any order.
  await sql`create table record (
    org_id ${text} not null references feed (org_id),
    id ${text} not null,
    kind ${text} not null,
    seq ${integer} not null,
    rev ${integer} not null,
    deleted ${integer} not null check (deleted in (0, 1)),
    project_id ${text},
    site_id ${text},
    document_id ${text},
    status ${text},
    type ${text},
    version ${integer},
    sort_key ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    created_by ${text} not null,
    updated_by ${text} not null,
    origin_hash ${text} not null,
    body ${text} not null,
    primary key (org_id, id),
    foreign key (org_id, project_id) references record (org_id, id) deferrable initially deferred,
    foreign key (org_id, site_id) references record (org_id, id) deferrable initially deferred,
    foreign key (org_id, document_id) references record (org_id, id) deferrable initially deferred
  ) ${strict}`.execute(db);

  await sql`create unique index record_by_seq on record (org_id, seq)`.execute(db);
  await sql`create index record_by_update on record (org_id, kind, updated_at, id)`.execute(db);
  await sql`create index record_by_creation on record (org_id, kind, deleted, created_at, id)`.execute(db);
  await sql`create index record_by_document on record (org_id, document_id, kind, sort_key)`.execute(db);
  await sql`create index record_by_project on record (org_id, kind, project_id)`.execute(db);
  await sql`create unique index record_one_version on record (org_id, document_id, version) where kind = 'version'`.execute(
    db,
  );
}
