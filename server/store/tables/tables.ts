/**
 * The tables of the store, for both engines. Every key starts with the organisation, so that a reference across organisations cannot be
 * stored. Bodies are JSON in TEXT, times are RFC 3339 UTC with milliseconds, and booleans are 0 or 1.
 */
import type { Generated } from 'kysely';
import type { CommandTable } from './commands.ts';
import type { ScopeHorizonTable, ScopeMoveTable, ScopeChecksumTable } from './scopes.ts';
import type { DeferralTable, SentFileTable } from './files.ts';
import type { TokenTable } from './tokens.ts';
import type { IdentityTable, PasskeyTable } from './credentials.ts';
import type { MirrorTable } from './mirrors.ts';
import type { MailTable } from './mails.ts';
import type { NotificationReadTable, NotificationTable } from './notifications.ts';

/** One row per organisation, with its sequence, clock and history. Also serves as the organisation's write lock. */
export interface FeedTable {
  readonly org_id: string;
  readonly name: string;
  /** The last sequence number assigned. Records, events and audit entries share the sequence. */
  readonly seq: number;
  /** The last order stamp, in ms since 1970; strictly increasing, so every `updated_at` is unique within its organisation. */
  readonly order_ms: number;
  /** The latest time by the wall clock at which anything was written, in ms since 1970. */
  readonly wall_ms: number;
  /** How often the operator has said that the wall clock is right (`clock accept`); the same number in all organisations of that time. */
  readonly clock_accepted: number;
  /** The last write before a start at which the wall clock was more than 30 days further, until the operator accepts it; null = no doubt. */
  readonly clock_doubted_ms: number | null;
  /** The last `head` of its audit log; `noHistory` before the first entry (records/audit.ts). */
  readonly head: string;
  readonly settings: string;
  readonly created_at: string;
  /** JSON: address, telephone and other details of the organisation. */
  readonly details: string;
  /** Counts changes to name, details and settings; the number in the ETag. */
  readonly revision: number;
  /** Last change to name, details or settings; null = none since creation. */
  readonly updated_at: string | null;
  /** The least revision of what is written from now on: above every one of histories that restores have ended. 0 = none has. */
  readonly revision_floor: number;
  /** Events up to here are deleted. */
  readonly events_until: number;
  /** Of the bodies of its live records, UTF-8. */
  readonly record_bytes: number;
  /** Schema version of all its records (shared/upgrade/). */
  readonly record_schema: number;
}

/** All records of all kinds. `body` holds the fields of the kind; the common fields are columns. */
export interface RecordTable {
  readonly org_id: string;
  readonly id: string;
  readonly kind: string;
  readonly seq: number;
  readonly rev: number;
  /** 1 = tombstone: the server keeps the body, replicas drop the record. */
  readonly deleted: number;
  readonly project_id: string | null;
  readonly site_id: string | null;
  readonly document_id: string | null;
  readonly status: string | null;
  /** Document type, hazard category, export format …: the second column that lists filter by, besides status. */
  readonly type: string | null;
  readonly version: number | null;
  readonly sort_key: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  /** Who sent the last change, if its author used the token of somebody else. */
  readonly sent_by: string | null;
  /** SHA-256 of the canonical create command: makes a repeated create with the same id and content idempotent, for ever. */
  readonly origin_hash: string;
  readonly body: string;
  /** The project that it belongs to, directly or through its site or document; empty = the whole organisation (contract, Sync). */
  readonly scope: string;
  /** The contractor that owns it; set for documents and submissions. */
  readonly contractor_id: string | null;
  /** By which equal content is found again: of sign-offs, the hash of the ink. */
  readonly digest: string | null;
}

/** Record counts, maintained by triggers; an empty `project_id` = all projects together. */
export interface RecordCountTable {
  readonly org_id: string;
  readonly kind: string;
  readonly project_id: string;
  readonly status: string;
  readonly type: string;
  readonly deleted: number;
  readonly total: number;
}

export interface EventTable {
  readonly org_id: string;
  readonly seq: number;
  readonly name: string;
  readonly at_ms: number;
  readonly resource_id: string;
  /** JSON: `data` of the payload, without the organisation. `payloadOf` makes the payload (records/events.ts). */
  readonly data: string;
}

/** One entry per request, in order. */
export interface AuditTable {
  readonly org_id: string;
  readonly seq: number;
  readonly entry: string;
  /** SHA-256 of the head before and the leaf of this entry, base64url: names the history up to here, whichever store it is found in. */
  readonly head: string;
}

