/** Work that follows a change: webhook deliveries, jobs and e-mails. The tables are the queues. */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function queues(db: Kysely<unknown>, words: SchemaWords): Promise<void> {
  await webhooks(db, words);
  await deliveries(db, words);
  await jobsAndMails(db, words);
}

async function webhooks(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`create table webhook (
    org_id ${text} not null references feed (org_id),
    id ${text} not null,
    url ${text} not null,
    events ${text} not null,
    secret ${text} not null,
    state ${text} not null,
    disabled_reason ${text},
    consecutive_failures ${integer} not null,
    description ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    primary key (org_id, id)
  ) ${strict}`.execute(db);
}

async function deliveries(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`create table delivery (
    org_id ${text} not null,
    id ${text} not null,
    webhook_id ${text} not null,
    event_seq ${integer} not null,
    event_name ${text} not null,
    state ${text} not null,
    attempts ${integer} not null,
    due_at ${text},
    lease_token ${text},
    lease_until ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    primary key (org_id, id),
    foreign key (org_id, webhook_id) references webhook (org_id, id),
    foreign key (org_id, event_seq) references event (org_id, seq)
  ) ${strict}`.execute(db);
  await sql`create index delivery_due on delivery (org_id, webhook_id, due_at, event_seq) where state = 'pending'`.execute(
    db,
  );
  await sql`create index delivery_leased on delivery (org_id, webhook_id, lease_until) where lease_until is not null`.execute(
    db,
  );
  await sql`create index delivery_by_creation on delivery (org_id, webhook_id, created_at, id)`.execute(db);

  await sql`create table attempt (
    org_id ${text} not null,
    delivery_id ${text} not null,
    attempt ${integer} not null,
    started_at ${text} not null,
    ended_at ${text} not null,
    outcome ${text} not null,
    response_status ${integer},
    response_body ${text},
    detail ${text},
    primary key (org_id, delivery_id, attempt),
    foreign key (org_id, delivery_id) references delivery (org_id, id)
  ) ${strict}`.execute(db);
}

async function jobsAndMails(db: Kysely<unknown>, { text, integer, strict }: SchemaWords): Promise<void> {
  await sql`create table job (
    org_id ${text} not null,
    record_id ${text} not null,
    kind ${text} not null,
    due_at ${text} not null,
    attempts ${integer} not null,
    lease_token ${text},
    lease_until ${text},
    primary key (org_id, record_id, kind),
    foreign key (org_id, record_id) references record (org_id, id) deferrable initially deferred
  ) ${strict}`.execute(db);
  await sql`create index job_due on job (due_at)`.execute(db);

  await sql`create table mail (
    org_id ${text} not null references feed (org_id),
    id ${text} not null,
    dedupe_key ${text} not null,
    recipient ${text} not null,
    subject ${text} not null,
    body ${text} not null,
    created_at ${text} not null,
    sent_at ${text},
    primary key (org_id, id),
    unique (org_id, dedupe_key)
  ) ${strict}`.execute(db);
  await sql`create index mail_unsent on mail (created_at) where sent_at is null`.execute(db);
}
