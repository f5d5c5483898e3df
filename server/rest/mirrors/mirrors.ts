/** Mirrors in CouchDB databases (contract, Mirrors). Credentials are encrypted, and never shown again. */
import { endpoints } from '../../../shared/rest/rest.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { invalid, parse } from '../../../shared/model/validation.ts';
import {
  deleteMirror as deleteRow,
  insertMirror,
  listMirrors as readMirrors,
  readMirror,
  requestResync,
  updateMirror as updateRow,
} from '../../store/access/mirrors.ts';
import type { Handler } from '../request/handler-request.ts';
import { pageOf } from '../request/lists.ts';
import { audit, changeMirror, limitsAfter, mirrorOf, showMirror, showStatus, usableUrl } from './rows.ts';

/** Of an organisation: each is work for every change. */
const mostMirrors = 20;

export const createMirror: Handler<'createMirror'> = async (request, context) => {
  const { actor, body } = request;
  const { organisationId } = actor;
  const { store, commitContext } = context;
  const url = usableUrl(context, body.url);
  const limits = await limitsAfter(request, store.db, body);
  const id = commitContext.newId();
  const at = new Date(commitContext.now()).toISOString();
  const row = {
    id,
    url,
    credentials: body.credentials ? context.saveMirror.seal(organisationId, id, body.credentials) : null,
    description: body.description ?? null,
    ...limits,
    enabled: body.enabled === false ? 0 : 1,
    token_id: actor.tokenId ?? null,
    created_at: at,
    updated_at: at,
    due_at: at,
  };
  const mirror = await store.write(organisationId, commitContext.now, async (tx) => {
    const standing = await readMirrors(tx.trx, organisationId);
    if (standing.length >= mostMirrors)
      throw new Problem('conflict', `An organisation has at most ${mostMirrors} mirrors: delete one first.`);
    const inserted = await insertMirror(tx.trx, organisationId, row);
    await audit(request, tx, { op: 'create' }, inserted);
    return inserted;
  });
  commitContext.wake(organisationId);
  return { body: showMirror(mirror), revision: mirror.revision, location: `/api/v1/mirrors/${id}` };
};

export const listMirrors: Handler<'listMirrors'> = async ({ actor, query }, context) => {
  const mirrors = await readMirrors(context.store.db, actor.organisationId);
  return { body: pageOf(mirrors.map(showMirror), query) };
};

export const getMirror: Handler<'getMirror'> = async (request, context) => {
  const mirror = await mirrorOf(request, context.store.db);
  return { body: showMirror(mirror), revision: mirror.revision };
};

export const updateMirror: Handler<'updateMirror'> = async (request, context) => {
  const sent = parse(endpoints.updateMirror.fields, request.fields);
  const { organisationId } = request.actor;
  const mirror = await changeMirror(request, context, async (current, tx, now) => {
    const url = sent.url === undefined ? current.url : usableUrl(context, sent.url);
    if (sent.credentials === undefined) requireSameServer(current, url);
    const changes = {
      url,
      ...(sent.credentials === undefined
        ? {}
        : { credentials: sent.credentials && context.saveMirror.seal(organisationId, current.id, sent.credentials) }),
      ...(sent.description === undefined ? {} : { description: sent.description }),
      ...(sent.enabled === undefined ? {} : { enabled: sent.enabled ? 1 : 0 }),
      ...(sent.enabled ? { withdrawn_at: null } : {}),
      // A new description changes nothing of what is copied, nor where to.
      ...(Object.keys(sent).every((name) => name === 'description') ? {} : { token_id: request.actor.tokenId ?? null }),
      ...(await limitsAfter(request, tx.trx, sent, current)),
      // What failed before may work now.
      updated_at: now,
      due_at: now,
      failures: 0,
      failure: null,
      failed_at: null,
    };
    await updateRow(tx.trx, organisationId, current.id, changes);
    const after = { ...current, ...changes, revision: tx.nextRevision(current.revision) };
    await audit(request, tx, { op: 'patch' }, after);
    return after;
  });
  context.commitContext.wake(organisationId);
  return { body: showMirror(mirror), revision: mirror.revision };
};

export const deleteMirror: Handler<'deleteMirror'> = async (request, context) => {
  await changeMirror(request, context, async (current, tx) => {
    await deleteRow(tx.trx, request.actor.organisationId, current.id);
    await audit(request, tx, { op: 'remove' }, current);
  });
  return { body: null };
};

export const getMirrorStatus: Handler<'getMirrorStatus'> = async (request, context) => {
  return { body: await showStatus(context, await mirrorOf(request, context.store.db)) };
};

export const resyncMirror: Handler<'resyncMirror'> = async (request, context) => {
  const { organisationId } = request.actor;
  const id = await changeMirror(request, context, async (current, tx, now) => {
    await requestResync(tx.trx, organisationId, current.id, now);
    await audit(request, tx, { op: 'act', action: 'resync' }, current);
    return current.id;
  });
  context.commitContext.wake(organisationId);
  const mirror = await readMirror(context.store.db, organisationId, id);
  if (!mirror) throw new Error('the mirror was deleted meanwhile');
  return { body: await showStatus(context, mirror) };
};

/** A password must not go to another server than the one that it was meant for. */
function requireSameServer(
  { url: current, credentials }: { url: string; credentials: string | null },
  url: string,
): void {
  if (credentials === null || new URL(url).origin === new URL(current).origin) return;
  throw invalid([
    { pointer: '#/credentials', code: 'required', detail: 'must be sent again, or be null, when the server changes' },
  ]);
}
