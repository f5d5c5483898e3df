/**
 * Photo files on the device: an info row about each and its bytes in base64 pieces, which every storage can hold. They are rows of the
 * journal, so that files and commands change in one write; their keys sort before those that the journal reads.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import { fromBase64, toBase64 } from '../base/base64.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import type { FileRows, Journal } from './journal.ts';

const pieceBytes = 512 * 1024;
const infoPrefix = 'blob-info-';
const piecePrefix = 'blob-piece-';
const infoKey = (id: string): string => `${infoPrefix}${id}`;
const pieceKey = (id: string, i: number): string => `${piecePrefix}${id}-${String(i).padStart(4, '0')}`;

/** Whether a journal row belongs to a file. */
export function isFileRow(key: string): boolean {
  return key.startsWith(infoPrefix) || key.startsWith(piecePrefix);
}

export class Blobs {
  readonly #table: ReplicaDatabase['journal'];
  readonly #journal: Journal;

  constructor(database: ReplicaDatabase, journal: Journal) {
    this.#table = database.journal;
    this.#journal = journal;
  }

  async infos(): Promise<readonly JsonObject[]> {
    return (await this.#rows(infoPrefix)).map(({ value }) => value);
  }

  /** Keys of all file rows. */
  async keys(): Promise<readonly string[]> {
    return [...(await this.#rows(infoPrefix)), ...(await this.#rows(piecePrefix))].map(({ key }) => key);
  }

  /** In one write: the file is stored whole or not at all. Throws StorageError. */
  async put(id: string, info: JsonObject, bytes: Uint8Array): Promise<void> {
    const put = new Map<string, JsonObject>([[infoKey(id), info]]);
    for (let i = 0; i * pieceBytes < bytes.length; i++)
      put.set(pieceKey(id, i), { base64: toBase64(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes)) });
    await this.#journal.change(() => ({ files: { put } }));
  }

  async putInfo(id: string, info: JsonObject): Promise<void> {
    await this.#journal.change(() => ({ files: this.infoChange(id, info) }));
  }

  /** The change that replaces the info row. */
  infoChange(id: string, info: JsonObject): FileRows {
    return { put: new Map([[infoKey(id), info]]) };
  }

  read(id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
    return readPieces(this.#table, id, size);
  }

  /** The change that removes a file. */
  removal(id: string, size: number): FileRows {
    return { drop: [infoKey(id), ...pieceKeys(id, size)] };
  }

  #rows(prefix: string): Promise<readonly JournalRow[]> {
    return this.#table.range({ after: prefix, below: `${prefix}~` });
  }
}

/** Every file that is stored, straight from the rows of a replica that does not open. Null bytes if they cannot be read. */
export async function* storedFiles(
  table: ReplicaDatabase['journal'],
): AsyncGenerator<{ readonly info: JsonObject; readonly bytes: Uint8Array<ArrayBuffer> | null }> {
  const rows = await table.range({ after: infoPrefix, below: `${infoPrefix}~` });
  for (const { key, value: info } of rows)
    yield {
      info,
      bytes: await readPieces(table, key.slice(infoPrefix.length), Number(info['bytes'])).catch(() => null),
    };
}

async function readPieces(
  table: ReplicaDatabase['journal'],
  id: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  for (const { key, value } of await table.get(pieceKeys(id, size)))
    bytes.set(fromBase64(String(value['base64'])), Number(key.slice(-4)) * pieceBytes);
  return bytes;
}

function pieceKeys(id: string, size: number): string[] {
  return Array.from({ length: Math.ceil(size / pieceBytes) }, (_, i) => pieceKey(id, i));
}
