/** Files that wait on the device, in pieces of text beside a line about each, so that every storage can hold them (contract, Files of devices). */
import type { JsonObject } from '../shared/json.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import { writeRows } from './table.ts';

const pieceBytes = 512 * 1024;
const lineKey = (id: string): string => `file-${id}`;
const pieceKey = (id: string, i: number): string => `piece-${id}-${String(i).padStart(4, '0')}`;

export class Blobs {
  readonly #collection: ReplicaDatabase['blobs'];

  constructor(database: ReplicaDatabase) {
    this.#collection = database.blobs;
  }

  /** The lines, without the files. */
  async lines(): Promise<readonly JsonObject[]> {
    const selector = { key: { $gte: 'file-', $lt: 'file.' } };
    return (await this.#collection.find({ selector }).exec()).map(({ _data: row }) => row.value);
  }

  /** In one write: a file is there whole or not at all. Throws StorageError. */
  async put(id: string, line: JsonObject, bytes: Uint8Array): Promise<void> {
    const rows = new Map<string, JournalRow>([[lineKey(id), { key: lineKey(id), value: line }]]);
    for (let i = 0; i * pieceBytes < bytes.length; i++) {
      const base64 = toBase64(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes));
      rows.set(pieceKey(id, i), { key: pieceKey(id, i), value: { base64 } });
    }
    await writeRows(this.#collection, rows);
  }

  async rewrite(id: string, line: JsonObject): Promise<void> {
    await writeRows(this.#collection, new Map([[lineKey(id), { key: lineKey(id), value: line }]]));
  }

  async read(id: string, size: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(size);
    const rows = await this.#collection.storageInstance.findDocumentsById(keysOf(id, size), false);
    for (const { key, value } of rows)
      bytes.set(fromBase64(String(value['base64'])), Number(key.slice(-4)) * pieceBytes);
    return bytes;
  }

  /** And gives the space back at once. */
  async drop(id: string, size: number): Promise<void> {
    await writeRows(this.#collection, new Map(), [lineKey(id), ...keysOf(id, size)]);
    await this.#collection.storageInstance.cleanup(0).catch(() => undefined);
  }
}

function keysOf(id: string, size: number): string[] {
  return Array.from({ length: Math.ceil(size / pieceBytes) }, (_, i) => pieceKey(id, i));
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
