/** Loads, presents and changes mirrors. Every change is one transaction under the organisation's lock, with its audit entry. */
import type * as z from 'zod';
import { mirrorRefusal } from '../../../shared/mirror-rights.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { invalid } from '../../../shared/model/validation.ts';
import { mirrorKinds, type MirrorFields, type MirrorKind } from '../../../shared/rest/mirrors.ts';
import type { endpoints } from '../../../shared/rest/rest.ts';
import { auditChange, type Change } from '../../commit/audit.ts';
import { mirrorState } from '../../commit/audited-state.ts';
import { readMirror } from '../../store/access/mirrors.ts';
import type { Db } from '../../store/engine/db.ts';
import { loadByIds } from '../../store/records/records.ts';
import { lagOf } from '../../store/queues/mirror-leases.ts';
import type { MirrorTable } from '../../store/tables/mirrors.ts';
import type { WriteTransaction } from '../../store/write.ts';
import { requireRevision } from '../request/change.ts';
import { idOf, missing } from '../request/find.ts';
import type { HandlerRequest } from '../request/handler-request.ts';
import { projectsNamed } from '../request/projects-named.ts';
import type { RestContext } from '../request/rest-context.ts';

type OfMirror = HandlerRequest<{ readonly mirror: string }>;
type Shown = z.output<(typeof endpoints)['getMirror']['reply']>;
type ShownStatus = z.output<(typeof endpoints)['getMirrorStatus']['reply']>;

/** Throws `not_found` and `precondition_failed`. */
export async function mirrorOf(request: OfMirror, db: Db): Promise<MirrorTable> {
  const row = await readMirror(db, request.actor.organisationId, idOf('mirror', request.params.mirror));
  if (!row) throw missing('mirror');
  requireRevision(request, { kind: 'mirror', rev: row.revision });
  return row;
}

/** Changes the mirror on its locked row; returns what `work` returns. */
export async function changeMirror<Result>(
  request: OfMirror,
  { store, commitContext }: Pick<RestContext, 'store' | 'commitContext'>,
  work: (current: MirrorTable, tx: WriteTransaction, now: string) => Promise<Result>,
): Promise<Result> {
  return await store.write(request.actor.organisationId, commitContext.now, async (tx) => {
    const current = await mirrorOf(request, tx.trx);
    return await work(current, tx, new Date(commitContext.now()).toISOString());
  });
}

export async function audit(
  { author }: HandlerRequest,
  tx: WriteTransaction,
  change: Pick<Change, 'op' | 'action'>,
  mirror: MirrorTable,
): Promise<void> {
  const { id, revision } = mirror;
  await auditChange(tx, author, { ...change, kind: 'mirror', id, revision, state: mirrorState(mirror) });
}

type Limits = Pick<MirrorTable, 'project_ids' | 'kinds' | 'attachments'>;

/** What the mirror holds, after the fields that were sent; nobody sets up a mirror of what they may not read themselves. */
export async function limitsAfter(
  { actor }: HandlerRequest,
  db: Db,
  { project_ids, kinds, attachments }: MirrorFields,
  current: Limits = { project_ids: null, kinds: JSON.stringify(mirrorKinds), attachments: 0 },
): Promise<Limits> {
  const held = kinds === undefined ? kindsOf(current) : mirrorKinds.filter((kind) => kinds.includes(kind));
  const files = attachments ?? current.attachments === 1;
  const refusal = mirrorRefusal({ kinds: held, attachments: files }, actor);
  if (refusal) throw refusal;
  const projects = project_ids === undefined ? undefined : await projectsNamed(db, actor.organisationId, project_ids);
  return {
    project_ids: projects === undefined ? current.project_ids : projects && JSON.stringify(projects),
    kinds: JSON.stringify(held),
    attachments: files ? 1 : 0,
  };
}

