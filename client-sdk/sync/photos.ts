/**
 * Photos taken on a site without a network: kept on the device, sent after everything else, going on where the line was cut, and let go
 * when the server has them: the file, and the command that makes a photo of it. One that the server does not take is shown with its
 * reason and holds up no other.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import { sameJson } from '../../shared/crypto/canonical.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { invalid } from '../../shared/model/validation.ts';
import type { Mutator, MutatorContext } from '../write/mutator.ts';
import { Blobs, isFileRow } from '../disk/blobs.ts';
import { isoTime } from '../base/clock.ts';
import type { ReplicaDatabase } from '../disk/database.ts';
import { mutex } from '../base/mutex.ts';
import { SyncError } from '../base/sync-error.ts';
import type { SyncTransport } from './sync-transport.ts';

export interface PhotoArguments {
  readonly site_id: string;
  /** JPEG, PNG, WebP or HEIC, up to 15 MiB. */
  readonly bytes: Blob | Uint8Array;
  readonly file_name?: string | null;
}

/** A photo that the server does not have yet. */
export interface WaitingPhoto {
  readonly id: string;
  readonly site_id: string;
  readonly file_name: string | null;
  /** Of the file as it was taken; the server keeps one without metadata. */
  readonly sha256: string;
  readonly bytes: number;
  /** When it was added, by the device's clock. */
  readonly at: string;
  /** Why the server does not take the file; null = it waits. */
  readonly refused: { readonly code: string; readonly detail: string } | null;
}

/** A photo as it stands in the storage. */
interface Line extends WaitingPhoto {
  /** The file has arrived and a command was made of it; until the server has taken that too, the file stays. */
  readonly handed_over?: true;
}

const maxBytes = 15 * 1024 * 1024;
/** Sent by itself, so that a line that is cut costs no more. */
const pieceBytes = 256 * 1024;
/** A file that arrives changed so often is given up. */
const maxMismatches = 3;

export class Photos {
  readonly list$: BehaviorSubject<readonly WaitingPhoto[]>;
  readonly #blobs: Blobs;
  #handedOver: readonly Line[] = [];
  readonly #context: MutatorContext;
  readonly #mutator: Mutator;
  readonly #exclusive = mutex();

  private constructor(blobs: Blobs, list: readonly WaitingPhoto[], context: MutatorContext, mutator: Mutator) {
    this.#blobs = blobs;
    this.list$ = new BehaviorSubject(list);
    this.#context = context;
    this.#mutator = mutator;
  }

  static async open(database: ReplicaDatabase, context: MutatorContext, mutator: Mutator): Promise<Photos> {
    const blobs = new Blobs(database, context.journal);
    const photos = new Photos(blobs, [], context, mutator);
    await photos.#look();
    // Another tab takes photos too, and whichever leads sends those of all.
    if (database.multiInstance)
      database.journal.eventBulks$.subscribe(({ events }) => {
        if (events.some(({ documentId }) => isFileRow(documentId))) void photos.#look().catch(() => undefined);
      });
    return photos;
  }

  list(): readonly WaitingPhoto[] {
    return this.list$.value;
  }

  /** How many of which the command was answered, and nobody has looked yet whether the server has the file still. */
  unconfirmed(): number {
    return this.#handedOver.filter((photo) => !this.#waitsForWord(photo)).length;
  }

  watch(): Observable<readonly WaitingPhoto[]> {
    return this.list$.asObservable();
  }

