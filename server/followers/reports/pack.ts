/**
 * A pack: everything of a project or a site in one ZIP, made file by file into the store, so that its size costs no memory. A file that cannot be
 * made is left out, and the index says why.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { JsonObject } from '../../../shared/base/json.ts';
import { canonical } from '../../../shared/crypto/canonical.ts';
import { BlobTooLargeError } from '../../blobs/blobs.ts';
import { ExportFailure } from '../../export/failure.ts';
import type { ExportInput, StoredPhoto } from '../../export/input.ts';
import { PackNames } from '../../export/pack/names.ts';
import { zipped } from '../../export/pack/zip.ts';
import type { PackedFile, ReportInput } from '../../export/report-input.ts';
import { requireDisk } from '../../photos/quota.ts';
import { fileBytes } from '../../store/devices/photos.ts';
import { noRoom, type HeldJob, type Made, type MakeContext } from '../held-job.ts';
import { frameOf, type Wanted } from './frame.ts';
import { photoFiles, planOf, type PackPlan, type PlannedFile } from './pack-plan.ts';

/** A ZIP without the 64-bit extension holds 4 GiB, and 65,535 files. */
const maxPackBytes = 2 * 1024 ** 3;
const mostFiles = 50_000;
const tooLarge = 'The project is too large for one pack: ask for one of each site.';

interface Packed extends PackedFile {
  readonly about: JsonObject;
}

export async function makePack(context: MakeContext, job: HeldJob, wanted: Wanted): Promise<Made> {
  // Others of the queue were made since it was asked for.
  const room = context.exportBytesByOrganisation - (await fileBytes(wanted.db, job.organisationId, 'export'));
  const packer = new Packer(context, job, wanted, await planOf(wanted));
  try {
    const { sha256, size } = await context.blobs.put(
      job.organisationId,
      zipped(packer.files()),
      Math.min(maxPackBytes, room),
    );
    const [files, left_out] = [packer.packed.length + 1, packer.leftOut.length];
    return { result: { pages: null, files, left_out, bytes: size, sha256 }, room: context.exportBytesByOrganisation };
  } catch (error) {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new ExportFailure('export_too_large', room < maxPackBytes ? noRoom : tooLarge);
  }
}

class Packer {
  readonly #context: MakeContext;
  readonly #job: HeldJob;
  readonly #wanted: Wanted;
  readonly #planned: readonly PlannedFile[];
  /** What the files so far have shown to be wanted too. */
  readonly #photos: PlannedFile[] = [];
  readonly #names = new PackNames();
  readonly packed: Packed[] = [];
  readonly leftOut: PackPlan['leftOut'][number][];

  constructor(context: MakeContext, job: HeldJob, wanted: Wanted, { files, leftOut }: PackPlan) {
    this.#context = context;
    this.#job = job;
    this.#wanted = wanted;
    this.#planned = files;
    this.leftOut = [...leftOut];
  }

  /** Each is made when it is its turn, and the index last. */
  async *files() {
    let done = 0;
    for (const file of this.#all()) {
      const total = this.#planned.length + this.#photos.length + 1;
      if (total > mostFiles) throw new ExportFailure('export_too_large', tooLarge);
      await this.#job.hold({ done, total });
      const made =
        'photo' in file.source ? await this.#photo(file, file.source.photo) : await this.#page(file, file.source.input);
      if (made) yield made;
      done += 1;
    }
    await this.#job.hold({ done, total: done + 1 });
    yield* this.#index();
  }

  /** Photos are added while the others are walked. */
  *#all() {
    yield* this.#planned;
    yield* this.#photos;
  }

  async #photo({ folder, name, ending, title, about }: PlannedFile, photo: StoredPhoto) {
    const why = await faultOf(this.#wanted, photo);
    if (why !== null) return void this.leftOut.push({ title, reason: why });
    requireDisk(await this.#context.blobs.freeBytes(), (await stat(photo.path)).size);
    const path = this.#names.path(folder, name, ending);
    return { path, content: this.#counted({ path, title, pages: null, about }, createReadStream(photo.path)) };
  }

  async #page(file: PlannedFile, read: () => Promise<ExportInput | ReportInput>) {
    const { folder, name, ending, title, about, photosOf } = file;
    const { renderer, blobs } = this.#context;
    try {
      const input = await read();
      const { bytes, pages } = await renderer.render(input);
      requireDisk(await blobs.freeBytes(), bytes.byteLength);
      if ('photos' in input && photosOf !== undefined) this.#photos.push(...photoFiles(file, input.photos ?? {}));
      const path = this.#names.path(folder, name, ending);
      return { path, content: this.#counted({ path, title, pages, about }, [bytes]) };
    } catch (error) {
      if (!(error instanceof ExportFailure) || error.retryable) throw error;
      const reason = error.code === 'export_too_large' ? error.message : 'It could not be printed.';
      return void this.leftOut.push({ title, reason });
    }
  }

  /** Notes size and hash of what goes by. */
  async *#counted(
    file: Omit<Packed, 'bytes' | 'sha256'>,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    this.packed.push({ ...file, bytes, sha256: hash.digest('hex') });
  }

  async *#index() {
    const frame = await frameOf(this.#wanted);
    const listed = { files: [...this.packed], left_out: this.leftOut };
    const input = { ...frame, ...listed, format: 'pdf', form: 'pack_index' } as const;
    const { bytes, pages } = await this.#context.renderer.render(input);
    const path = this.#names.path('', 'index', 'pdf');
    yield { path, content: this.#counted({ path, title: 'Index', pages, about: { kind: 'index' } }, [bytes]) };
    const json = indexJson(this.#wanted, this.packed, this.leftOut);
    yield { path: this.#names.path('', 'index', 'json'), content: [new TextEncoder().encode(json)] };
  }
}

/** Why a stored photo cannot be packed; null = it can. */
async function faultOf({ blobs, organisationId }: Wanted, { sha256 }: StoredPhoto): Promise<string | null> {
  const state = await blobs.look(organisationId, sha256);
  if (state === 'sound') return null;
  return state === 'gone' ? 'Its file is lost.' : 'Its file is damaged.';
}

/** For programs: each file with its hash, and which record it is of. */
function indexJson(
  { asked: { project_id, site_id }, printedAt }: Wanted,
  files: readonly Packed[],
  leftOut: readonly { readonly title: string; readonly reason: string }[],
): string {
  const shown = files.map(({ sha256, ...file }) => ({ ...file, sha256: `sha256:${sha256}` }));
  return canonical({
    project_id,
    site_id,
    made_at: printedAt,
    files: shown,
    left_out: leftOut.map((each) => ({ ...each })),
  });
}
