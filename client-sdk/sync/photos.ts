/**
 * Photos taken without a network: kept on the device, uploaded after everything else, resumed where the connection was cut, and released
 * when the server has both the file and the command that makes a photo of it. A refused one is shown with its reason and holds up no
 * other.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import { sameJson } from '../../shared/crypto/canonical.ts';
import { liveOf } from '../../shared/model/record.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { Problem } from '../../shared/model/problem.ts';
import { uuidv7 } from '../../shared/model/uuid.ts';
import { sha256Hex } from '../../shared/crypto/sha256.ts';
import { recordId } from '../../shared/model/fields.ts';
import { invalid, parse } from '../../shared/model/validation.ts';
import type { Mutator, MutatorContext } from '../write/mutator.ts';
import { authorOf } from '../disk/known-actor.ts';
import { Blobs, isFileRow } from '../disk/blobs.ts';
import { isoTime } from '../base/clock.ts';
import type { ReplicaDatabase } from '../disk/database.ts';
import { awaitsFile, refusalOf, refusedResult, type OutboxCommand } from '../disk/outbox-command.ts';
import { mutex } from '../base/mutex.ts';
import { SyncError } from '../base/sync-error.ts';
import type { DeviceOptions } from '../base/options.ts';
import type { PhotoArguments, WaitingPhoto } from '../base/waiting-photo.ts';
import type { SyncTransport } from './sync-transport.ts';
import { uploadFile } from './upload-file.ts';
import { withheldPhotos, type WithheldPhotos } from '../base/withheld-photos.ts';

interface StoredPhoto extends WaitingPhoto {
  /** The file is uploaded and its command was put into the outbox; the file stays until that has left it. */
  readonly handed_over?: true;
}

const maxBytes = 15 * 1024 * 1024;
/** Of a file, before others may go first. */
const partsAtOnce = 4;

export class Photos {
  readonly list$ = new BehaviorSubject<readonly WaitingPhoto[]>([]);
  readonly withheld: WithheldPhotos;
  readonly #blobs: Blobs;
  readonly #context: MutatorContext;
  readonly #mutator: Mutator;
  readonly #exclusive = mutex();
  #handedOver: readonly StoredPhoto[] = [];

  private constructor(blobs: Blobs, context: MutatorContext, mutator: Mutator, withheld: WithheldPhotos) {
    this.#blobs = blobs;
    this.#context = context;
    this.#mutator = mutator;
    this.withheld = withheld;
  }

  static async open(
    database: ReplicaDatabase,
    context: MutatorContext,
    mutator: Mutator,
    ask?: DeviceOptions['withheldPhotos'],
  ): Promise<Photos> {
    const photos = new Photos(new Blobs(database, context.journal), context, mutator, withheldPhotos(ask));
    await photos.refresh();
    // Other tabs add photos too; the tab that leads uploads them all.
    if (database.isShared)
      database.journal.changes$.subscribe((changes) => {
        if (changes.some(({ row }) => isFileRow(row.key))) void photos.refresh().catch(() => undefined);
      });
    return photos;
  }

  list(): readonly WaitingPhoto[] {
    return this.list$.value;
  }

  watch(): Observable<readonly WaitingPhoto[]> {
    return this.list$.asObservable();
  }

