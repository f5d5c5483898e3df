/** What people are told, and who has read it (contract, Notifications). */
import { sql, type Kysely } from 'kysely';
import type { SchemaWords } from '../engine/engine.ts';

export async function notifications(db: Kysely<unknown>, { text, strict }: SchemaWords): Promise<void> {
  await sql`create table notification (
    org_id ${text} not null references feed (org_id),
    id ${text} not null,
    type ${text} not null,
    severity ${text} not null,
    subject ${text} not null,
    body ${text} not null,
    resource_type ${text} not null,
    resource_id ${text} not null,
    project_id ${text},
    recipient_actor ${text},
    permission ${text},
    dedupe_key ${text} not null,
    created_at ${text} not null,
    primary key (org_id, id),
    unique (org_id, dedupe_key),
    check ((recipient_actor is null) <> (permission is null))
  ) ${strict}`.execute(db);
  await sql`create index notification_by_creation on notification (org_id, created_at, id)`.execute(db);

  // The notification comes before the reader: what is swept takes its readings with it.
  await sql`create table notification_read (
    org_id ${text} not null,
    notification_id ${text} not null,
    actor_id ${text} not null,
    read_at ${text} not null,
    primary key (org_id, notification_id, actor_id),
    foreign key (org_id, notification_id) references notification (org_id, id) on delete cascade
  ) ${strict}`.execute(db);
}
