/** Access tokens, stored responses of idempotent requests, and the devices with their commands and files. */
export const access = `
create table token (
  org_id text not null references feed (org_id),
  id text not null,
  hash text not null unique,
  name text not null,
  role text not null,
  actor_id text not null,
  actor_name text not null,
  created_at text not null,
  expires_at text,
  revoked_at text,
  scopes text,
  user_id text,
  ip_allow text,
  prefix text,
  last_characters text,
  created_by text,
  last_used_at text,
  project_ids text,
  primary key (org_id, id)
) strict

create index token_user on token (org_id, user_id) where user_id is not null

create table idempotency (
  org_id text not null references feed (org_id),
  scope text not null,
  fingerprint text not null,
  reply text not null,
  created_at text not null,
  primary key (org_id, scope)
) strict

create index idempotency_by_age on idempotency (org_id, created_at)

create table client (
  org_id text not null references feed (org_id),
  client_id text not null,
  last_mutation_id integer not null,
  seen_at text not null,
  key_hash text,
  primary key (org_id, client_id)
) strict

create table answer (
  org_id text not null,
  client_id text not null,
  first_id integer not null,
  answers text not null,
  at text not null,
  primary key (org_id, client_id, first_id),
  foreign key (org_id, client_id) references client (org_id, client_id)
) strict

create table mutation (
  org_id text not null,
  client_id text not null,
  mutation_id integer not null,
  status text not null,
  result text not null,
  command text,
  at text not null,
  primary key (org_id, client_id, mutation_id),
  foreign key (org_id, client_id) references client (org_id, client_id)
) strict

create index mutation_refused on mutation (org_id, at) where status = 'refused'

create table sent_file (
  org_id text not null references feed (org_id),
  sha256 text not null,
  photo text not null,
  at text not null,
  primary key (org_id, sha256)
) strict

create table deferral (
  org_id text not null references feed (org_id),
  sha256 text not null,
  client_id text not null,
  mutation_id integer not null,
  schema_version integer not null,
  actor text not null,
  primary key (org_id, sha256, client_id, mutation_id)
) strict
`;