  /** The photo's id, once it is stored. Throws a Problem: `validation_failed`, `payload_too_large`, `reference_unknown`; or StorageError. */
  async add({ site_id, bytes: given, file_name = null }: PhotoArguments): Promise<string> {
    const size = given instanceof Blob ? given.size : given.byteLength;
    if (size === 0) throw invalid([{ pointer: '#/bytes', code: 'too_small', detail: 'must not be empty' }]);
    if (size > maxBytes) throw new Problem('payload_too_large', `A photo may have up to ${maxBytes} bytes.`);
    const site = await this.#context.replica.record(site_id);
    if (site?.kind !== 'site' || site.deleted)
      throw new Problem('reference_unknown', 'There is no site with this id.', {
        errors: [{ pointer: '#/site_id', code: 'reference_unknown', detail: 'must be the id of a site' }],
      });
    const bytes = new Uint8Array(given instanceof Blob ? await given.arrayBuffer() : given);
    const photo: WaitingPhoto = {
      id: this.#context.newId(),
      site_id,
      file_name: file_name?.slice(0, 255) ?? null,
      sha256: sha256Hex(bytes),
      bytes: size,
      at: isoTime(this.#context.clock.now()),
      refused: null,
    };
    await this.put(photo, bytes);
    return photo.id;
  }

  /** Keeps one that was looked at already; a log-out that comes meanwhile sees it. Throws StorageError. */
  async put(photo: WaitingPhoto, bytes: Uint8Array): Promise<void> {
    await this.#mutator.exclusively(async () => {
      await this.#blobs.put(photo.id, lineOf(photo), bytes);
      await this.#look();
    });
  }

  /** Looks again what stands in the storage: another tab may have written since. */
  refresh(): Promise<void> {
    return this.#look();
  }

  /** The file as it was taken; of one that is gone meanwhile, something else. */
  read({ id, bytes }: WaitingPhoto): Promise<Uint8Array<ArrayBuffer>> {
    return this.#blobs.read(id, bytes);
  }

  /** Gives up a photo that waits or was refused. */
  async discard(id: string): Promise<void> {
    await this.#mutator.exclusively(async () => {
      await this.#look();
      const photo = this.#standing(id);
      if (!photo) throw new Problem('not_found', 'There is no waiting photo with this id.');
      await this.#context.journal.change(() => ({ files: this.#blobs.removal(id, photo.bytes) }));
      await this.#blobs.reclaimSpace();
      await this.#look();
    });
  }

  /** Tries a refused one again with the next exchange, as after the office has made room. */
  async resend(id: string): Promise<void> {
    const photo = this.#standing(id);
    if (!photo) throw new Problem('not_found', 'There is no waiting photo with this id.');
    await this.#mark(photo, null);
  }

  /** Sends what waits; each that has arrived becomes a command of the outbox. Returns their number. Throws SyncError where the line is cut. */
  async upload(transport: SyncTransport): Promise<number> {
    let delivered = 0;
    // Whoever was frozen may have missed what the other tabs took.
    await this.#look();
    for (const photo of this.#handedOver) await this.#letGo(photo, transport);
    for (const photo of this.list$.value.filter(({ refused }) => refused === null)) {
      try {
        await this.#send(photo, transport);
      } catch (error) {
        if (!isItsOwn(error)) throw error;
        await this.#mark(photo, { code: error.problem?.code ?? error.fault, detail: error.message });
        continue;
      }
      if (await this.#handOver(photo)) delivered++;
    }
    return delivered;
  }

  /** From here on it is a command of the outbox, in one write. False where somebody gave the photo up while it was sent. */
  async #handOver(photo: WaitingPhoto): Promise<boolean> {
    const { id, site_id, sha256, file_name } = photo;
    const command = { op: 'create', kind: 'photo', id, set: { site_id, sha256, file_name } } as const;
    const isHandedOver = await this.#mutator.exclusively(async () => {
      await this.#look();
      if (!this.#standing(id)) return false;
      const files = this.#blobs.infoChange(id, lineOf({ ...photo, handed_over: true }));
      await this.#mutator.queue.add([{ command, shows: {} }], { files });
      return true;
    });
    await this.#look();
    return isHandedOver;
  }

  /**
   * The file goes when its command was taken. A server that was restored meanwhile, or that lost patience, may have to get it once more:
   * the command waits there for it.
   */
  async #letGo(photo: Line, transport: SyncTransport): Promise<void> {
    if (this.#waitsForWord(photo)) return;
    try {
      await this.#send(photo, transport);
    } catch (error) {
      if (isItsOwn(error)) return; // with the next exchange
      throw error;
    }
    await this.#mutator.exclusively(async () => {
      await this.#look();
      if (!this.#handedOver.some(({ id }) => id === photo.id)) return;
      await this.#context.journal.change(() => ({ files: this.#blobs.removal(photo.id, photo.bytes) }));
      await this.#blobs.reclaimSpace();
      await this.#look();
    });
  }

  async #send({ id, sha256, bytes: total }: WaitingPhoto, transport: SyncTransport): Promise<void> {
    let state = await transport.file(sha256);
    const file = state.complete ? new Uint8Array() : await this.#blobs.read(id, total);
    for (let mismatches = 0; !state.complete;) {
      // A server that was killed may have all of it and not have looked at it yet; a piece is never empty.
      const from = Math.min(state.received, total - 1);
      try {
        state = await transport.file(sha256, { from, total, piece: file.slice(from, from + pieceBytes) });
      } catch (error) {
        const code = error instanceof SyncError ? error.problem?.code : undefined;
        const isAgain = code === 'conflict' || (code === 'blob_mismatch' && ++mismatches < maxMismatches);
        if (!isAgain) throw error;
        state = await transport.file(sha256);
      }
    }
  }

  async #mark(photo: WaitingPhoto, refused: WaitingPhoto['refused']): Promise<void> {
    await this.#mutator.exclusively(async () => {
      await this.#look();
      // It may have been given up meanwhile.
      if (this.#standing(photo.id)) await this.#blobs.putInfo(photo.id, lineOf({ ...photo, refused }));
      await this.#look();
    });
  }

  /** Its command waits for an answer, or was refused and waits for a person. */
  #waitsForWord({ id }: Line): boolean {
    return this.#context.journal.commands.some(({ command, state }) => command.id === id && state !== 'acked');
  }

  #standing(id: string): WaitingPhoto | undefined {
    return this.list$.value.find((each) => each.id === id);
  }

  /** What stands in the storage, whoever has written it, is what is shown. */
  #look(): Promise<void> {
    return this.#exclusive(async () => {
      // Lines are written above and nowhere else.
      const lines = (await this.#blobs.infos()) as unknown as readonly Line[];
      const list = inOrder(lines.filter((line) => !line.handed_over));
      this.#handedOver = lines.filter((line) => line.handed_over);
      if (!sameJson(list.map(lineOf), this.list$.value.map(lineOf))) this.list$.next(list);
    });
  }
}

/** The server has spoken, of this file and of no other. */
function isItsOwn(error: unknown): error is SyncError {
  return error instanceof SyncError && (error.fault === 'refused' || error.fault === 'too_large');
}

function lineOf(photo: Line): JsonObject {
  return { ...photo };
}

function inOrder(list: readonly WaitingPhoto[]): readonly WaitingPhoto[] {
  return list.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
}