  /** Those whose command has no final answer, too; a refusal of it counts as one of the photo. */
  unsettled(): readonly WaitingPhoto[] {
    const commandsOf = (id: string): readonly OutboxCommand[] => this.#context.journal.commands.of(id);
    const sent = this.#handedOver.flatMap(({ handed_over: _, ...photo }) => {
      const entry = commandsOf(photo.id).find(({ command, state }) => command.op === 'create' && state !== 'acked');
      const refused = entry?.state === 'refused' ? refusalOf(entry) : null;
      return entry ? [{ ...photo, refused: refused && { code: refused.code, detail: refused.detail } }] : [];
    });
    return oldestFirst([...this.list(), ...sent]);
  }

  /** Whether the file is still here. */
  hasFile(id: string): boolean {
    return [...this.list(), ...this.#handedOver].some((photo) => photo.id === id);
  }

  /**
   * Returns the photo's id once it is stored. Throws a Problem (`validation_failed`, `payload_too_large`, `reference_unknown`, `id_conflict`)
   * or StorageError.
   */
  async add({ id, site_id, bytes: given, file_name = null, taken_at = null }: PhotoArguments): Promise<string> {
    const size = given instanceof Blob ? given.size : given.byteLength;
    if (size === 0) throw invalid([{ pointer: '#/bytes', code: 'too_small', detail: 'must not be empty' }]);
    if (size > maxBytes) throw new Problem('payload_too_large', `A photo may have up to ${maxBytes} bytes.`);
    if (!liveOf(await this.#context.replica.record(site_id), 'site'))
      throw new Problem('reference_unknown', 'There is no site with this id.', {
        errors: [{ pointer: '#/site_id', code: 'reference_unknown', detail: 'must be the id of a site' }],
      });
    const bytes = new Uint8Array(given instanceof Blob ? await given.arrayBuffer() : given);
    const { clock, random } = this.#context;
    const photo: WaitingPhoto = {
      // By its time the server knows since when it is: its command is made when its file was sent.
      id: parse(recordId, id ?? uuidv7(clock.now() - (clock.offsetMs() ?? 0), random(new Uint8Array(10)))),
      site_id,
      file_name: file_name?.slice(0, 255) ?? null,
      sha256: sha256Hex(bytes),
      bytes: size,
      at: isoTime(clock.now()),
      ...(taken_at === null ? {} : { taken_at }),
      author: authorOf(this.#context.journal.state, this.#context.sessions.current),
      refused: null,
    };
    await this.#exclusively(async () => {
      if (await this.#isKnown(photo.id)) throw new Problem('id_conflict', 'The id is in use for another record.');
      await this.#blobs.put(photo.id, infoOf(photo), bytes);
    });
    return photo.id;
  }

  /** Stores a checked photo. Throws StorageError. */
  async put(photo: WaitingPhoto, bytes: Uint8Array): Promise<void> {
    await this.#exclusively(() => this.#blobs.put(photo.id, infoOf(photo), bytes));
  }

  /** The original file; undefined bytes if the photo is gone. */
  read({ id, bytes }: WaitingPhoto): Promise<Uint8Array<ArrayBuffer>> {
    return this.#blobs.read(id, bytes);
  }

  /** Gives up a waiting or refused photo. */
  async discard(id: string): Promise<void> {
    await this.#exclusively(() => this.#remove(this.#required(id)));
  }

  /** Drops a photo that was replaced, unless it is sent already or a command names it. */
  async dropUnused(id: string): Promise<void> {
    await this.#exclusively(async () => {
      const photo = this.#find(id);
      if (photo && !this.#isNamed(id)) await this.#remove(photo);
    });
  }

  /** Tries a refused photo again with the next sync, for example after the office has freed space. */
  async resend(id: string): Promise<void> {
    await this.#mark(this.#required(id), null);
  }

  /**
   * Uploads what waits, and puts a command into the outbox for each. Pauses where something else may go first: after each file, and
   * within one when work was added or some parts are through. What the app withholds stays. Throws SyncError: `read_only` if the token
   * may upload nothing.
   */
  async *upload(transport: SyncTransport): AsyncGenerator<void> {
    // A frozen tab may have missed what other tabs added.
    await this.refresh();
    await this.#release();
    const waiting = this.list().filter(({ refused }) => refused === null);
    const deferred = this.#handedOver.filter(({ id }) => this.#deferred(id).length > 0);
    for (const photo of [...deferred, ...waiting]) {
      if ((await this.withheld.has(photo.id)) || !this.hasFile(photo.id)) continue; // or dropped meanwhile
      try {
        yield* this.#send(photo, transport);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        await this.#refuse(photo, error);
        continue;
      }
      if (!(await this.withheld.has(photo.id))) await this.#handOver(photo);
      yield;
      await this.#release();
    }
  }

  /** Shows what the storage holds, whichever tab wrote it. */
  refresh(): Promise<void> {
    return this.#exclusive(async () => {
      // Only this class writes them.
      const stored = (await this.#blobs.infos()) as unknown as readonly StoredPhoto[];
      const list = oldestFirst(stored.filter((photo) => !photo.handed_over));
      this.#handedOver = stored.filter((photo) => photo.handed_over);
      if (!sameJson(list.map(infoOf), this.list().map(infoOf))) this.list$.next(list);
    });
  }

  /** Puts the command into the outbox and marks the photo, in one write, unless it was discarded; one that was deferred is sent again. */
  async #handOver(photo: WaitingPhoto): Promise<void> {
    const { id, site_id, sha256, file_name, taken_at, author } = photo;
    const set = { site_id, sha256, file_name, ...(taken_at ? { taken_at } : {}) };
    const command = { op: 'create', kind: 'photo', id, set } as const;
    await this.#change(id, (entry) => ({ ...entry, result: null }));
    await this.#exclusively(async () => {
      if (!this.#find(id)) return;
      const files = this.#blobs.infoChange(id, infoOf({ ...photo, handed_over: true }));
      await this.#mutator.queue.add([{ command, shows: {}, ...(author ? { author } : {}) }], { files });
    });
  }

  /** Removes the files whose commands have left the outbox: the server has made photos of them, or the user gave them up. */
  async #release(): Promise<void> {
    const { journal } = this.#context;
    await this.#exclusively(async () => {
      for (const photo of this.#handedOver) if (journal.commands.of(photo.id).length === 0) await this.#remove(photo);
    });
  }

  async *#send({ id, sha256, bytes }: WaitingPhoto, transport: SyncTransport): AsyncGenerator<void> {
    const added = (): number => this.#context.journal.commands.enqueued;
    let parts = 0;
    let known = added();
    for await (const _part of uploadFile(transport, sha256, bytes, () => this.#blobs.read(id, bytes))) {
      if (added() === known && ++parts < partsAtOnce) continue;
      yield;
      parts = 0;
      known = added();
    }
  }

  /** A refused file is shown as such, or its command is, if that was deferred. */
  async #refuse(photo: WaitingPhoto, { problem, fault, message }: SyncError): Promise<void> {
    const reason = { code: problem?.code ?? fault, status: problem?.status ?? 422, title: 'Refused', detail: message };
    await this.#change(photo.id, (entry) => ({ ...entry, state: 'refused', result: refusedResult(entry, reason) }));
    await this.#mark(photo, { code: reason.code, detail: message });
  }

  /** The commands that wait for the file of the photo. */
  #deferred(id: string): readonly OutboxCommand[] {
    return this.#context.journal.commands.of(id).filter(awaitsFile);
  }

  async #change(id: string, next: (entry: OutboxCommand) => OutboxCommand): Promise<void> {
    await this.#context.journal.change(({ commands }) => ({ put: commands.of(id).filter(awaitsFile).map(next) }));
  }

  async #mark(photo: WaitingPhoto, refused: WaitingPhoto['refused']): Promise<void> {
    await this.#exclusively(async () => {
      // It may have been discarded meanwhile.
      if (this.#find(photo.id)) await this.#blobs.putInfo(photo.id, infoOf({ ...photo, refused }));
    });
  }

  async #remove({ id, bytes }: WaitingPhoto): Promise<void> {
    await this.#context.journal.change(() => ({ files: this.#blobs.removal(id, bytes) }));
  }

  /** Runs `work` between changes of the outbox, on a current list. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#mutator.exclusively(async () => {
      await this.refresh();
      const result = await work();
      await this.refresh();
      return result;
    });
  }

  /** Whether work that was recorded here names the photo. */
  #isNamed(id: string): boolean {
    const { commands } = this.#context.journal;
    return [...commands.values()].some(({ command }) => JSON.stringify(command).toLowerCase().includes(id));
  }

  async #isKnown(id: string): Promise<boolean> {
    const { journal, replica } = this.#context;
    return this.hasFile(id) || journal.commands.of(id).length > 0 || (await replica.record(id)) !== undefined;
  }

  #find(id: string): WaitingPhoto | undefined {
    return this.list().find((photo) => photo.id === id);
  }

  #required(id: string): WaitingPhoto {
    const photo = this.#find(id);
    if (!photo) throw new Problem('not_found', 'There is no waiting photo with this id.');
    return photo;
  }
}

/** The server refused this file; other errors concern the connection. */
function isRefusal(error: unknown): error is SyncError {
  return error instanceof SyncError && (error.fault === 'refused' || error.fault === 'too_large');
}

function infoOf(photo: StoredPhoto): JsonObject {
  return { ...photo };
}

function oldestFirst(photos: readonly WaitingPhoto[]): readonly WaitingPhoto[] {
  return photos.toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1));
}