/** The normalised URL of a database; the address that it resolves to is checked at each connection. */
export function usableUrl({ saveMirror }: RestContext, text: string): string {
  const url = new URL(text);
  const refuse = (code: string, detail: string): Problem => invalid([{ pointer: '#/url', code, detail }]);
  const refusal = saveMirror.refusalOf(url);
  if (refusal) throw refuse(refusal, 'must be an HTTPS address that the server may write to, without a password');
  if (url.search !== '' || url.pathname.replaceAll('/', '') === '')
    throw refuse('invalid_format', 'must end in the name of a database, such as https://couch.example.com/sitefile');
  return url.href.replace(/\/+$/, '');
}

export function showMirror(mirror: MirrorTable): Shown {
  const { id, url, description, created_at, updated_at, revision } = mirror;
  return {
    id,
    url,
    has_credentials: mirror.credentials !== null,
    description,
    project_ids: mirror.project_ids === null ? null : (JSON.parse(mirror.project_ids) as string[]), // written here
    kinds: kindsOf(mirror),
    attachments: mirror.attachments === 1,
    enabled: isWorking(mirror),
    disabled_reason: mirror.enabled === 0 ? 'manual' : withdrawn(mirror),
    created_at,
    updated_at,
    revision,
  };
}

function kindsOf({ kinds }: Limits): MirrorKind[] {
  return JSON.parse(kinds) as MirrorKind[]; // written here, from a checked list
}

export async function showStatus(
  { store, commitContext }: Pick<RestContext, 'store' | 'commitContext'>,
  mirror: MirrorTable,
): Promise<ShownStatus> {
  const { id, seq, failure } = mirror;
  const lag = await lagOf(store.db, mirror);
  const kept = await stillKept(store.db, mirror);
  return {
    id,
    state: stateOf(mirror),
    last_sequence: seq,
    lag_records: lag.records,
    lag_seconds: lag.since === null ? 0 : Math.max(0, commitContext.now() - Date.parse(lag.since)) / 1000,
    documents_written: mirror.documents_written,
    overruled: mirror.overruled,
    last_overruled: lastOf(mirror.overruled_id, mirror.overruled_at),
    left_out: mirror.left_out,
    last_left_out: lastOf(mirror.left_out_id, mirror.left_out_at),
    kept: kept.count,
    kept_ids: kept.ids,
    last_success_at: mirror.last_success_at,
    last_error: failure,
    last_error_at: mirror.failed_at,
    next_attempt_at: failure !== null && isWorking(mirror) ? mirror.due_at : null,
  };
}

/** Without what the server knows again, because devices gave it back. */
async function stillKept(
  db: Db,
  { org_id: orgId, kept, kept_ids }: MirrorTable,
): Promise<{ readonly count: number; readonly ids: string[] }> {
  const named = JSON.parse(kept_ids) as string[]; // written by the follower
  const idIn = (documentId: string): string => documentId.slice(documentId.indexOf(':') + 1);
  const known = new Set((await loadByIds(db, orgId, named.map(idIn))).map(({ id }) => id));
  const ids = named.filter((each) => !known.has(idIn(each)));
  return { count: kept - (named.length - ids.length), ids };
}

function lastOf(id: string | null, at: string | null): ShownStatus['last_overruled'] {
  return id === null || at === null ? null : { document_id: id, at };
}

function isWorking({ enabled, withdrawn_at }: MirrorTable): boolean {
  return enabled === 1 && withdrawn_at === null;
}

function withdrawn({ withdrawn_at }: MirrorTable): 'token_withdrawn' | null {
  return withdrawn_at === null ? null : 'token_withdrawn';
}

function stateOf({ enabled, withdrawn_at, failure, phase, resync }: MirrorTable): ShownStatus['state'] {
  if (enabled === 0) return 'disabled';
  if (withdrawn_at !== null) return 'withdrawn';
  if (failure !== null) return 'failing';
  if (phase === 'following') return resync === 1 ? 'comparing' : 'following';
  return phase === 'comparing' ? 'comparing' : 'waiting';
}
