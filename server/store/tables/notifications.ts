/** The tables of notifications (server/store/tables/tables.ts says what holds for all): bookkeeping beside the records. */

/** What people are told of a change: written with it. For one actor, or for everybody who holds the permission. */
export interface NotificationTable {
  readonly org_id: string;
  readonly id: string;
  readonly type: string;
  readonly severity: string;
  readonly subject: string;
  readonly body: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly project_id: string | null;
  readonly recipient_actor: string | null;
  readonly permission: string | null;
  readonly dedupe_key: string;
  readonly created_at: string;
}

/** Each actor reads for itself: no row = not read. */
export interface NotificationReadTable {
  readonly org_id: string;
  readonly notification_id: string;
  readonly actor_id: string;
  readonly read_at: string;
}
