/**
 * Lines of a pull answer as JSON text: bodies go out as they are stored, but for what is confidential. A line comes in pieces, because
 * putting thousands together, only to take them apart into bytes, would double what a page holds.
 */
import type { Actor } from '../../shared/model/access.ts';
import type { Body } from '../../shared/model/record.ts';
import { isGuarded, visibleBody } from '../../shared/visible.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { ScopeMoveTable } from '../store/tables/scopes.ts';
import type { RecordTable } from '../store/tables/tables.ts';

/** The first piece says what kind of line it is. */
export type Line = readonly [string, ...string[]];

export const resetOp: Line = ['{"op":"reset"}'];

/** The scope comes afresh; an empty one is the whole organisation’s own. */
export function resetScopeOp(scope: string): Line {
  return [JSON.stringify({ op: 'reset', project_id: scope })];
}

export function grantOp(projectId: string): Line {
  return [JSON.stringify({ op: 'grant', project_id: projectId })];
}

export function revokeOp(projectId: string): Line {
  return [JSON.stringify({ op: 'revoke', project_id: projectId })];
}

/** The record is not in the device’s scopes any more; where it went is nobody’s business there. */
export function goneOp({ kind, id, seq, rev }: Owned<ScopeMoveTable>): Line {
  return [JSON.stringify({ op: 'del', kind, id, seq, rev })];
}

export function opOf(row: RecordTable, actor: Actor): Line {
  const { kind, id, seq, rev, document_id, scope, created_at, updated_at, created_by, updated_by } = row;
  if (row.deleted === 1) return [JSON.stringify({ op: 'del', kind, id, seq, rev })];
  const head = JSON.stringify({
    op: 'put',
    kind,
    id,
    seq,
    rev,
    document_id,
    project_id: scope || null,
    created_at,
    updated_at,
    created_by,
    updated_by,
  });
  return [head.slice(0, -1), ',"body":', bodyFor(row, actor), '}'];
}

/** Read only where somebody may have to be kept from a part of it. */
function bodyFor({ kind, body }: RecordTable, actor: Actor): string {
  if (!isGuarded(kind)) return body;
  return JSON.stringify(visibleBody(kind, JSON.parse(body) as Body, actor)); // a stored body is a JSON object
}
