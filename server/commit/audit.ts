/**
 * The audit log from the side of who changes something: one entry a request, in the transaction of what it changes (contract,
 * Organisation). commit() writes it for records; whatever else changes under the organisation's lock, such as a token or a subscription, calls
 * `auditChange`.
 */
import { hash } from 'node:crypto';
import { canonical } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { insertAudit } from '../store/records/audit.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { AuditTable } from '../store/tables/tables.ts';
import type { WriteTransaction } from '../store/write.ts';

/** Who changes it, by which origin, in which request: what a `Call` has as its author. */
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
  }[];
  readonly records: readonly {
    readonly kind: string;
    readonly id: string;
    readonly rev: number;
    readonly deleted: boolean;
    readonly sha256: string;
  }[];
}

/** A change of something that is no record. */
export interface Change {
  readonly op: 'create' | 'patch' | 'remove' | 'act';
  /** Of an `act`. */
  readonly action?: string;
  readonly kind: string;
  readonly id: string;
  /** 1 where revisions are not counted. */
  readonly revision?: number;
  /** As it stands afterwards; its hash is kept. No secret belongs in it. */
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

/** For commit(): the entry of a batch. */
export function auditEntry(
  tx: Pick<WriteTransaction, 'nextSeq' | 'nextTime'>,
  { actor, origin, requestId }: AuditedBy,
  { commands, records }: Audited,
): Owned<AuditTable> {
  const seq = tx.nextSeq();
  // The canonical form, because all members stand in the order of their names; working that out each time takes four times as long.
  const entry = JSON.stringify({
    actor: { id: actor.id, name: actor.name, role: actor.role },
    at: tx.nextTime(),
    commands: commands.map(({ action, id, kind, op }) => ({ action, id, kind, op })),
    origin,
    records: records.map(({ deleted, id, kind, rev, sha256 }) => ({ deleted, id, kind, rev, sha256 })),
    request_id: requestId,
    seq,
  });
  return { seq, entry, leaf: digest(`\0${entry}`) };
}

export function digest(text: string): string {
  return hash('sha256', text);
}
