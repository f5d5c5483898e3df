/**
 * Writes the audit log: one entry per request, in the transaction of the change (contract, Organisation). commit() does this for records;
 * other changes under the organisation's lock, such as to a token or a subscription, call `auditChange`.
 */
import { hash } from 'node:crypto';
import { anonymousId, systemActorId } from '../../shared/model/access.ts';
import { canonical } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { DomainEvent } from '../../shared/model/event.ts';
import { insertAudit } from '../store/records/audit.ts';
import { eventsDigest } from '../store/records/events.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { AuditTable, EventTable } from '../store/tables/tables.ts';
import type { TokenTable } from '../store/tables/tokens.ts';
import type { WriteTransaction } from '../store/write.ts';
import { recordDigest, tokenState } from './audited-state.ts';
import type { GroupChange } from './batch.ts';
import type { RecordRow } from './record-rows.ts';

/** Who makes the change, through which API, in which request. */
export interface AuditedBy {
  readonly actor: { readonly id: string; readonly name: string; readonly role: string };
  readonly origin: 'rest' | 'sync';
  readonly requestId: string;
}

interface Audited {
  readonly commands: readonly {
    readonly op: string;
    readonly kind: string;
    readonly id: string;
    readonly action?: string;
    /** Who made the change, if not the actor who sent it. */
    readonly author?: string;
  }[];
  readonly records: readonly AuditedRecord[];
}

interface AuditedRecord {
  readonly kind: string;
  readonly id: string;
  readonly rev: number;
  readonly deleted: boolean;
  /** Hex, of the stored record, or of the canonical state of what is not a record. */
  readonly sha256: string;
}

/** An audit entry, and the events that follow it in the sequence. */
export interface Logged {
  readonly entry: Owned<AuditTable>;
  readonly events: readonly Owned<EventTable>[];
}

/** What is in the log beside records. */
export const unrecordedKinds = [
  'identity',
  'mirror',
  'organisation',
  'passkey',
  'refused_command',
  'token',
  'webhook',
] as const;

/** A change to something that is not a record. */
export interface Change {
  readonly op: 'create' | 'patch' | 'remove' | 'act';
  /** Set only when `op` is `act`. */
  readonly action?: string;
  readonly kind: (typeof unrecordedKinds)[number];
  readonly id: string;
  /** 1 where revisions are not counted. */
  readonly revision?: number;
  /** The state after the change; only its hash is stored. Must not contain secrets. */
  readonly state: JsonObject;
}

export async function auditChange(tx: WriteTransaction, author: AuditedBy, change: Change): Promise<void> {
  const { op, action, kind, id, revision = 1, state } = change;
  const { entry } = logged(tx, author, {
    commands: [{ op, kind, id, ...(action === undefined ? {} : { action }) }],
    records: [{ kind, id, rev: revision, deleted: op === 'remove', sha256: stateDigest(state) }],
  });
  await insertAudit(tx.trx, tx.orgId, [entry]);
}

/** An upgrade to another schema changes bodies without a command. */
export async function auditUpgrade(tx: WriteTransaction, rows: readonly RecordRow[]): Promise<void> {
  if (rows.length === 0) return;
  const actor = { id: systemActorId, name: 'Sitefile', role: 'owner' };
  const by: AuditedBy = { actor, origin: 'rest', requestId: 'schema-upgrade' };
  await insertAudit(tx.trx, tx.orgId, [logged(tx, by, { commands: [], records: rows.map(audited) }).entry]);
}

/** SHA-256 of the canonical state, hex. */
export function stateDigest(state: JsonObject): string {
  return hash('sha256', canonical(state));
}

/**
 * One entry per batch. An anonymous change gets its own entry, without the request id, because that would identify its author.
 * `further` = tokens that the batch revoked.
 */
export function logOf(
  tx: WriteTransaction,
  changes: readonly GroupChange[],
  further: readonly TokenTable[],
  author: AuditedBy,
): Logged[] {
  const anonymous = changes.filter(isAnonymous);
  const attributed = changes.filter((change) => !isAnonymous(change));
  return [
    // First, because anonymous changes create records that later changes in the batch may edit.
    ...anonymous.map((change) =>
      entryOf([change], [], tx, { ...author, actor: anonymousActor, requestId: anonymousId }),
    ),
    ...(attributed.length > 0 ? [entryOf(attributed, further, tx, author)] : []),
  ];
}

const anonymousActor = { id: anonymousId, name: 'Anonymous', role: anonymousId };

function isAnonymous({ commands, rows }: GroupChange): boolean {
  return rows.some(
    (row) => row.created_by === anonymousId && commands.some(({ op, id }) => op === 'create' && id === row.id),
  );
}

function entryOf(
  changes: readonly GroupChange[],
  tokens: readonly TokenTable[],
  tx: WriteTransaction,
  author: AuditedBy,
): Logged {
  const commands = changes.flatMap(({ author: { id: madeBy }, commands: made }) =>
    made.map((command) => ({
      op: command.op,
      kind: command.kind,
      id: command.id,
      ...(command.op === 'act' ? { action: command.action } : {}),
      ...(madeBy === author.actor.id || author.actor.id === anonymousId ? {} : { author: madeBy }),
    })),
  );
  const revoked = tokens.map((token) => {
    return { kind: 'token', id: token.id, rev: 2, deleted: false, sha256: stateDigest(tokenState(token)) };
  });
  const records = [...changes.flatMap(({ rows }) => rows.map(audited)), ...revoked];
  const events = changes.flatMap((change) => change.events);
  return logged(tx, author, { commands, records }, events);
}

function audited(row: RecordRow): AuditedRecord {
  const { kind, id, rev, deleted } = row;
  return { kind, id, rev, deleted: deleted === 1, sha256: recordDigest(row) };
}

function logged(
  tx: Pick<WriteTransaction, 'nextSeq' | 'now' | 'nextHead'>,
  { actor, origin, requestId }: AuditedBy,
  { commands, records }: Audited,
  happened: readonly DomainEvent[] = [],
): Logged {
  const seq = tx.nextSeq();
  const at_ms = Date.parse(tx.now());
  const events = happened.map(({ name, resourceId, data }) => {
    return { seq: tx.nextSeq(), name, at_ms, resource_id: resourceId, data: JSON.stringify(data) };
  });
  // Members are listed in alphabetical order, so this is the canonical form; sorting them on each call takes four times as long.
  const entry = JSON.stringify({
    actor: { id: actor.id, name: actor.name, role: actor.role },
    at: tx.now(),
    commands: commands.map(({ action, author, id, kind, op }) => ({ action, author, id, kind, op })),
    events: events.length > 0 ? { count: events.length, sha256: eventsDigest(events) } : undefined,
    origin,
    records: records.map(({ deleted, id, kind, rev, sha256 }) => ({ deleted, id, kind, rev, sha256 })),
    request_id: requestId,
    seq,
  });
  return { entry: { seq, entry, head: tx.nextHead(entry) }, events };
}
