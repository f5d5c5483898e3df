/** The server's key, access tokens, what else users sign in with, stored responses of idempotent requests, and the commands and files of devices. */
export const access = `
create table installation (
  id integer primary key not null check (id = 1),
  key_id text not null,
  probe text
) strict

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
  parent_id text,
  last_used_at text,
  project_ids text,
  past_projects text not null default '[]',
  device_id text,
  purpose text not null check (
    purpose in ('api', 'session', 'sign_in', 'first_step', 'new_passkey', 'device_code', 'own_phone')
  ),
  bound_to text,
  clock_ahead_ms integer,
  primary key (org_id, id)
) strict

create index token_parent on token (org_id, parent_id) where parent_id is not null

create index token_user on token (org_id, user_id) where user_id is not null

create table identity (
  org_id text not null,
  id text not null,
  user_id text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  created_at text not null,
  primary key (org_id, id),
  unique (org_id, issuer, subject),
  unique (org_id, issuer, user_id),
  foreign key (org_id, user_id) references record (org_id, id)
) strict

create table passkey (
  org_id text not null,
  id text not null,
  user_id text not null,
  credential_id text not null,
  public_key text not null,
  transports text not null,
  rp_id text not null,
  name text not null,
  created_at text not null,
  sign_count integer not null,
  last_used_at text,
  primary key (org_id, id),
  unique (org_id, credential_id),
  foreign key (org_id, user_id) references record (org_id, id)
) strict

create index passkey_user on passkey (org_id, user_id)

create table idempotency (
  org_id text not null references feed (org_id),
  scope text not null,
  fingerprint text not null,
  reply text not null,
  created_at text not null,
  primary key (org_id, scope)
) strict

create index idempotency_by_age on idempotency (org_id, created_at)

create table command (
  org_id text not null references feed (org_id),
  id text not null,
  hash text not null,
  status text not null,
  seq integer not null,
  rev integer not null,
  received_ms integer not null,
  answer text,
  sent text,
  seen text,
  primary key (org_id, id, hash)
) strict, without rowid

create index command_refused on command (org_id, received_ms) where status = 'refused'

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
  command_id text not null,
  command_hash text not null,
  schema_version integer not null,
  actor text not null,
  seal text not null,
  primary key (org_id, sha256, command_id, command_hash)
) strict

create table integrity (
  id integer primary key not null check (id = 1),
  lease_token text,
  lease_until text,
  finished_at text,
  faults integer not null,
  warnings integer not null
) strict
`;
