/**
 * Photos that devices announce by hash (contract, Files of devices). What the server knows about the file replaces what the device says;
 * where the file has not arrived yet, the command waits for it.
 */
import type { Create } from '../../shared/model/command.ts';
import { originHash } from '../../shared/decide.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { findResource } from '../../shared/resources/index.ts';
import { isSame, sign } from '../auth/crypto.ts';
import type { Batch } from '../commit/batch.ts';
import type { KeptPhoto } from '../photos/keep.ts';
import { requireRoom } from '../photos/quota.ts';
import { fileBytes } from '../store/devices/photos.ts';
import { findSentFiles } from '../store/devices/sent-files.ts';
import type { DeferralTable } from '../store/tables/files.ts';
import type { IncomingCommand } from './incoming.ts';
import { maxKeptBytes } from './refused-text.ts';

export const sha256Form = /^[0-9a-f]{64}$/;

/** The commands with what is known about their files; `awaits` where a file has not arrived. */
export async function withFiles(batch: Batch, commands: readonly IncomingCommand[]): Promise<IncomingCommand[]> {
  const photos = commands.map(photoOf).filter((photo) => photo !== undefined);
  if (photos.length === 0) return [...commands];
  const { trx, orgId, settings } = batch.tx;
  const hashes = photos.map(({ set }) => set['sha256']).filter(isHash);
  const files = await findSentFiles(trx, orgId, hashes);
  // Written by blobs.ts from nothing else.
  const keptByHash = new Map(files.map(({ sha256, photo }) => [sha256, JSON.parse(photo) as KeptPhoto]));
  await batch.read(photos);
  const { quota_bytes: quota, keep_location: keepsPlace } = settings.photos;
  let used = await fileBytes(trx, orgId, 'photo');

  function fitted(arrival: IncomingCommand): IncomingCommand {
    const photo = photoOf(arrival);
    const hash = photo?.set['sha256'];
    // The rules of the kind refuse anything that is not a hash.
    if (!photo || !isHash(hash)) return arrival;
    const kept = keptByHash.get(hash);
    // It is kept as it is until the file comes.
    if (!kept && JSON.stringify(arrival.raw).length > maxKeptBytes)
      return refused(arrival, new Problem('payload_too_large', 'The command is too large to wait for its file.'));
    if (!kept && arrival.txn === null) return { ...arrival, awaits: hash };
    if (!kept)
      return refused(arrival, new Problem('reference_unknown', 'The file of a photo in a group must be sent first.'));
    if (!batch.world.record(photo.id)) {
      try {
        requireRoom(used, kept.bytes, quota);
      } catch (error) {
        if (error instanceof Problem) return refused(arrival, error);
        throw error;
      }
      used += kept.bytes;
    }
    const { place, ...file } = kept;
    const { site_id, file_name = null, taken_at = null } = photo.set;
    const taken = taken_at === null ? {} : { taken_at };
    const sent = { site_id, sent_sha256: hash, file_name, ...taken };
    const set = { ...sent, ...file, ...(keepsPlace ? place : {}) } as JsonObject; // JSON on both sides
    return { ...arrival, command: { ...photo, set, origin: originHash(photo) } };
  }

  return commands.map(fitted);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && sha256Form.test(value);
}

function photoOf({ command }: IncomingCommand): Create | undefined {
  return command?.op === 'create' && findResource(command.kind)?.hasFile ? command : undefined;
}

function refused({ command: _, ...arrival }: IncomingCommand, problem: Problem): IncomingCommand {
  return { ...arrival, problem };
}

/**
 * Seals a command that waits together with its actor (contract, Security, HR72): it takes effect later with that actor's rights, so a writer
 * into the database past the server could otherwise act as anybody.
 */
export function sealed(deferral: Omit<DeferralTable, 'seal'>, key: Uint8Array): DeferralTable {
  return { ...deferral, seal: sealOf(deferral, key) };
}

export function isSealed(deferral: DeferralTable, key: Uint8Array): boolean {
  return isSame(deferral.seal, sealOf(deferral, key));
}

function sealOf(deferral: Omit<DeferralTable, 'seal'>, key: Uint8Array): string {
  const { org_id, sha256, command_id, command_hash, schema_version, actor } = deferral;
  return sign(key, JSON.stringify(['deferral', org_id, sha256, command_id, command_hash, schema_version, actor]));
}
