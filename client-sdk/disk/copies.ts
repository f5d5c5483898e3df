/**
 * Copies of photos that the server has: an info row about each and its bytes in base64 pieces, as rows of the journal, whose keys sort
 * before those that it reads. A copy can be fetched again, so its rows are written one by one; it counts once its info row is there.
 */
import type { JsonObject } from '../../shared/base/json.ts';
import { fromBase64, toBase64 } from '../base/base64.ts';
import type { JournalRow, ReplicaDatabase } from './database.ts';
import type { Journal } from './journal.ts';

const pieceBytes = 512 * 1024;
const prefix = 'blob-copy-';
const infoPrefix = `${prefix}info-`;
const infoKey = (id: string): string => `${infoPrefix}${id}`;
const pieceKey = (id: string, i: number): string => `${prefix}piece-${id}-${String(i).padStart(4, '0')}`;

export class Copies {
  readonly #table: ReplicaDatabase['journal'];
  readonly #journal: Pick<Journal, 'change'>;

  constructor(database: ReplicaDatabase, journal: Pick<Journal, 'change'>) {
    this.#table = database.journal;
    this.#journal = journal;
  }

  /** Of photos whose copy is whole. */
  async ids(): Promise<string[]> {
    return (await this.#rows(infoPrefix)).map(({ key }) => key.slice(infoPrefix.length));
  }

  /** Keys of all rows. */
  async keys(): Promise<string[]> {
    return (await this.#rows(prefix)).map(({ key }) => key);
  }

  /** Throws StorageError. */
  async put(id: string, file: Blob): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    for (let i = 0; i * pieceBytes < bytes.length; i++)
      await this.#write(pieceKey(id, i), { base64: toBase64(bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes)) });
    await this.#write(infoKey(id), { bytes: bytes.length, media_type: file.type });
  }

  /** Undefined if there is none. */
  async read(id: string): Promise<Blob | undefined> {
    const [info] = await this.#table.get([infoKey(id)]);
    if (!info) return undefined;
    const count = Math.ceil(Number(info.value['bytes']) / pieceBytes);
    const rows = await this.#table.get(Array.from({ length: count }, (_, i) => pieceKey(id, i)));
    const pieces = rows
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ value }) => fromBase64(String(value['base64'])));
    return new Blob(pieces, { type: String(info.value['media_type']) });
  }

  async drop(ids: readonly string[]): Promise<void> {
    const isOf = (key: string): boolean =>
      ids.some((id) => key === infoKey(id) || key.startsWith(pieceKey(id, 0).slice(0, -4)));
    const drop = (await this.keys()).filter(isOf);
    if (drop.length > 0) await this.#journal.change(() => ({ files: { drop } }));
  }

  #rows(from: string): Promise<readonly JournalRow[]> {
    return this.#table.range({ after: from, below: `${from}~` });
  }

  async #write(key: string, value: JsonObject): Promise<void> {
    await this.#journal.change(() => ({ files: { put: new Map([[key, value]]) }, isRepeatable: true }));
  }
}