export interface WebhookTable {
  readonly org_id: string;
  readonly id: string;
  readonly url: string;
  /** JSON array of event names; `*` = all. */
  readonly events: string;
  /** AES-256-GCM: key id, nonce, ciphertext and tag; bound to organisation and subscription. */
  readonly secret: string;
  /** enabled · disabled · deleted (the row stays for its delivery log) */
  readonly state: string;
  /** manual · consecutive_failures · receiver_request */
  readonly disabled_reason: string | null;
  readonly consecutive_failures: number;
  readonly description: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts changes to the row; the number in the ETag. */
  readonly revision: number;
  /** Free text from the user who disabled it. */
  readonly disabled_note: string | null;
  /** none · resource (events of the same resource are delivered in order) */
  readonly ordering: string;
  /** Custom headers of each delivery, a JSON object encrypted like the secret; null = none. */
  readonly headers: string | null;
  /** JSON array of the names of `headers`, which are not secret. */
  readonly header_names: string;
  /** After a rotation, deliveries are signed with this secret too until `previous_secret_until`. */
  readonly previous_secret: string | null;
  readonly previous_secret_until: string | null;
  /** When the first of the consecutive failures ended. */
  readonly failing_since: string | null;
  readonly last_success_at: string | null;
  /** The token that last set it up or enabled it: it receives only what that token may read. Null = the operator: everything. */
  readonly token_id: string | null;
}

/** Both the delivery queue and the delivery log: a row is inserted with its event and leased by a worker. */
export interface DeliveryTable {
  readonly org_id: string;
  readonly id: string;
  readonly webhook_id: string;
  readonly event_seq: number;
  readonly event_name: string;
  /** pending · succeeded · failed · held · cancelled */
  readonly state: string;
  /** Attempts finished so far. */
  readonly attempts: number;
  readonly due_at: string | null;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** State of the delivery when a user requested a retry that is now due; null = no such request. */
  readonly retry_from: string | null;
  /** Attempts made before the current retry schedule began. */
  readonly schedule_from: number;
  /** The event's resource, for subscriptions with ordered delivery. */
  readonly resource_id: string;
}

export interface AttemptTable {
  readonly org_id: string;
  readonly delivery_id: string;
  readonly attempt: number;
  readonly started_at: string;
  readonly ended_at: string;
  readonly outcome: string;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly detail: string | null;
  /** 1 = a user requested this attempt. */
  readonly by_hand: number;
  /** JSON object: the subset that is stored. */
  readonly response_headers: string | null;
}

/** Queued work on one record, such as an export to render. Inserted in the transaction of the record, leased by a worker. */
export interface JobTable {
  readonly org_id: string;
  readonly record_id: string;
  readonly kind: string;
  readonly due_at: string;
  readonly attempts: number;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
}

/** The search index: one row per document, project or hazard. */
export interface SearchTable {
  readonly org_id: string;
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived. */
  readonly holder_id: string;
  readonly seq: number;
  /** Digest of the indexed text. */
  readonly digest: string;
  /** SQLite only: the `rowid` of its words in `search_text`. */
  readonly place: Generated<number>;
  /** PostgreSQL only: its words, a tsvector. */
  readonly words: Generated<string>;
}

/** SQLite only: a contentless FTS5 table. Words can be written and searched, but not read. */
export interface SearchTextTable {
  readonly rowid: number;
  readonly reference: string;
  readonly title: string;
  readonly body: string;
}

/** The position in the feed up to which an organisation's search index is updated. */
export interface SearchPlaceTable {
  readonly org_id: string;
  readonly seq: number;
}

/** The response to a POST with an Idempotency-Key, stored in the transaction of the change. */
export interface IdempotencyTable {
  readonly org_id: string;
  /** SHA-256 of actor, method, path and key, hex. */
  readonly scope: string;
  /** SHA-256 of the request, hex: the same key with a different request is refused. */
  readonly fingerprint: string;
  /** JSON, encrypted. */
  readonly reply: string;
  readonly created_at: string;
}

/** One row: what is true of the database as a whole. */
export interface InstallationTable {
  readonly id: 1;
  /** The key ring that its secrets, cursors and links are made with. */
  readonly key_id: string;
  /** Spaces, written to see whether the disk has room. */
  readonly probe: string | null;
}

/** One row: what the last integrity check found, and which process is at the next one. */
export interface IntegrityTable {
  readonly id: number;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
  /** Null = no check was finished yet. */
  readonly finished_at: string | null;
  readonly faults: number;
  readonly warnings: number;
}

export interface Tables {
  readonly installation: InstallationTable;
  readonly feed: FeedTable;
  readonly integrity: IntegrityTable;
  readonly record: RecordTable;
  readonly record_count: RecordCountTable;
  readonly event: EventTable;
  readonly audit: AuditTable;
  readonly token: TokenTable;
  readonly identity: IdentityTable;
  readonly passkey: PasskeyTable;
  readonly command: CommandTable;
  readonly webhook: WebhookTable;
  readonly mirror: MirrorTable;
  readonly delivery: DeliveryTable;
  readonly attempt: AttemptTable;
  readonly job: JobTable;
  readonly mail: MailTable;
  readonly idempotency: IdempotencyTable;
  readonly search: SearchTable;
  readonly search_text: SearchTextTable;
  readonly search_place: SearchPlaceTable;
  readonly notification: NotificationTable;
  readonly notification_read: NotificationReadTable;
  readonly sent_file: SentFileTable;
  readonly deferral: DeferralTable;
  readonly scope_sum: ScopeChecksumTable;
  readonly scope_move: ScopeMoveTable;
  readonly scope_horizon: ScopeHorizonTable;
}
