/**
 * Lines of a pull response as JSON text: bodies are sent as stored, except for confidential fields. A line is a list of pieces, because
 * joining thousands of lines before encoding them would double the memory of a page.
 */
import type { Actor } from '../../shared/model/access.ts';
import type { Body } from '../../shared/model/record.ts';
import { isGuarded, visibleBody } from '../../shared/visible.ts';
import type { Owned } from '../store/tables/rows.ts';
import type { ScopeMoveTable } from '../store/tables/scopes.ts';
import type { RecordTable } from '../store/tables/tables.ts';

/** The first piece names the operation. */
export type Line = readonly [string, ...string[]];

export const resetOp: Line = ['{"op":"reset"}'];

/** The scope is sent again; empty = the organisation's own. */
export function resetScopeOp(scope: string): Line {
  return [JSON.stringify({ op: 'reset', project_id: scope })];
}

export function grantOp(projectId: string): Line {
  return [JSON.stringify({ op: 'grant', project_id: projectId })];
}

export function revokeOp(projectId: string): Line {
  return [JSON.stringify({ op: 'revoke', project_id: projectId })];
}

/** The record left the device's scopes; where it went is not revealed. */
export function goneOp({ kind, id, seq, rev }: Owned<ScopeMoveTable>): Line {
  return [JSON.stringify({ op: 'del', kind, id, seq, rev })];
}

export function opOf(row: RecordTable, actor: Actor): Line {
  const { kind, id, seq, rev, document_id, scope, created_at, updated_at, created_by, updated_by, sent_by } = row;
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
    sent_by,
  });
  return [head.slice(0, -1), ',"body":', bodyFor(row, actor), '}'];
}

/** Parsed only where the kind has confidential fields. */
function bodyFor({ kind, body }: RecordTable, actor: Actor): string {
  if (!isGuarded(kind)) return body;
  return JSON.stringify(visibleBody(kind, JSON.parse(body) as Body, actor)); // a stored body is a JSON object
}
