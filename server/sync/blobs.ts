/**
 * `PUT sync/blobs/{sha256}`: resumable upload of a photo's file; `HEAD` and `GET` tell how much has arrived. A complete file is checked
 * against its hash, stripped of metadata and stored; the original is deleted and never served. Commands that were waiting for the file
 * then take effect (contract, Files of devices).
 */
import type { Request, Response } from 'express';
import { requirePermission, type Actor } from '../../shared/model/access.ts';
import { Problem } from '../../shared/model/problem.ts';
import { photo } from '../../shared/resources/photo.ts';
import type { IdentifiedCommand } from '../../shared/sync/sync.ts';
import { invalid } from '../../shared/model/validation.ts';
import { commitBatch, type RequestContext } from '../commit/commit.ts';
import { keepPhoto, maxPhotoBytes, type KeptPhoto } from '../photos/keep.ts';
import { requireRoomFor } from '../photos/quota.ts';
import type { SyncContext } from './sync-context.ts';
import { tooMany } from '../http/rate-limits.ts';
import { requestIdOf } from '../http/request-id.ts';
import { findCommands, settleCommand } from '../store/devices/commands.ts';
import type { DeferralTable } from '../store/tables/files.ts';
import { endDeferrals, findDeferrals, findSentFiles, insertSentFile } from '../store/devices/sent-files.ts';
import { answersTo } from './answers.ts';
import { readCommand } from './incoming.ts';
import { isSealed, sha256Form, withFiles } from './photo-files.ts';
import { rowOf } from './push.ts';
import { spend } from './rates.ts';
import { stepsOf } from './schema.ts';

export interface FileState {
  readonly sha256: string;
  /** Bytes that have arrived. */
  readonly received: number;
  readonly complete: boolean;
}

export async function fileState(
  context: SyncContext,
  actor: Actor,
  hash: string | undefined,
  requestId: string,
): Promise<FileState> {
  requirePermission(actor, photo.devicePermission ?? photo.permission);
  const sha256 = readHash(hash);
  const { organisationId } = actor;
  const [kept] = await findSentFiles(context.commitContext.store.db, organisationId, [sha256]);
  if (kept) {
    // A server that was killed after storing the file may have left them waiting.
    await settleWaiting(context, { actor, origin: 'sync', requestId }, sha256);
    return { sha256, received: (JSON.parse(kept.photo) as { readonly sent: number }).sent, complete: true }; // written below
  }
  return { sha256, received: await context.uploads.size(organisationId, sha256), complete: false };
}

/** Receives a piece, and completes the file with the last one. `identifyAgain` throws if the token was revoked meanwhile. */
export async function takeFile(
  context: SyncContext,
  actor: Actor,
  request: Request,
  response: Response,
  identifyAgain: () => Promise<Actor>,
): Promise<FileState> {
  const requestId = requestIdOf(response);
  const before = await fileState(context, actor, String(request.params['sha256']), requestId);
  const { sha256 } = before;
  const { from, total } = readRange(request);
  if (before.complete) return before;
  if (from > before.received)
    throw new Problem('conflict', `The server has ${before.received} bytes of the file; continue from there.`, {
      members: { received: before.received },
    });
  const { organisationId, tokenId = actor.id } = actor;
  await requireRoomFor(total, context.commitContext.store, organisationId, context.blobs);
  const state = await context.uploads.hold(organisationId, sha256, { owner: tokenId, total }, () =>
    receive(context, actor, request, { requestId, sha256, from, total, identifyAgain }),
  );
  if (!state) throw tooMany('Too many uploads have begun and not ended.', 'uploads', 60);
  return state;
}

interface Part {
  readonly requestId: string;
  readonly sha256: string;
  readonly from: number;
  readonly total: number;
  readonly identifyAgain: () => Promise<Actor>;
}

