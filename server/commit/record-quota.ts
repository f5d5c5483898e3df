/** What the records of an organisation may take (contract, Security, HR56): counted in the transaction of each change. */
import { Buffer } from 'node:buffer';
import { systemActorId } from '../../shared/model/access.ts';
import type { Command } from '../../shared/model/command.ts';
import { Problem } from '../../shared/model/problem.ts';
import { resourceOf } from '../../shared/resources/index.ts';
import type { WriteTransaction } from '../store/write.ts';
import type { RecordRow } from './record-rows.ts';

/** Seconds; a device waits that long and tries again. */
const retryAfter = 600;

interface Asked {
  readonly maxBytes: number;
  readonly actorId: string;
  readonly commands: readonly Command[];
}

type Sized = Pick<RecordRow, 'id' | 'kind' | 'body' | 'deleted'>;

/** Of the quota, beyond it. */
const reserves = { evidence: 0.1, ends: 0.2, other: 0 };

/**
 * Throws `unavailable` if the change would take the records beyond the quota, so that a device keeps what it has and waits. What makes them
 * smaller passes, and so does what the server does itself. Sign-offs have a reserve, and what ends something, such as a void, a withdrawal or
 * a role, has one that they cannot use up: a caller who fills the quota must keep nobody from either.
 */
export function countRecordBytes(
  tx: WriteTransaction,
  rows: readonly Sized[],
  before: (id: string) => Sized | undefined,
  { maxBytes, actorId, commands }: Asked,
): void {
  const grown = (some: readonly Sized[]): number =>
    some.reduce((sum, row) => sum + bytesOf(row) - bytesOf(before(row.id)), 0);
  const used = tx.addRecordBytes(grown(rows));
  const more = grown(rows.filter(({ kind }) => !resourceOf(kind).isSideRecord));
  const created = rows.filter(({ id }) => before(id) === undefined);
  const allowed = maxBytes * (1 + reserves[useOf(commands, created)]);
  if (more <= 0 || used <= allowed || actorId === systemActorId) return;
  throw new Problem(
    'unavailable',
    `The records of the organisation may take ${maxBytes} bytes, and this change goes beyond. Nothing was changed, and what waits on a device stays there. Remove what is not needed, or have the operator raise RECORD_BYTES_PER_ORGANISATION.`,
    { members: { quota_bytes: maxBytes, retry_after: retryAfter } },
  );
}

function useOf(commands: readonly Command[], created: readonly Sized[]): keyof typeof reserves {
  if (commands.every(({ op, kind }) => op === 'create' && resourceOf(kind).isEvidence)) return 'evidence';
  const isEnd = commands.every(({ op, kind }) => op === 'act' || resourceOf(kind).holdsTokens);
  return isEnd && created.length === 0 ? 'ends' : 'other';
}

/** A tombstone counts nothing. */
function bytesOf(row: Sized | undefined): number {
  return row === undefined || row.deleted === 1 ? 0 : Buffer.byteLength(row.body);
}
