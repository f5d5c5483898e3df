/**
 * The tables of the store, once, for both engines. Every table is keyed by organisation, so that a reference across
 * organisations cannot be stored. Bodies are JSON in TEXT; times are RFC 3339 UTC with milliseconds; booleans are 0 or 1.
 */

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
}

/** Every record of every kind. `body` holds the fields of the kind; the envelope stands in columns. */
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

/** One entry a change, in order; `leaf` = SHA-256(0x00 ‖ entry), RFC 9162. */
export interface AuditTable {
  readonly org_id: string;
  readonly seq: number;
  readonly entry: string;
  readonly leaf: string;
}

export interface TokenTable {
  readonly org_id: string;
  readonly id: string;
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly name: string;
  readonly role: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

/** How far the server has taken each device's ordered commands. */
export interface ClientTable {
  readonly org_id: string;
  readonly client_id: string;
  readonly last_mutation_id: number;
  readonly seen_at: string;
}

/** The answer to each command, kept byte for byte; with the command itself where it was refused. */
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
  readonly state: string;
  readonly disabled_reason: string | null;
  readonly consecutive_failures: number;
  readonly description: string | null;
  readonly created_at: string;
  readonly updated_at: string;
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

/** E-mails to send; written with the change that causes them. */
export interface MailTable {
  readonly org_id: string;
  readonly id: string;
  readonly dedupe_key: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly created_at: string;
  readonly sent_at: string | null;
}

/** What a search looks for: one row a document, project or hazard. Its words stand in a column or a table of the engine's own. */
export interface SearchTable {
  readonly org_id: string;
  readonly id: string;
  readonly kind: string;
  /** The record whose status says whether this one is archived. */
  readonly holder_id: string;
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
  readonly event: EventTable;
  readonly audit: AuditTable;
  readonly token: TokenTable;
  readonly client: ClientTable;
  readonly mutation: MutationTable;
  readonly webhook: WebhookTable;
  readonly delivery: DeliveryTable;
  readonly attempt: AttemptTable;
  readonly job: JobTable;
  readonly mail: MailTable;
  readonly idempotency: IdempotencyTable;
  readonly search: SearchTable;
}
