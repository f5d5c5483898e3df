/**
 * What can still be read of a replica that does not open: its unsent work as an export, row by row, so that one damaged row costs no other.
 * Then `removeReplica` can remove it, and it is begun again from the server.
 */
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { maxUnsentPhotoBytes, type UnsentPhoto } from '../../shared/sync/unsent-file.ts';
import { isoTime } from '../base/clock.ts';
import type { DeviceStorage, Table } from '../base/tables.ts';
import { storedFiles } from '../disk/blobs.ts';
import { byAge } from '../disk/commands.ts';
import { journalTable, type JournalRow } from '../disk/database.ts';
import { commandOfRow, identityOf, refusalOf, type OutboxCommand } from '../disk/outbox-command.ts';
import { toBase64 } from '../base/base64.ts';
import { sealText } from './cipher.ts';

interface Place {
  readonly storage: DeviceStorage;
  /** Of the replica. */
  readonly name: string;
}

export interface Rescued {
  /** The export, encrypted under the passphrase. Null if nothing unsent was found. */
  readonly text: string | null;
  /** Changes and photos in it. */
  readonly records: number;
  /** Of those that could not be read, or that no longer fit into one export. */
  readonly lost: number;
}

/** Changes nothing. Throws what the storage throws if nothing at all can be read, and UnsentFileError. */
export async function rescueUnsent(
  { storage, name }: Place,
  organisationId: string | null,
  passphrase: string,
): Promise<Rescued> {
  const connection = await storage.open(name);
  try {
    const journal = await connection.table<JournalRow>(journalTable);
    const { commands, lost } = await readCommands(journal);
    const photos = await readPhotos(journal, new Set(commands.map(({ command }) => command.id)));
    const photoIds = new Set(photos.read.map(({ id }) => id));
    const others = commands.filter(({ command }) => !photoIds.has(command.id));
    const records = others.length + photos.read.length;
    if (records === 0) return { text: null, records, lost: lost + photos.lost };
    const file = {
      format: 'sitefile-unsent-1',
      exported_at: isoTime(Date.now()),
      device_id: others[0]?.author.device ?? 'unknown',
      organisation_id: organisationId,
      actor: null,
      commands: others.map((entry) => ({
        ...identityOf(entry),
        state: entry.state === 'refused' ? 'refused' : 'queued',
        refused: entry.state === 'refused' ? refusalOf(entry) : null,
      })),
      photos: photos.read,
    };
    const random = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(bytes);
    return { text: await sealText(JSON.stringify(file), passphrase, random), records, lost: lost + photos.lost };
  } finally {
    await connection.close();
  }
}

/** In the order in which they were made. What the server answered already it takes no second time. */
async function readCommands(
  journal: Table<JournalRow>,
): Promise<{ readonly commands: readonly OutboxCommand[]; readonly lost: number }> {
  const prefix = 'command-';
  const rows = await journal.range({ after: prefix, below: `${prefix}~` });
  const commands = rows.flatMap(({ key, value }) => {
    try {
      const entry = commandOfRow(key.slice(prefix.length), value as unknown as OutboxCommand); // or damaged
      identityOf(entry);
      return [entry];
    } catch {
      return [];
    }
  });
  return { commands: commands.toSorted(byAge), lost: rows.length - commands.length };
}

/** `waiting` = ids of records with a command; a photo that was handed over and has none is on the server. */
async function readPhotos(
  journal: Table<JournalRow>,
  waiting: ReadonlySet<string>,
): Promise<{ readonly read: readonly UnsentPhoto[]; readonly lost: number }> {
  const read: UnsentPhoto[] = [];
  let [lost, total] = [0, 0];
  for await (const { info, bytes } of storedFiles(journal)) {
    const { handed_over: isHandedOver, ...photo } = info;
    if (isHandedOver === true && !waiting.has(String(photo['id']))) continue;
    const isWhole = bytes !== null && sha256Hex(bytes) === photo['sha256'];
    total += bytes?.length ?? 0;
    if (isWhole && total <= maxUnsentPhotoBytes)
      read.push({ ...(photo as unknown as UnsentPhoto), base64: toBase64(bytes) }); // only the device writes them
    else lost++;
  }
  return { read, lost };
}
