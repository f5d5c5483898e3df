/**
 * Writes the audit log: one entry per request, in the transaction of the change (contract, Organisation). commit() does this for records;
 * other changes under the organisation's lock, such as to a token or a subscription, call `auditChange`.
 */
import { hash } from 'node:crypto';
import { anonymousId } from '../../shared/model/access.ts';
import { canonical } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { insertAudit } from '../store/records/audit.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { AuditTable } from '../store/tables/tables.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { GroupChange } from './batch.ts';

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
  readonly records: readonly {
    readonly kind: string;
    readonly id: string;
    readonly rev: number;
    readonly deleted: boolean;
    readonly sha256: string;
  }[];
}

/** A change to something that is not a record. */
export interface Change {
  readonly op: 'create' | 'patch' | 'remove' | 'act';
  /** Set only when `op` is `act`. */
  readonly action?: string;
  readonly kind: string;
  readonly id: string;
  /** 1 where revisions are not counted. */
  readonly revision?: number;
  /** The state after the change; only its hash is stored. Must not contain secrets. */
  readonly state: JsonObject;
}

export async function auditChange(tx: WriteTransaction, author: AuditedBy, change: Change): Promise<void> {
  const { op, action, kind, id, revision = 1, state } = change;
  const entry = auditEntry(tx, author, {
    commands: [{ op, kind, id, ...(action === undefined ? {} : { action }) }],
    records: [{ kind, id, rev: revision, deleted: op === 'remove', sha256: digest(canonical(state)) }],
  });
  await insertAudit(tx.trx, tx.orgId, [entry]);
}

/** One entry per batch. An anonymous change gets its own entry, without the request id, because that would identify its author. */
export function entriesOf(
  tx: WriteTransaction,
  changes: readonly GroupChange[],
  author: AuditedBy,
): Owned<AuditTable>[] {
  const anonymous = changes.filter(isAnonymous);
  const attributed = changes.filter((change) => !isAnonymous(change));
  return [
    // First, because anonymous changes create records that later changes in the batch may edit.
    ...anonymous.map((change) => entryOf([change], tx, { ...author, actor: anonymousActor, requestId: anonymousId })),
    ...(attributed.length > 0 ? [entryOf(attributed, tx, author)] : []),
  ];
}

const anonymousActor = { id: anonymousId, name: 'Anonymous', role: anonymousId };

function isAnonymous({ commands, rows }: GroupChange): boolean {
  return rows.some(
    (row) => row.created_by === anonymousId && commands.some(({ op, id }) => op === 'create' && id === row.id),
  );
}

function entryOf(changes: readonly GroupChange[], tx: WriteTransaction, author: AuditedBy): Owned<AuditTable> {
  return auditEntry(tx, author, {
    commands: changes.flatMap(({ author: { id: madeBy }, commands }) =>
      commands.map((command) => ({
        op: command.op,
        kind: command.kind,
        id: command.id,
        ...(command.op === 'act' ? { action: command.action } : {}),
        ...(madeBy === author.actor.id || author.actor.id === anonymousId ? {} : { author: madeBy }),
      })),
    ),
    records: changes.flatMap(({ rows }) =>
      rows.map(({ kind, id, rev, deleted, body }) => {
        return { kind, id, rev, deleted: deleted === 1, sha256: digest(body) };
      }),
    ),
  });
}

function auditEntry(
  tx: Pick<WriteTransaction, 'nextSeq' | 'now' | 'nextHead'>,
  { actor, origin, requestId }: AuditedBy,
  { commands, records }: Audited,
): Owned<AuditTable> {
  const seq = tx.nextSeq();
  // Members are listed in alphabetical order, so this is the canonical form; sorting them on each call takes four times as long.
  const entry = JSON.stringify({
    actor: { id: actor.id, name: actor.name, role: actor.role },
    at: tx.now(),
    commands: commands.map(({ action, author, id, kind, op }) => ({ action, author, id, kind, op })),
    origin,
    records: records.map(({ deleted, id, kind, rev, sha256 }) => ({ deleted, id, kind, rev, sha256 })),
    request_id: requestId,
    seq,
  });
  return { seq, entry, head: tx.nextHead(entry) };
}

function digest(text: string): string {
  return hash('sha256', text);
}
