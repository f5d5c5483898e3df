/**
 * Files that wait on the device, in pieces of text beside a line about each, so that every storage can hold them (contract, Files of
 * devices). They are rows of the journal, with keys before those that it reads: its own rows and the files change in one write.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import { fromBase64, toBase64 } from '../base/base64.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import type { FileRows, Journal } from './journal.ts';

const pieceBytes = 512 * 1024;
const linePrefix = 'blob-line-';
const piecePrefix = 'blob-piece-';
const lineKey = (id: string): string => `${linePrefix}${id}`;
const pieceKey = (id: string, i: number): string => `${piecePrefix}${id}-${String(i).padStart(4, '0')}`;

/** Whether a row of the journal belongs to a file. */
export function isFileRow(key: string): boolean {
  return key.startsWith(linePrefix) || key.startsWith(piecePrefix);
}

export class Blobs {
  readonly #collection: ReplicaDatabase['journal'];
  readonly #journal: Journal;

  constructor(database: ReplicaDatabase, journal: Journal) {
    this.#collection = database.journal;
    this.#journal = journal;
  }

  /** The lines, without the files. */
  async infos(): Promise<readonly JsonObject[]> {
    return (await this.#rows(linePrefix)).map(({ value }) => value);
  }

  /** Of every row that is here. */
  async keys(): Promise<readonly string[]> {
    return [...(await this.#rows(linePrefix)), ...(await this.#rows(piecePrefix))].map(({ key }) => key);
  }

  /** In one write: a file is there whole or not at all. Throws StorageError. */
  async put(id: string, line: JsonObject, bytes: Uint8Array): Promise<void> {
    const put = new Map<string, JsonObject>([[lineKey(id), line]]);
    for (let i = 0; i * pieceBytes < bytes.length; i++)
      put.set(pieceKey(id, i), { base64: toBase64(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes)) });
    await this.#journal.change(() => ({ files: { put } }));
  }

  async putInfo(id: string, line: JsonObject): Promise<void> {
    await this.#journal.change(() => ({ files: this.infoChange(id, line) }));
  }

  /** The change that writes the line of a file anew. */
  infoChange(id: string, line: JsonObject): FileRows {
    return { put: new Map([[lineKey(id), line]]) };
  }

  async read(id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(size);
    const rows = await this.#collection.storageInstance.findDocumentsById(pieceKeys(id, size), false);
    for (const { key, value } of rows)
      bytes.set(fromBase64(String(value['base64'])), Number(key.slice(-4)) * pieceBytes);
    return bytes;
  }

  /** The change that takes a file away; what it took up comes back with `clean`. */
  removal(id: string, size: number): FileRows {
    return { drop: [lineKey(id), ...pieceKeys(id, size)] };
  }

  /** What is gone is gone, whether or not its space comes back now. */
  async reclaimSpace(): Promise<void> {
    await this.#collection.storageInstance.cleanup(0).catch(() => undefined);
  }

  async #rows(prefix: string): Promise<readonly JournalRow[]> {
    const selector = { key: { $gte: prefix, $lt: `${prefix}~` } };
    const query = this.#collection.find({ selector }).getPreparedQuery();
    return (await this.#collection.storageInstance.query(query)).documents;
  }
}

function pieceKeys(id: string, size: number): string[] {
  return Array.from({ length: Math.ceil(size / pieceBytes) }, (_, i) => pieceKey(id, i));
}
