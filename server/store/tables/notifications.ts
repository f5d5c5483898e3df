/** The tables of notifications, in the conventions of tables.ts. Notifications are not records. */

/** A notification about a change, inserted with it. Addressed to one actor or to every holder of a permission. */
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

/** Read marks per actor; no row = unread. */
export interface NotificationReadTable {
  readonly org_id: string;
  readonly notification_id: string;
  readonly actor_id: string;
  readonly read_at: string;
}