async function receive(
  context: SyncContext,
  actor: Actor,
  request: Request,
  { requestId, sha256, from, total, identifyAgain }: Part,
): Promise<FileState> {
  const { organisationId } = actor;
  // Unread bytes are discarded, so that the caller can read the response and retry on this connection.
  const coming = spending(context, actor, request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>); // no encoding is set
  const received = await context.uploads
    .append(organisationId, sha256, from, total, coming)
    .finally(() => request.resume());
  if (received < total) return { sha256, received, complete: false };
  await identifyAgain();
  const file = await context.uploads.read(organisationId, sha256).catch(undefinedIfAbsent);
  // Another sender completed the same file first.
  if (!file) return await fileState(context, actor, sha256, requestId);
  try {
    if (file.sha256 !== sha256)
      throw new Problem('blob_mismatch', 'The received bytes do not match the hash; send the file again.', {
        members: { sha256: file.sha256 },
      });
    const stored = await keepPhoto(context.blobs, organisationId, file.bytes);
    const author = { actor, origin: 'sync', requestId } as const;
    await remember(context, author, sha256, stored, file.bytes.length);
    await settleWaiting(context, author, sha256);
  } finally {
    // In any case: a file that is not a photo will not become one.
    await context.uploads.drop(organisationId, sha256);
  }
  return { sha256, received: total, complete: true };
}

async function* spending(context: SyncContext, actor: Actor, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    spend(context, actor, 'bytes', chunk.length);
    yield chunk;
  }
}

/** Undefined where the file does not exist; any other error is thrown. */
function undefinedIfAbsent(error: unknown): undefined {
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
    insertSentFile(tx.trx, tx.orgId, { sha256, photo: JSON.stringify({ ...kept, sent }), at: tx.now() }),
  );
}

/** Applies every command that was waiting for the file, each as its own author. */
async function settleWaiting(context: SyncContext, author: RequestContext, sha256: string): Promise<void> {
  for (const deferral of await findDeferrals(context.commitContext.store.db, author.actor.organisationId, sha256))
    await settleOne(context, author, deferral);
}

async function settleOne(
  context: SyncContext,
  { actor: uploader, requestId }: RequestContext,
  deferral: DeferralTable,
): Promise<void> {
  const isSound = isSealed(deferral, context.signingKey);
  // Written by push.ts, if it is sound; otherwise nothing is done in its name.
  const actor = isSound ? (JSON.parse(deferral.actor) as Actor) : uploader;
  await commitBatch(context.commitContext, { actor, origin: 'sync', requestId }, async (batch) => {
    const { trx, orgId } = batch.tx;
    const rows = await findCommands(trx, orgId, [deferral.command_id]);
    const row = rows.find(({ hash }) => hash === deferral.command_hash);
    await endDeferrals(trx, [deferral]);
    if (row?.status !== 'deferred' || row.sent === null) return; // another process was first
    const raw = JSON.parse(row.sent) as IdentifiedCommand; // as it was taken
    const reading = { schema: deferral.schema_version, steps: stepsOf(context.commitContext), now: row.received_ms };
    const command = readCommand(raw, reading);
    const commands = await withFiles(batch, [isSound ? command : { ...command, problem: unconfirmed() }]);
    const [answer] = await answersTo(commands, {
      batch,
      sender: actor,
      refused: new Set(),
      base: context.baseUrl(),
    });
    if (answer) await settleCommand(trx, orgId, rowOf(answer, row.received_ms));
  });
}

/** The row was changed past the server, or sealed with a key that was given up. */
function unconfirmed(): Problem {
  return new Problem('forbidden', 'The server cannot confirm who sent this; send it again.');
}

function readHash(hash: string | undefined): string {
  if (hash && sha256Form.test(hash)) return hash;
  throw invalid([{ parameter: 'sha256', code: 'invalid_format', detail: 'must be a SHA-256 in lower-case hex' }]);
}

/** The whole file, by Content-Length, or a piece of it, by `Content-Range: bytes 0-99/1234` (RFC 9110, section 14.5). */
function readRange(request: Request): { readonly from: number; readonly total: number } {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Problem('unsupported_media_type', 'A file must be sent without a content encoding.');
  const range = request.headers['content-range'];
  const [, from, to, size] = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(range ?? '') ?? [];
  const length = request.headers['content-length'];
  const total = Number(range === undefined ? length : size);
  const isSound = range === undefined ? length !== undefined : Number(from) <= Number(to) && Number(to) < total;
  if (!isSound || !(total > 0))
    throw new Problem('bad_request', 'Send a whole file with Content-Length, or a piece of it with Content-Range.');
  if (total > maxPhotoBytes)
    throw new Problem('payload_too_large', `The photo is larger than ${maxPhotoBytes} bytes.`, {
      members: { limits: { max_blob_bytes: maxPhotoBytes } },
    });
  return { from: Number(from ?? 0), total };
}
