/** Organisations, their records, the scopes of their feeds, and the indexes for pulls, polls and lists. */

/** Foreign keys between records are deferred to the commit, so that the rows of a batch may be written in any order. */
export const records = `
create table feed (
  org_id text primary key not null,
  name text not null,
  seq integer not null,
  order_ms integer not null,
  wall_ms integer not null,
  clock_accepted integer not null,
  clock_doubted_ms integer,
  head text not null,
  settings text not null,
  created_at text not null,
  details text not null,
  revision integer not null,
  updated_at text,
  revision_floor integer not null,
  events_until integer not null,
  record_bytes integer not null,
  record_schema integer not null
) strict

create table record (
  org_id text not null references feed (org_id),
  id text not null,
  kind text not null,
  seq integer not null,
  rev integer not null,
  deleted integer not null check (deleted in (0, 1)),
  project_id text,
  site_id text,
  document_id text,
  contractor_id text,
  status text,
  type text,
  version integer,
  sort_key text,
  digest text,
  created_at text not null,
  updated_at text not null,
  created_by text not null,
  updated_by text not null,
  sent_by text,
  origin_hash text not null,
  body text not null,
  scope text not null,
  primary key (org_id, id),
  foreign key (org_id, project_id) references record (org_id, id) deferrable initially deferred,
  foreign key (org_id, site_id) references record (org_id, id) deferrable initially deferred,
  foreign key (org_id, document_id) references record (org_id, id) deferrable initially deferred
) strict

create unique index record_by_seq on record (org_id, seq)

create unique index record_one_version on record (org_id, document_id, version) where kind = 'version'

create index record_by_update on record (org_id, kind, updated_at, id)

create index record_by_creation on record (org_id, kind, deleted, created_at, id)

create index record_by_document on record (org_id, document_id, kind, sort_key)

create index record_by_scope on record (org_id, scope, seq)

create index record_by_contractor on record (org_id, contractor_id, kind) where contractor_id is not null

create index record_listed_by_status on record (org_id, kind, status, deleted, created_at, id) where status is not null

create index record_listed_by_type on record (org_id, kind, type, deleted, created_at, id) where type is not null

create index record_listed_by_project_id on record (org_id, project_id, kind, deleted, created_at, id)
  where project_id is not null

create index record_by_digest on record (org_id, digest) where digest is not null

create index record_listed_by_site_id on record (org_id, site_id, kind, deleted, created_at, id) where site_id is not null

create index record_archived on record (org_id, id) where status = 'archived'

create index record_tombstones on record (updated_at) where deleted = 1

create table record_count (
  org_id text not null references feed (org_id),
  kind text not null,
  project_id text not null,
  status text not null,
  type text not null,
  deleted integer not null,
  total integer not null,
  primary key (org_id, kind, project_id, status, type, deleted)
) strict

create table scope_sum (
  org_id text not null references feed (org_id),
  scope text not null,
  kind text not null,
  needed text not null,
  whole integer not null,
  total integer not null,
  digest integer not null,
  primary key (org_id, scope, kind, needed, whole)
) strict

create table scope_move (
  org_id text not null references feed (org_id),
  seq integer not null,
  id text not null,
  kind text not null,
  rev integer not null,
  from_scope text not null,
  to_scope text not null,
  primary key (org_id, seq)
) strict

create table scope_horizon (
  org_id text not null references feed (org_id),
  scope text not null,
  seq integer not null,
  primary key (org_id, scope)
) strict
`;
