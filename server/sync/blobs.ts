/**
 * `PUT sync/blobs/{sha256}`: a photo’s file, in as many pieces as the network makes of it; `HEAD` and `GET` say how much has come. When
 * it is whole it is checked against its hash, cleaned of metadata and kept; what was sent is thrown away and never served. Commands
 * that came first take effect then (contract, Files of devices).
 */
import type { Request, Response } from 'express';
import { requirePermission, type Actor } from '../../shared/model/access.ts';
import type { Json } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { photo } from '../../shared/resources/photo.ts';
import { mutation } from '../../shared/sync/sync.ts';
import { invalid } from '../../shared/model/validation.ts';
import { commitBatch, type RequestContext } from '../commit/commit.ts';
import { keepPhoto, maxPhotoBytes, type KeptPhoto } from '../photos/keep.ts';
import { requireRoomFor } from '../photos/quota.ts';
import type { SyncContext } from './sync-context.ts';
import { requestIdOf } from '../http/request-id.ts';
import { findMutations, settleMutation } from '../store/devices/clients.ts';
import type { DeferralTable } from '../store/tables/files.ts';
import { endDeferrals, findDeferrals, findSentFiles, insertSentFile } from '../store/devices/sent-files.ts';
import { readPush } from './arrivals.ts';
import { sha256Form, withFiles } from './photo-files.ts';
import { answersTo } from './push.ts';
import { stepsOf } from './schema.ts';

export interface FileState {
  readonly sha256: string;
  /** Bytes that have come. */
  readonly received: number;
  readonly complete: boolean;
}

export async function fileState(
  context: SyncContext,
  actor: Actor,
  hash: string | undefined,
  requestId: string,
): Promise<FileState> {
  const sha256 = readHash(hash);
  const { organisationId } = actor;
  const [kept] = await findSentFiles(context.commitContext.store.db, organisationId, [sha256]);
  if (kept) {
    // A server that was killed after it had kept the file has not let them take effect.
    await settleWaiting(context, { actor, origin: 'sync', requestId }, sha256);
    return { sha256, received: (JSON.parse(kept.photo) as { readonly sent: number }).sent, complete: true }; // written below
  }
  return { sha256, received: await context.uploads.size(organisationId, sha256), complete: false };
}

/** Takes a piece, and the whole when it was the last one. */
export async function takeFile(
  context: SyncContext,
  actor: Actor,
  request: Request,
  response: Response,
): Promise<FileState> {
  const requestId = requestIdOf(response);
  requirePermission(actor, photo.devicePermission ?? photo.permission);
  const before = await fileState(context, actor, String(request.params['sha256']), requestId);
  const { sha256 } = before;
  const { from, total } = readRange(request);
  if (before.complete) return before;
  if (from > before.received)
    throw new Problem('conflict', `The file stands at ${before.received} bytes; go on from there.`, {
      members: { received: before.received },
    });
  const { organisationId } = actor;
  await requireRoomFor(total, context.commitContext.store, organisationId);
  // What is not taken is poured away, so that the caller gets to read the answer, and to ask again, on this connection.
  const coming = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>; // no encoding is set
  const received = await context.uploads
    .append(organisationId, sha256, from, total, coming)
    .finally(() => request.resume());
  if (received < total) return { sha256, received, complete: false };
  const file = await context.uploads.read(organisationId, sha256).catch(orNone);
  // Another sender of the same file was first.
  if (!file) return await fileState(context, actor, sha256, requestId);
  try {
    if (file.sha256 !== sha256)
      throw new Problem('blob_mismatch', 'The bytes that came do not have that hash; send the file again.', {
        members: { sha256: file.sha256 },
      });
    const kept = await keepPhoto(context.blobs, organisationId, file.bytes);
    const author = { actor, origin: 'sync', requestId } as const;
    await remember(context, author, sha256, kept, file.bytes.length);
    await settleWaiting(context, author, sha256);
  } finally {
    // Whatever came of it: a file that is no photo would be none the next time either.
    await context.uploads.drop(organisationId, sha256);
  }
  return { sha256, received: total, complete: true };
}

/** Undefined where the file is gone; any other error is thrown. */
function orNone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

async function remember(
  { commitContext }: SyncContext,
  author: RequestContext,
  sha256: string,
  kept: KeptPhoto,
  sent: number,
): Promise<void> {
  await commitBatch(commitContext, author, ({ tx }) =>
    insertSentFile(tx.trx, tx.orgId, { sha256, photo: JSON.stringify({ ...kept, sent }), at: tx.nextTime() }),
  );
}

/** Lets every command take effect that has waited for the file, each as its own author. */
async function settleWaiting(context: SyncContext, author: RequestContext, sha256: string): Promise<void> {
  for (const deferral of await findDeferrals(context.commitContext.store.db, author.actor.organisationId, sha256))
    await settleOne(context, author, deferral);
}

async function settleOne(context: SyncContext, { requestId }: RequestContext, deferral: DeferralTable): Promise<void> {
  const actor = JSON.parse(deferral.actor) as Actor; // written by push.ts
  await commitBatch(context.commitContext, { actor, origin: 'sync', requestId }, async (batch) => {
    const { trx, orgId } = batch.tx;
    const [row] = await findMutations(trx, orgId, deferral.client_id, [deferral.mutation_id]);
    await endDeferrals(trx, [deferral]);
    if (row?.status !== 'deferred' || row.command === null) return; // another process was first
    const raw = JSON.parse(row.command) as { readonly id: number; readonly [member: string]: Json }; // as it was taken
    const read = readPush(mutation, raw, deferral.schema_version, stepsOf(context.commitContext));
    const [arrival] = await withFiles(batch, [read]);
    const [answer] = arrival ? await answersTo(batch, [arrival], new Set(), context.baseUrl()) : [];
    if (!answer) return;
    const { status } = answer.answer;
    const command = status === 'refused' ? row.command : null;
    await settleMutation(trx, orgId, { ...row, status, result: JSON.stringify(answer.answer), command });
  });
}

function readHash(hash: string | undefined): string {
  if (hash && sha256Form.test(hash)) return hash;
  throw invalid([{ parameter: 'sha256', code: 'invalid_format', detail: 'must be a SHA-256 in lower-case hex' }]);
}

/** The whole file, by its length, or a piece of it by `Content-Range: bytes 0-99/1234` (RFC 9110, section 14.5). */
function readRange(request: Request): { readonly from: number; readonly total: number } {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Problem('unsupported_media_type', 'A file is sent as it is, uncompressed.');
  const range = request.headers['content-range'];
  const [, from, to, size] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(range ?? '') ?? [];
  const length = request.headers['content-length'];
  const total = Number(range === undefined ? length : size);
  const isSound = range === undefined ? length !== undefined : Number(from) <= Number(to) && Number(to) < total;
  if (!isSound || !(total > 0))
    throw new Problem(
      'bad_request',
      'A file is sent with its Content-Length, or a piece of it with its Content-Range.',
    );
  if (total > maxPhotoBytes)
    throw new Problem('payload_too_large', `A photo is larger than ${maxPhotoBytes} bytes.`, {
      members: { limits: { max_blob_bytes: maxPhotoBytes } },
    });
  return { from: Number(from ?? 0), total };
}
