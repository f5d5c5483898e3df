/**
 * The tables of the store, once, for both engines. Every table is keyed by organisation, so that a reference across
 * organisations cannot be stored. Bodies are JSON in TEXT; times are RFC 3339 UTC with milliseconds; booleans are 0 or 1.
 */
import type { Generated } from 'kysely';
import type { AnswerTable } from './answers.ts';
import type { ScopeHorizonTable, ScopeMoveTable, ScopeSumTable } from './scopes.ts';
import type { DeferralTable, SentFileTable } from './files.ts';
import type { TokenTable } from './tokens.ts';
import type { MailTable } from './mails.ts';
import type { NotificationReadTable, NotificationTable } from './notifications.ts';

/** One row an organisation: its sequence, its clock and the name of this copy of history. The write lock of the organisation. */
export interface FeedTable {
  readonly org_id: string;
  readonly name: string;
  /** The last sequence number given out. Records and events share the sequence. */
  readonly seq: number;
  /** The last time given out, in ms since 1970; strictly increasing, so every `updated_at` is unique in its organisation. */
  readonly clock_ms: number;
  /** Changes when a backup is restored: replicas of another epoch take a fresh snapshot. */
  readonly epoch: string;
  readonly settings: string;
  readonly created_at: string;
  /** JSON: address, telephone and the rest of what the organisation says of itself beside its name. */
  readonly details: string;
  /** Counts the changes of name, details and settings; the number in the ETag. */
  readonly revision: number;
  /** Of name, details or settings; null = not since it was made. */
  readonly updated_at: string | null;
  /** The schema that all its records have (shared/upgrade/). */
  readonly record_schema: number;
}

/** Every record of every kind. `body` holds the fields of the kind; the envelope is in columns. */
export interface RecordTable {
  readonly org_id: string;
  readonly id: string;
  readonly kind: string;
  readonly seq: number;
  readonly rev: number;
  /** 1 = tombstone: the body stays for the record, replicas drop it. */
  readonly deleted: number;
  readonly project_id: string | null;
  readonly site_id: string | null;
  readonly document_id: string | null;
  readonly status: string | null;
  /** Document type, hazard category, export format …: what lists filter by besides status. */
  readonly type: string | null;
  readonly version: number | null;
  readonly sort_key: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
  /** SHA-256 of the canonical create command: the same id with the same content is the same create, for ever. */
  readonly origin_hash: string;
  readonly body: string;
  /** The project that it belongs to, by itself or through its site or document; empty = the whole organisation (contract, Sync). */
  readonly scope: string;
  /** The contractor whose part it is: of documents and submissions. */
  readonly contractor_id: string | null;
}

/** How many records there are, kept by triggers; an empty `project_id` stands for all projects together. */
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
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly resource_id: string;
  /** The exact bytes that every delivery of the event carries. */
  readonly body: string;
}

/** One entry a request, in order; `leaf` = SHA-256(0x00 ‖ entry), RFC 9162. */
export interface AuditTable {
  readonly org_id: string;
  readonly seq: number;
  readonly entry: string;
  readonly leaf: string;
}

/** How far the server has taken each device's ordered commands. */
export interface ClientTable {
  readonly org_id: string;
  readonly client_id: string;
  readonly last_mutation_id: number;
  readonly seen_at: string;
  /** SHA-256 of the key that its first push with one brought; null before that. */
  readonly key_hash: string | null;
}

/** What became of a command that was refused or had to wait for a file. */
export interface MutationTable {
  readonly org_id: string;
  readonly client_id: string;
  readonly mutation_id: number;
  readonly status: string;
  readonly result: string;
  readonly command: string | null;
  readonly at: string;
}

export interface WebhookTable {
  readonly org_id: string;
  readonly id: string;
  readonly url: string;
  /** JSON array of event names; `*` takes all. */
  readonly events: string;
  /** AES-256-GCM: key id, nonce, ciphertext and tag; bound to organisation and subscription. */
  readonly secret: string;
  /** enabled · disabled · deleted: the row stays for its log */
  readonly state: string;
  /** manual · consecutive_failures · receiver_request */
  readonly disabled_reason: string | null;
  readonly consecutive_failures: number;
  readonly description: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts every change of the row; the number in the ETag. */
  readonly revision: number;
  /** In the words of who disabled it. */
  readonly disabled_note: string | null;
  /** none · resource: the next event of a resource waits for the one before */
  readonly ordering: string;
  /** Further headers of each delivery, a JSON object sealed like the secret; null = none. */
  readonly headers: string | null;
  /** JSON array: what may be shown of them. */
  readonly header_names: string;
  /** Signs beside `secret` until `previous_secret_until`, after a rotation. */
  readonly previous_secret: string | null;
  readonly previous_secret_until: string | null;
  /** End of the first of the consecutive failures. */
  readonly failing_since: string | null;
  readonly last_success_at: string | null;
}

/** The delivery queue and the delivery log in one: a row is inserted with its event and leased by a deliverer. */
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
  /** The state in which somebody asked for one more attempt, which is now due; null = the schedule alone. */
  readonly retry_from: string | null;
  /** Attempts made before the present schedule began. */
  readonly schedule_from: number;
  /** Of the event, for subscriptions that want the events of a resource in their order. */
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
  /** 1 = somebody asked for it. */
  readonly by_hand: number;
  /** JSON object: those that are kept. */
  readonly response_headers: string | null;
}

/** Queued work on one record (an export to render). Inserted in the record's own transaction, leased by a worker. */
export interface JobTable {
  readonly org_id: string;
  readonly record_id: string;
  readonly kind: string;
  readonly due_at: string;
  readonly attempts: number;
  readonly lease_token: string | null;
  readonly lease_until: string | null;
}

/** The search index: one row a document, project or hazard. */
export interface SearchTable {
  readonly org_id: string;
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived. */
  readonly holder_id: string;
  readonly seq: number;
  /** Of the indexed text. */
  readonly digest: string;
  /** On SQLite: the `rowid` of its words in `search_text`. */
  readonly place: Generated<number>;
  /** On PostgreSQL: its words, a tsvector. */
  readonly words: Generated<string>;
}

/** On SQLite, an FTS5 table without content: words can be written and searched, and not read. */
export interface SearchTextTable {
  readonly rowid: number;
  readonly reference: string;
  readonly title: string;
  readonly body: string;
}

/** How far the search index of an organisation has followed its feed. */
export interface SearchPlaceTable {
  readonly org_id: string;
  readonly seq: number;
}

/** The answer to a POST that carried an Idempotency-Key, written in the transaction of its effect. */
export interface IdempotencyTable {
  readonly org_id: string;
  /** SHA-256 of actor, method, path and key, hex. */
  readonly scope: string;
  /** SHA-256 of what was sent, hex: the same key with anything else is refused. */
  readonly fingerprint: string;
  /** JSON; sealed where the answer tells a secret. */
  readonly reply: string;
  readonly created_at: string;
}

export interface Tables {
  readonly feed: FeedTable;
  readonly record: RecordTable;
  readonly record_count: RecordCountTable;
  readonly event: EventTable;
  readonly audit: AuditTable;
  readonly token: TokenTable;
  readonly client: ClientTable;
  readonly mutation: MutationTable;
  readonly answer: AnswerTable;
  readonly webhook: WebhookTable;
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
  readonly scope_sum: ScopeSumTable;
  readonly scope_move: ScopeMoveTable;
  readonly scope_horizon: ScopeHorizonTable;
}
