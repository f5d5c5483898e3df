/** Work queued by a change: webhook deliveries, jobs, e-mails and notifications. The tables are the queues. */

/** Deleting an expired notification deletes its read marks. */
export const queues = `
create table webhook (
  org_id text not null references feed (org_id),
  id text not null,
  url text not null,
  events text not null,
  secret text not null,
  state text not null,
  disabled_reason text,
  disabled_note text,
  consecutive_failures integer not null,
  failing_since text,
  last_success_at text,
  description text,
  ordering text not null,
  headers text,
  header_names text not null,
  previous_secret text,
  previous_secret_until text,
  token_id text,
  revision integer not null,
  created_at text not null,
  updated_at text not null,
  primary key (org_id, id)
) strict

create table mirror (
  org_id text not null references feed (org_id),
  id text not null,
  url text not null,
  credentials text,
  description text,
  project_ids text,
  kinds text not null,
  attachments integer not null,
  enabled integer not null,
  token_id text,
  withdrawn_at text,
  revision integer not null,
  created_at text not null,
  updated_at text not null,
  phase text not null,
  resync integer not null,
  seq integer not null,
  documents_written integer not null,
  overruled integer not null,
  overruled_id text,
  overruled_at text,
  left_out integer not null,
  left_out_id text,
  left_out_at text,
  kept integer not null,
  kept_ids text not null,
  failures integer not null,
  failure text,
  failed_at text,
  last_success_at text,
  due_at text not null,
  lease_token text,
  lease_until text,
  primary key (org_id, id)
) strict

create table delivery (
  org_id text not null,
  id text not null,
  webhook_id text not null,
  event_seq integer not null,
  event_name text not null,
  resource_id text not null,
  state text not null,
  attempts integer not null,
  schedule_from integer not null,
  retry_from text,
  due_at text,
  lease_token text,
  lease_until text,
  created_at text not null,
  updated_at text not null,
  primary key (org_id, id),
  foreign key (org_id, webhook_id) references webhook (org_id, id),
  foreign key (org_id, event_seq) references event (org_id, seq)
) strict

create index delivery_due on delivery (org_id, webhook_id, due_at, event_seq) where state = 'pending'

create index delivery_leased on delivery (org_id, webhook_id, lease_until) where lease_until is not null

create index delivery_by_creation on delivery (org_id, webhook_id, created_at, id)

create index delivery_by_event on delivery (org_id, event_seq)

create index delivery_by_resource on delivery (org_id, webhook_id, resource_id, event_seq) where state = 'pending'

create index delivery_by_age on delivery (updated_at) where state not in ('pending', 'held')

create index delivery_held on delivery (updated_at) where state = 'held'

create table attempt (
  org_id text not null,
  delivery_id text not null,
  attempt integer not null,
  started_at text not null,
  ended_at text not null,
  outcome text not null,
  response_status integer,
  response_headers text,
  response_body text,
  detail text,
  by_hand integer not null,
  primary key (org_id, delivery_id, attempt),
  foreign key (org_id, delivery_id) references delivery (org_id, id)
) strict

create table job (
  org_id text not null,
  record_id text not null,
  kind text not null,
  due_at text not null,
  attempts integer not null,
  lease_token text,
  lease_until text,
  primary key (org_id, record_id, kind),
  foreign key (org_id, record_id) references record (org_id, id) deferrable initially deferred
) strict

create index job_due on job (due_at)

create table mail (
  org_id text not null references feed (org_id),
  id text not null,
  dedupe_key text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at text not null,
  sent_at text,
  attempts integer not null,
  due_at text,
  lease_token text,
  lease_until text,
  failed_at text,
  failure text,
  link_to text,
  link_bound_to text,
  primary key (org_id, id),
  unique (org_id, dedupe_key)
) strict

create index mail_due on mail (due_at) where sent_at is null and failed_at is null

create table notification (
  org_id text not null references feed (org_id),
  id text not null,
  type text not null,
  severity text not null,
  subject text not null,
  body text not null,
  resource_type text not null,
  resource_id text not null,
  project_id text,
  recipient_actor text,
  permission text,
  dedupe_key text not null,
  created_at text not null,
  primary key (org_id, id),
  unique (org_id, dedupe_key),
  check ((recipient_actor is null) <> (permission is null))
) strict

create index notification_by_creation on notification (org_id, created_at, id)

create table notification_read (
  org_id text not null,
  notification_id text not null,
  actor_id text not null,
  read_at text not null,
  primary key (org_id, notification_id, actor_id),
  foreign key (org_id, notification_id) references notification (org_id, id) on delete cascade
) strict
`;
